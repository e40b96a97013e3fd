/**
 * The branch that a run hands back takes the place of those that waited before it: they are discarded as a person would,
 * restorably, and what was said of them goes along. Done over, after a crash, it continues where it was; what it never came to is
 * done by the next run of the routine, which finds both.
 */
import { checkedOutBranches } from '../../git/list-worktrees.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { heldBy } from '../../git/under-way.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { newRunId } from '../../platform/ids.ts';
import type { RunId } from '../../words/ids.ts';
import type { SplitPart, DiscardedBranch } from '../../words/review/branch-verdict.ts';
import type { UsedPredecessor } from '../../words/review/predecessor.ts';
import { placeHere } from '../fleet/machine-of.ts';
import { alone, discardedRef, type BranchDesk } from './desk.ts';
import { finishDiscard } from './finish-discard.ts';
import { workedOn } from './place-of-target.ts';

export interface ReplaceRequest {
  readonly predecessors: readonly UsedPredecessor[];
  /** What takes their place; of several engines' branches the first. */
  readonly made: SplitPart;
  /** Which run made it, as people name it. */
  readonly run: string;
}

/** What became of each, for the report. Throws `refused` / `landing-under-way`. */
export async function replaceBranches(
  desk: BranchDesk,
  { predecessors, made, run }: ReplaceRequest,
): Promise<readonly string[]> {
  if (predecessors.length === 0) return [];
  return alone(desk.workspace, async () => {
    const notices: string[] = [];
    for (const one of predecessors) {
      const record = await recordOf(desk, one, made);
      const why = record === null ? await whyNot(desk, one) : null;
      if (why === null) {
        await replace(desk, record ?? (await newRecord(desk, one, { made, run })));
        notices.push(replacedWords(one, made));
      } else if (why !== 'gone') {
        notices.push(`${one.branch} waits beside ${made.branch}: ${why}`);
      }
    }
    return notices;
  });
}

function replacedWords({ branch, use }: UsedPredecessor, { branch: by }: SplitPart): string {
  const how = use === 'held' ? ', which holds all of it' : ', which was made without it';
  return `${branch} is replaced by ${by}${how}; bring it back: roundsman review restore ${branch}`;
}

/** That of the same replacement, where an earlier try came that far. */
async function recordOf(
  { workspace }: BranchDesk,
  { branch, tip }: UsedPredecessor,
  made: SplitPart,
): Promise<DiscardedBranch | null> {
  const records = await workspace.review.discarded.list();
  const isIt = (one: DiscardedBranch): boolean =>
    one.branch === branch &&
    one.tip === tip &&
    one.state !== 'restored' &&
    one.replacedBy?.branch === made.branch;
  return records.findLast(isIt) ?? null;
}

/** Reads only. `null`: nothing stands against it. */
async function whyNot(
  { workspace, git }: BranchDesk,
  { branch, tip, touched, use }: UsedPredecessor,
): Promise<string | null> {
  const { gitDir } = workspace.location;
  const ref = `refs/heads/${branch}`;
  const now = await resolveCommit(git, ref);
  if (now === null) return 'gone';
  if (use === 'left') return 'the two do not go together';
  if (now !== tip) return 'it was changed while the run was active';
  const checkout = (await checkedOutBranches(gitDir)).get(branch);
  if (checkout !== undefined) return `it is checked out in ${checkout}`;
  const held = await heldBy(gitDir, ref);
  if (held !== null) return `a ${held.what} of it is under way`;
  const [landings, comments, worked] = await Promise.all([
    workspace.review.landings.list(),
    workspace.review.comments.list(),
    workedOn(workspace, [branch]),
  ]);
  const lands = landings.some(
    ({ endedAt, steps }) => endedAt === null && steps.some((step) => step.branch === branch),
  );
  if (lands) return 'it is in the queue to land';
  if (worked.has(branch)) return 'a run still works on it';
  if (!touched && comments.some((one) => one.branch === branch))
    return 'a person commented on it while the run was active';
  return null;
}

async function newRecord(
  { workspace, probe }: BranchDesk,
  { branch, tip, run }: UsedPredecessor,
  by: { readonly made: SplitPart; readonly run: string },
): Promise<DiscardedBranch> {
  const now = workspace.clock.now();
  const record: DiscardedBranch = {
    id: newRunId(now),
    branch,
    tip,
    run: run satisfies RunId,
    reason: `${by.made.branch} of run ${by.run} takes its place`,
    by: 'roundsman',
    at: now.toISOString(),
    replacedBy: by.made,
    ...placeHere(workspace),
    state: 'deleting',
  };
  await workspace.review.discarded.create(record);
  await probe('replace/recorded');
  return record;
}

async function replace(desk: BranchDesk, record: DiscardedBranch): Promise<void> {
  const { id, branch, tip, state } = record;
  if (state === 'discarded') return;
  const kept = discardedRef(id);
  const ref = `refs/heads/${branch}`;
  const [isKept, isThere] = await Promise.all([
    resolveCommit(desk.git, kept),
    resolveCommit(desk.git, ref),
  ]);
  await updateRefs(desk.git, [
    ...(isKept === null ? [{ kind: 'create', ref: kept, to: tip } as const] : []),
    ...(isThere === tip ? [{ kind: 'delete', ref, from: tip } as const] : []),
  ]);
  await desk.probe('replace/refs-moved');
  await finishDiscard(desk, record);
}
