import type { RunProgress } from './run.ts';

/** Which of a repository's past a run can read, in a few words. */
export function formatHistory(history: NonNullable<RunProgress['history']>): string {
  if (history === 'borrow') return 'every object of the repository';
  if (history === 'copy') return 'the history of its base';
  return `the newest ${history} commits of its base`;
}
