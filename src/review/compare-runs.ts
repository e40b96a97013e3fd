/** Two runs of one routine: what of its findings came and went from one to the other. */
import { findRun } from '../routines/find-run.ts';
import { AppError } from '../words/errors.ts';
import type { Finding } from '../words/finding.ts';
import { groupBy } from '../words/group-by.ts';
import type { RunId } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Older first. */
type Pair = readonly [RunView, RunView];

export interface ComparedRuns {
  readonly runs: Pair;
  readonly findings: {
    readonly new: readonly Finding[];
    /** Gone, and back again. */
    readonly regressed: readonly Finding[];
    readonly resolved: readonly Finding[];
    /** The routine does not look there any more. */
    readonly leftOut: readonly Finding[];
    /** There before and after. */
    readonly kept: number;
  };
}

/**
 * @param words one name: that run and the one before it, of a routine its newest two; two names: those
 * @returns `null` where they are not two ended runs of one routine
 */
export async function compareRuns(
  workspace: Workspace,
  words: readonly string[],
): Promise<ComparedRuns | null> {
  const runs = await pairOf(workspace, words);
  if (runs === null) return null;
  const { findings } = await workspace.findings.read(runs[0].routine);
  const [from, to] = [runs[0].id, runs[1].id];
  const changed = groupBy(findings, (finding) => changeOf(finding, from, to));
  return {
    runs,
    findings: {
      new: changed.get('new') ?? [],
      regressed: changed.get('regressed') ?? [],
      resolved: changed.get('resolved') ?? [],
      leftOut: changed.get('left-out') ?? [],
      kept: changed.get('kept')?.length ?? 0,
    },
  };
}

async function pairOf(workspace: Workspace, [a = '', b]: readonly string[]): Promise<Pair | null> {
  const newest = await namedRun(workspace, a);
  if (newest === null) return null;
  // Of a routine that runs just now, the runs before that.
  const goesOn = newest.state !== 'ended' && newest.routine === a;
  const newer = goesOn ? await runBefore(workspace, newest) : newest;
  if (newer === null) return null;
  const other = b === undefined ? await runBefore(workspace, newer) : await namedRun(workspace, b);
  if (other === null || other.id === newer.id || other.routine !== newer.routine) return null;
  const pair: Pair = other.id < newer.id ? [other, newer] : [newer, other];
  return pair.every(({ state }) => state === 'ended') ? pair : null;
}

async function namedRun(workspace: Workspace, text: string): Promise<RunView | null> {
  try {
    return await findRun(workspace, text);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function runBefore({ runs }: Workspace, { id, routine }: RunView): Promise<RunView | null> {
  const { views } = await runs.listViews({ routine });
  return views.find((view) => view.id < id && view.state === 'ended') ?? null;
}

type Change = 'new' | 'regressed' | 'resolved' | 'left-out' | 'kept' | 'absent';

function changeOf({ history = [] }: Finding, from: RunId, to: RunId): Change {
  const seen = history.flatMap((event) =>
    event.kind === 'found' || event.kind === 'regressed' || event.kind === 'resolved'
      ? [event]
      : [],
  );
  const before = seen.findLast(({ run }) => run <= from);
  const after = seen.findLast(({ run }) => run <= to);
  const was = before !== undefined && before.kind !== 'resolved';
  if (after === undefined) return 'absent';
  if (after.kind !== 'resolved') {
    if (was) return 'kept';
    return before === undefined ? 'new' : 'regressed';
  }
  if (!was) return 'absent';
  return after.why === 'left-out' ? 'left-out' : 'resolved';
}
