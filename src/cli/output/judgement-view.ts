/** What another engine says of a branch, for a person: it is advice, and says whose. */
import { shortIdOf } from '../../words/ids.ts';
import type { Judgement } from '../../words/review/judgement.ts';
import { oneLine } from '../../words/text.ts';
import type { Page } from './page.ts';

const STYLES = { pass: 'good', fail: 'bad', unknown: 'warn' } as const;

export function writeJudgement(page: Page, judgement: Judgement): void {
  const { paint } = page;
  const { verdict, branch, engine, run, summary, places } = judgement;
  const seen = run === null ? '' : `, run ${shortIdOf(run)}`;
  page.line(
    `${paint(STYLES[verdict], verdict)}  ${oneLine(branch, 160)}  ${paint('faint', `(${engine}${seen}; advice, nothing lands by it)`)}`,
  );
  if (summary !== '') page.line(`  ${oneLine(summary, 1_000)}`);
  for (const { path, line, text } of places)
    page.line(`  ${oneLine(path, 200)}${line === null ? '' : `:${line}`}  ${oneLine(text, 500)}`);
}
