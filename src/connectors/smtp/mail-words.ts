/** What a mail says of each thing that it tells, before it is laid out as text or HTML. Pure. */
import { shortIdOf } from '../../words/ids.ts';
import { localTime } from '../../words/local-time.ts';
import type { MessageContent, MessageRun } from '../../words/message.ts';
import type { Occasion } from '../../words/notify.ts';
import { oneLine, plural } from '../../words/text.ts';

export interface MailPlace {
  readonly workspace: { readonly name: string; readonly timezone: string };
  /** Of the page, when it is served. */
  readonly pageUrl: string | null;
}

export type Tone = MessageContent['tone'];

export const TONE_WORDS: Readonly<Record<Tone, string>> = {
  bad: 'went wrong',
  attention: 'needs a look',
  good: 'went well',
};

const TONES = ['bad', 'attention', 'good'] as const;

/** What needs a person most comes first; among equals the oldest. */
export function worstFirst(contents: readonly MessageContent[]): readonly MessageContent[] {
  return contents.toSorted(
    (a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone) || a.at.localeCompare(b.at),
  );
}

/** `1 went wrong, 2 need a look`. */
export function toneCounts(contents: readonly MessageContent[]): string {
  return TONES.flatMap((tone) => {
    const count = contents.filter((one) => one.tone === tone).length;
    if (count === 0) return [];
    return [`${count} ${tone === 'attention' && count > 1 ? 'need a look' : TONE_WORDS[tone]}`];
  }).join(', ');
}

export interface Fact {
  readonly label: string;
  readonly text: string;
  /** An address of the page that the text leads to. */
  readonly href?: string;
}

/** What is known of it besides its report; each one line. */
export function factsOf(content: MessageContent, place: MailPlace): readonly Fact[] {
  const { run, heldBack, occasions, at } = content;
  const { timezone } = place.workspace;
  const held = `${plural(heldBack, 'message')} of the same kind before it, by the cooldown`;
  return [
    ...(run === null ? [{ label: 'When', text: timeWords(at, timezone) }] : runFacts(run, place)),
    { label: 'Told because', text: occasions.map((one) => OCCASION_WORDS[one]).join(', ') },
    ...(heldBack > 0 ? [{ label: 'Held back', text: held }] : []),
  ].map((fact) => ({ ...fact, text: oneLine(fact.text, 500) }));
}

function runFacts(run: MessageRun, { workspace, pageUrl }: MailPlace): readonly Fact[] {
  const { counts, held, branch, reportPath } = run;
  const short = shortIdOf(run.id);
  const took = formatTimeTaken(run.startedAt, run.endedAt);
  const when = run.startedAt === null ? null : timeWords(run.startedAt, workspace.timezone);
  const page = `${pageUrl ?? ''}/runs/${encodeURIComponent(run.id)}`;
  return [
    { label: 'Run', text: `${short}, ${run.outcome}, by ${run.engine}` },
    ...(when === null
      ? []
      : [{ label: 'When', text: `${when}${took === null ? '' : `, took ${took}`}` }]),
    {
      label: 'Findings',
      text: `${counts.new} new, ${counts.known} known, ${counts.resolved} resolved`,
    },
    ...(held > 0
      ? [{ label: 'Waits for you', text: `${plural(held, 'request')}: roundsman requests` }]
      : []),
    ...(branch === null ? [] : [{ label: 'Branch', text: branch }]),
    ...(reportPath === null ? [] : [{ label: 'Report', text: reportPath }]),
    { label: 'More', text: `roundsman show ${short}` },
    ...(pageUrl === null ? [] : [{ label: 'Page', text: page, href: page }]),
  ];
}

const OCCASION_WORDS: Readonly<Record<Occasion, string>> = {
  always: 'a run ended',
  report: 'it has a report',
  'findings-new': 'it has new findings',
  failure: 'it failed',
  recovered: 'it works again',
  missed: 'a run was missed',
  waiting: 'it asks something',
  held: 'requests wait',
  denied: 'the agent was denied something',
  paused: 'it was paused',
};

function timeWords(instant: string, timezone: string): string {
  return Number.isNaN(Date.parse(instant)) ? '?' : localTime(instant, timezone);
}

/** `42 s`, `3 min 5 s`, `2 h 14 min`. */
function formatTimeTaken(from: string | null, to: string | null): string | null {
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1_000);
  if (!(seconds >= 0)) return null;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export interface CutReport {
  readonly markdown: string;
  /** One sentence, where something is missing. */
  readonly cut: string | null;
}

/** At most `budget` characters, whole lines, and where the rest is. */
export function cutReport({ markdown, run }: MessageContent, budget: number): CutReport {
  if (markdown.length <= budget) return { markdown, cut: null };
  const end = markdown.lastIndexOf('\n', budget);
  const kept = markdown.slice(0, end > budget / 2 ? end : budget);
  const [shown, all] = [kept.length, markdown.length].map((one) => one.toLocaleString('en-US'));
  const whole =
    run === null
      ? 'The whole is kept where it was made.'
      : `The whole is in ${oneLine(run.reportPath ?? 'its report', 500)}, or: roundsman show ${shortIdOf(run.id)}`;
  return { markdown: kept, cut: `Cut here: ${shown} of ${all} characters are shown. ${whole}` };
}

/** A shorter title may stand in a report by chance. */
const NAMED = 15;

/** The findings that the report below does not name: a mail tells each thing once. */
export function findingsBeside(
  { findings }: Pick<MessageContent, 'findings'>,
  markdown: string,
): MessageContent['findings'] {
  const plain = (text: string): string =>
    text
      .replace(/\*\*|\]\([^()\s]{1,1000}\)|(?<!\\)\[/g, '')
      .replace(/\\(?=[\p{P}\p{S}])|\u200b/gu, '')
      .replace(/\s+/g, ' ');
  const report = plain(markdown);
  return findings.filter(({ title }) => {
    // The word in front, as in `Urgent: `, is a heading in the report.
    const named = plain(oneLine(title, 300)).replace(/^\p{Lu}\p{Ll}+: /u, '');
    return named.length < NAMED || !report.includes(named);
  });
}

/** How much of each report a mail of so many has room for. */
export function reportBudget(count: number): number {
  return Math.min(100_000, Math.floor(200_000 / Math.max(1, count)));
}

/** `high: Title (src/x.ts), new`. */
export function findingLine(finding: MessageContent['findings'][number]): string {
  const { title, severity, state, path } = finding;
  const where = path === null ? '' : ` (${oneLine(path, 300)})`;
  return `${oneLine(severity, 20)}: ${oneLine(title, 300)}${where}, ${oneLine(state, 20)}`;
}

/** As many have a section of their own; the others stand in the table alone. */
export const MOST_SECTIONS = 50;
/** As many stand in the table. */
export const MOST_ROWS = 500;

/** What a mail with more than that says of the rest; `null`: there is none. */
export function beyondWords(count: number): string | null {
  if (count <= MOST_SECTIONS) return null;
  const some = `Only the first ${MOST_SECTIONS} are told below.`;
  return count <= MOST_ROWS
    ? some
    : `${some} ${count - MOST_ROWS} more are not listed: roundsman runs`;
}
