/** What review keeps below refs of ours: branches that were discarded, and those that went once they had landed. */
import { formatDuration } from '../../../words/duration.ts';
import type { PinOwner } from '../../../worktrees/survey-pins.ts';
import type { SurveyRequest } from './parts.ts';

/** By the id in the ref; `null`: it is none of review's. */
export async function reviewedOwners({
  workspace,
  now,
  archivesMs,
}: SurveyRequest & { readonly archivesMs: number }): Promise<(id: string) => PinOwner | null> {
  const { discarded, landings } = workspace.review;
  const [gone, landed] = await Promise.all([discarded.list(), landings.list()]);
  const since = new Map<string, { readonly at: string; readonly what: string }>([
    ...gone.map(
      ({ id, at, branch }) => [id, { at, what: `the discarded branch ${branch}` }] as const,
    ),
    ...landed.map(
      ({ id, startedAt, endedAt }) =>
        [id, { at: endedAt ?? startedAt, what: 'a branch that landed' }] as const,
    ),
  ]);
  return (id) => {
    const one = since.get(id);
    if (one === undefined) return null;
    const until = new Date(Date.parse(one.at) + archivesMs);
    if (until <= now) return { kind: 'ended', since: one.at };
    const days = `${formatDuration(archivesMs)} (keep.archives)`;
    const why = `${one.what} can be restored until ${until.toISOString().slice(0, 10)}: kept for ${days}`;
    return { kind: 'needs', why };
  };
}
