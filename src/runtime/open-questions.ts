/** What agents wait to be told, over all runs of a workspace: the most urgent first. */
import type { RunId, RoutineId } from '../words/ids.ts';
import type { RunQuestion } from '../words/run-question.ts';
import { toRunView } from '../words/run-view.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface OpenQuestion {
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly question: RunQuestion;
  /** ISO 8601, as the next one. */
  readonly since: string;
  /** Then the default is taken, or the run ends with what there is; `null`: whenever. */
  readonly until: string | null;
}

/** Those whose time is up first; then those that have waited longest. */
export async function openQuestions({ runs }: Workspace): Promise<readonly OpenQuestion[]> {
  const unfinished = await runs.listUnfinished();
  return unfinished
    .flatMap((run): readonly OpenQuestion[] => {
      const phase = run.record?.phase;
      if (phase?.kind !== 'waiting') return [];
      const { id, routine } = toRunView(run);
      const { question, since, until } = phase;
      return [{ run: id, routine, question, since, until }];
    })
    .toSorted(byUrgency);
}

function byUrgency(a: OpenQuestion, b: OpenQuestion): number {
  const [one, other] = [a, b].map(({ until }) => (until === null ? Infinity : Date.parse(until)));
  if (one !== undefined && other !== undefined && one !== other) return one - other;
  if (a.since !== b.since) return a.since < b.since ? -1 : 1;
  return a.run < b.run ? -1 : 1;
}
