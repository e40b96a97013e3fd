import { requestName } from '../../connectors/request-words.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { PullRequestLink } from '../../words/pull-request.ts';
import type { RunSpec } from '../../words/run-spec.ts';

/** The open one whose row of branches this run continues with; `null`: it begins again. Pure. */
export function goesOnWith(
  links: readonly PullRequestLink[],
  { follows = null, routine }: Pick<RunSpec, 'routine'> & Partial<Pick<RunSpec, 'follows'>>,
): PullRequestLink | null {
  const before = follows?.kept?.handedBack?.branch ?? follows?.from?.made ?? null;
  if (before === null) return null;
  return (
    links.find(
      ({ branch, state, routine: its }) =>
        its === routine.id && branch === before && state.kind === 'open',
    ) ?? null
  );
}

/** `pull request github-7 (4k2v9x)`, for lines of a log. */
export function shownLink({ forge, number, newest }: PullRequestLink): string {
  return `${requestName(forge, number)} (run ${shortIdOf(newest)})`;
}
