/** What went wrong with several things that were done one after the other, each whatever became of those before. Pure. */
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

const LONGEST = 1_000;

/** Of one thing it is that itself. */
export function problemsInOne(problems: readonly unknown[]): unknown {
  const [first, ...others] = problems;
  if (others.length === 0) return first;
  const message = oneLine(problems.map(wordsOf).join('; '), LONGEST);
  const { code, hint } =
    first instanceof AppError ? first : ({ code: 'failed', hint: '' } as const);
  return new AppError(code, { code: 'several-problems', message, hint }, { cause: first });
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
