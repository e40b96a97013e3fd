/** What can be told of runs, slots and pauses by whoever made none of it: from records, and each by itself. */
import type { StoredRun } from '../../store/ports.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { TellParts } from '../tell-run.ts';
import { tellEach } from './tell-each.ts';
import { tellMissed } from './tell-missed.ts';
import { tellPauses, type PausesNow } from './tell-pauses.ts';
import { tellEndedRuns, tellStoredRun, type EndedSince } from './tell-runs.ts';

/** Nothing from before `since` is told for the first time, though it stands still. */
export type News = EndedSince & PausesNow;

export interface NewsTold {
  /** It is to be asked again in a moment. */
  readonly more: boolean;
  /** Why some of it could not be told. */
  readonly problems: readonly unknown[];
}

export async function tellNews(
  workspace: Workspace,
  parts: TellParts,
  news: News,
): Promise<NewsTold> {
  const problems: unknown[] = [];
  let more = false;
  const kinds = [
    () => tellEndedRuns(workspace, parts, news),
    async () => {
      const waiting = (await workspace.runs.listUnfinished()).filter((run) =>
        waitsSince(run, news.since),
      );
      return tellEach(waiting, (run) => tellStoredRun(workspace, parts, run));
    },
    () => tellPauses(workspace, parts, news),
    async () => {
      const missed = await tellMissed(workspace, parts, news.since);
      more = missed.more;
      return missed.problems;
    },
  ];
  problems.push(
    ...(await tellEach(kinds, async (tell) => {
      problems.push(...(await tell()));
    })),
  );
  return { more: more || problems.length > 0, problems };
}

function waitsSince({ record }: StoredRun, since: string): boolean {
  return record?.phase.kind === 'waiting' && record.phase.since >= since;
}
