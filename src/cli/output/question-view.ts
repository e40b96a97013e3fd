/** A question of an agent on a page: its text, its subject, the options, and the default without an answer. */
import type { OpenQuestion } from '../../runtime/questions.ts';
import { shortIdOf } from '../../words/ids.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Page } from './page.ts';
import type { Column } from './table.ts';

export interface QuestionMoment {
  readonly now: Date;
  readonly timezone: string;
}

/** All of what the agent wrote stands behind a bar, so that none of it looks like a line of ours. */
export function writeQuestion(page: Page, open: OpenQuestion, moment: QuestionMoment): void {
  const { question, routine, run } = open;
  const id = shortIdOf(run);
  page.line(`${page.paint('strong', routine)}  run ${id} asks:`);
  page.line();
  writeQuoted(page, question.question);
  if ((question.why ?? '') !== '') {
    page.line();
    page.line('  what hangs on it:');
    writeQuoted(page, question.why ?? '');
  }
  page.line();
  for (const [at, option] of question.options.entries())
    page.line(`  ${at + 1}  ${oneLine(option, 300)}`);
  if (question.options.length > 0) page.line();
  page.fields([
    ['item', question.item ?? null],
    ['files', filesWords(question.files ?? [])],
    ['until', untilWords(open, moment)],
    ['then', formatDefault(open)],
    [
      'answer',
      question.options.length === 0
        ? `roundsman answer ${id} "…"`
        : `roundsman answer ${id} --option 1`,
    ],
  ]);
}

export function questionColumns({ now }: QuestionMoment): readonly Column<OpenQuestion>[] {
  return [
    { title: 'run', text: ({ run }) => shortIdOf(run) },
    { title: 'routine', text: ({ routine }) => routine, shrinkTo: 8 },
    {
      title: 'until',
      text: ({ until }) => (until === null ? 'whenever' : relativeTime(until, now)),
      style: ({ until }) => (isSoon(until, now) ? 'warn' : null),
    },
    { title: 'item', text: ({ question }) => question.item ?? '-' },
    { title: 'asks', text: ({ question }) => oneLine(question.question, 300), shrinkTo: 20 },
    { title: 'else', text: (open) => formatDefault(open), shrinkTo: 12 },
  ];
}

/** What the run does without an answer. */
export function formatDefault({ question }: Pick<OpenQuestion, 'question'>): string {
  return question.default === null
    ? 'the run ends with what there is'
    : oneLine(question.default, 300);
}

const SOON_MS = 4 * 3_600_000;

function isSoon(until: string | null, now: Date): boolean {
  return until !== null && Date.parse(until) - now.getTime() < SOON_MS;
}

function untilWords({ until }: OpenQuestion, { now, timezone }: QuestionMoment): string | null {
  return until === null ? null : `${localTime(until, timezone)} (${relativeTime(until, now)})`;
}

const MAX_FILES = 10;

function filesWords(files: readonly string[]): string | null {
  if (files.length === 0) return null;
  const shown = files.slice(0, MAX_FILES).map((file) => oneLine(file, 200));
  const more = files.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function writeQuoted(page: Page, text: string): void {
  for (const line of stripControls(text).split('\n')) page.line(`  │ ${line}`);
}
