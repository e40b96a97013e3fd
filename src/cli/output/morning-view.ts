/** The walk as a person sees it: one step, its keys, what was said. Narrow terminals and hostile texts are what it is made for. */
import type { InboxEntry, InboxKind } from '../../inbox/inbox-entry.ts';
import { ACT_KEYS } from '../../inbox/morning/morning-keys.ts';
import { currentStep, leftSteps, type Walk } from '../../inbox/morning/walk.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Paint } from './style.ts';
import { wrapWords } from './text-width.ts';

export interface MorningLook {
  readonly paint: Paint;
  readonly columns: number;
  readonly now: Date;
}

const KIND_WORDS: Readonly<Record<InboxKind, string>> = {
  question: 'question',
  'failed-run': 'failed run',
  message: 'message',
  finding: 'finding',
  proposal: 'request',
  'pull-request': 'pull request',
  'change-set': 'branch',
  report: 'report',
  note: 'note',
};

/** Without an end of line. */
const NO_BREAK = '\u00a0';

export function stepLines(walk: Walk, look: MorningLook): readonly string[] {
  const entry = currentStep(walk);
  if (entry === null) return [];
  const { paint, columns, now } = look;
  const width = Math.max(20, columns);
  const wrapped = (text: string): readonly string[] => wrapWords(oneLine(text, 1_000), width);
  const place = `${walk.at + 1} of ${walk.steps.length}`;
  const head = `${place} · ${KIND_WORDS[entry.kind]}${entry.routine === null ? '' : ` · ${entry.routine}`}`;
  const times = `since ${relativeTime(entry.since, now)}${entry.until === null ? '' : `; until ${relativeTime(entry.until, now)}`}`;
  const isDone = !leftSteps(walk).includes(entry);
  return [
    '',
    ...wrapped(head).map((line) => paint('faint', line)),
    ...wrapped(entry.title).map((line) => paint('strong', line)),
    ...wrapped(entry.why),
    ...wrapped(`${subjectOf(entry)}${times}${isDone ? '; done' : ''}`).map((line) =>
      paint('faint', line),
    ),
    ...keyLines(entry.kind, width),
  ];
}

export function noteLines({ note }: Walk, { paint, columns }: MorningLook): readonly string[] {
  if (note === '') return [];
  return wrapWords(oneLine(note, 1_000), Math.max(20, columns)).map((line) => paint('warn', line));
}

export function helpLines({ columns }: MorningLook): readonly string[] {
  const kinds = Object.entries(ACT_KEYS).map(
    ([kind, keys]) => `${kind}: ${keys.map(({ key, word }) => `${key} ${word}`).join(', ')}`,
  );
  const every = [
    'a  says yes, e changes, d says no and asks why, s sets aside until later',
    'x  selects more: all like it in its run, its routine, its folder, or all; a, d and s then decide on all of them',
    'o or Enter  opens it whole: the report, the diff, the request',
    'n and p, or the arrows  move without deciding',
    'u  undoes the last decision, where possible',
    'q or Ctrl-C  ends the walk; what is left stays where it is',
    '',
    ...kinds,
    '',
    'Press any key to continue.',
  ];
  return ['', ...every.flatMap((line) => wrapWords(line, Math.max(20, columns)))];
}

/** What was done, and what is left. */
export function closingLines(walk: Walk, { columns }: MorningLook): readonly string[] {
  const left = leftSteps(walk);
  const width = Math.max(20, columns);
  return [
    '',
    ...walk.done.flatMap(({ entry, said }) =>
      wrapWords(oneLine(`${said}  (${entry.title})`, 400), width),
    ),
    walk.done.length === 0
      ? 'Nothing was done.'
      : `${plural(walk.steps.length - left.length, 'step')} done.`,
    left.length === 0
      ? 'Nothing waits for you.'
      : `${plural(left.length, 'step')} left: roundsman morning`,
  ];
}

function subjectOf({ links }: InboxEntry): string {
  const name =
    links.finding ??
    links.proposal ??
    links.pullRequest ??
    links.set ??
    links.note ??
    links.message ??
    links.run?.slice(-6);
  return name === undefined ? '' : `${oneLine(name, 60)}, `;
}

/** A key stays with its word. */
function keyLines(kind: InboxKind, width: number): readonly string[] {
  const acts = ACT_KEYS[kind].map(({ key, word }) => `${key} ${word}`);
  const keys = [...acts, 'x more', 'o open', 'n next', 'u undo', '? help', 'q quit'];
  const joined = keys.map((one) => one.replaceAll(' ', NO_BREAK)).join(' · ');
  return wrapWords(joined, width).map((line) =>
    line.replace(/ ·$/, '').replace(/^· /, '').replaceAll(NO_BREAK, ' '),
  );
}
