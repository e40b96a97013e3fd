/** What a brief tells of the workspace, for a person: how much of each thing, what was left out, and what it says in short. */
import type { LeftOut } from '../../context/brief-context.ts';
import type { BriefContext, PriorReport } from '../../context/brief.ts';
import { overlapLine } from '../../context/overlap-words.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

const MOST_LINES = 15;

interface Row {
  readonly section: string;
  readonly entries: number;
  readonly tokens: number;
  readonly leftOut: string;
}

export function writeContext(page: Page, context: BriefContext): void {
  const rows = rowsOf(context);
  if (rows.length > 0) {
    page.line();
    page.table<Row>(
      [
        { title: 'told', text: ({ section }) => section },
        { title: 'entries', text: ({ entries }) => String(entries), align: 'right' },
        { title: 'tokens', text: ({ tokens }) => tokens.toLocaleString('en-US'), align: 'right' },
        { title: 'left out for size', text: ({ leftOut }) => leftOut, style: () => 'warn' },
      ],
      rows,
    );
  }
  for (const [title, lines] of listsOf(context)) {
    if (lines.length === 0) continue;
    page.line();
    page.line(page.paint('strong', title));
    for (const text of lines.slice(0, MOST_LINES)) page.line(`  ${oneLine(text, 300)}`);
    const more = lines.length - MOST_LINES;
    if (more > 0) page.line(page.paint('faint', `  and ${more} more: --json has them all`));
  }
}

/** As they were told; then what is gone altogether. */
function rowsOf({ size, leftOut }: BriefContext): readonly Row[] {
  const missing = (section: string): LeftOut | undefined =>
    leftOut.find((one) => one.section === section);
  const told = new Set<string>(size.sections.map(({ section }) => section));
  return [
    ...size.sections.map((one) => ({ ...one, leftOut: goneWords(missing(one.section)) })),
    ...leftOut
      .filter(({ section }) => !told.has(section))
      .map((one) => ({ section: one.section, entries: 0, tokens: 0, leftOut: goneWords(one) })),
  ];
}

function goneWords(one: LeftOut | undefined): string {
  if (one === undefined) return '';
  const { entries, shortened, tokens } = one;
  const parts = [
    ...(entries === 0 ? [] : [plural(entries, 'entry', 'entries')]),
    ...(shortened === 0 ? [] : [`a part of ${shortened}`]),
  ];
  return tokens === 0 ? parts.join(', ') : `${parts.join(', ')}: ${plural(tokens, 'token')}`;
}

function listsOf(
  context: BriefContext,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { handover, item } = context;
  return [
    [
      'Goes on with',
      handover === null ? [] : [`${handover.engine} ${handover.session}: ${handover.title}`],
    ],
    ['For the item', item === null ? [] : [`${item.key} ${item.title}`]],
    ['Who else is at these files', context.overlap.map(overlapLine)],
    [
      'Verdicts',
      context.verdicts.map(
        ({ at, about, verdict, title, reason }) =>
          `${at.slice(0, 10)} · ${about} ${verdict}: ${title}${reason === '' ? '' : ` (${reason})`}`,
      ),
    ],
    [
      'Sessions',
      context.sessions.map(
        ({ state, engine, title, doing, waitingOn }) =>
          `${state} · ${engine} · ${title}${tail(waitingOn ?? doing)}`,
      ),
    ],
    ['Items', context.items.map(({ key, state, title }) => `${key} · ${state} · ${title}`)],
    ['Decisions', context.decisions.map(({ id, title }) => `${id} · ${title}`)],
    ['Knowledge', context.knowledge.map(({ id, title }) => `${id} · ${title}`)],
    [
      'Transcripts',
      context.transcripts.map(({ engine, title, file }) => `${engine} · ${title} · ${file}`),
    ],
    ['Files of the base commit', context.files.map(({ path }) => path)],
    ['Reports', [...context.reports, ...context.otherReports].map(reportLine)],
    ['Could not be had', context.unavailable.map(({ section, why }) => `${section}: ${why}`)],
  ];
}

function tail(words: string | null): string {
  return words === null || words === '' ? '' : `: ${words}`;
}

function reportLine({ date, routine, file, quiet, shortened }: PriorReport): string {
  const words = [...(quiet ? ['quiet'] : []), ...(shortened === true ? ['in short'] : [])];
  return `${date} · ${routine ?? ''} · ${file}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
