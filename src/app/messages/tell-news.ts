/** What can be told of runs, slots and pauses by whoever made none of it: from records, and each by itself. */
import type { TellParts } from '../../delivery/tell-run.ts';
import type { RoutineId } from '../../domain/ids.ts';
import type { ScheduledRoutine } from '../../domain/scheduled-routine.ts';
import type { StoredRun } from '../../store/ports.ts';
import type { Workspace } from '../contract.ts';
import { tellEach } from './tell-each.ts';
import { tellMissed } from './tell-missed.ts';
import { tellPauses } from './tell-pauses.ts';
import { tellEndedRuns, tellStoredRun, type EndedSince } from './tell-runs.ts';

export interface News extends EndedSince {
  /** What is scheduled now. */
  readonly find: (id: RoutineId) => ScheduledRoutine | null;
}

export interface NewsTold {
  /** It is to be asked again in a moment. */
  readonly more: boolean;
  /** Why some of it could not be told. */
  readonly problems: readonly unknown[];
}

export async function tellNews(
  workspace: Workspace,
  parts: TellParts,
  { find, ...ended }: News,
): Promise<NewsTold> {
  const problems: unknown[] = [];
  let more = false;
  const kinds = [
    () => tellEndedRuns(workspace, parts, ended),
    async () => {
      const waiting = (await workspace.runs.listUnfinished()).filter(isWaiting);
      return tellEach(waiting, (run) => tellStoredRun(workspace, parts, run));
    },
    () => tellPauses(workspace, parts, find),
    async () => {
      const missed = await tellMissed(workspace, parts, ended.since);
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

function isWaiting({ record }: StoredRun): boolean {
  return record?.phase.kind === 'waiting';
}
