/** Verdicts on branches that were landed, taken back, discarded, restored or split. Safe to repeat. */
import { newRunId } from '../../platform/ids.ts';
import { isBranchName, type CommitSha, type RoutineId, type RunId } from '../../words/ids.ts';
import type { BranchVerdict } from '../../words/review/branch-verdict.ts';
import { oneLine } from '../../words/text.ts';
import type { BranchDesk } from './desk.ts';

export type NewVerdict = Omit<BranchVerdict, 'id' | 'title' | 'run' | 'routine' | 'engine'>;

/** Those of the same kind, branch, tip, landing and moment stand already, and are not written again. */
export async function writeVerdicts(
  desk: Pick<BranchDesk, 'git'> & {
    readonly workspace: Pick<BranchDesk['workspace'], 'review' | 'clock' | 'runs' | 'fleet'>;
  },
  wanted: readonly NewVerdict[],
): Promise<void> {
  const { review, clock } = desk.workspace;
  const known = await review.verdicts.list();
  const owners = await ownersOfBranches(desk.workspace, known);
  for (const verdict of wanted) {
    if (known.some((one) => isSame(one, verdict))) continue;
    const owner = owners(verdict.branch);
    await review.verdicts.create({
      ...verdict,
      id: newRunId(clock.now()),
      title: await titleOf(desk, verdict.tip),
      run: owner?.run ?? null,
      routine: owner?.routine ?? null,
      engine: owner?.engine ?? null,
    });
    await noteTravel(desk.workspace, owner?.run ?? null, verdict);
  }
}

/** What is open again goes to other machines again. */
async function noteTravel(
  { fleet }: Pick<BranchDesk['workspace'], 'fleet'>,
  run: RunId | null,
  { kind, branch }: NewVerdict,
): Promise<void> {
  if (fleet === null || run === null || !isBranchName(branch)) return;
  if (kind === 'undone' || kind === 'restored') await fleet.note({ run, branch }, { kind: 'due' });
}

function isSame(one: BranchVerdict, wanted: NewVerdict): boolean {
  return (
    one.kind === wanted.kind &&
    one.branch === wanted.branch &&
    one.tip === wanted.tip &&
    one.landing === wanted.landing &&
    one.at === wanted.at
  );
}

async function titleOf({ git }: Pick<BranchDesk, 'git'>, tip: CommitSha): Promise<string> {
  const asked = await git(['log', '-1', '--format=%s', tip, '--'], { okExitCodes: [0, 128] });
  return oneLine(asked.stdout, 200);
}

/** Which run a branch is of; one that was split off belongs to the run of what it was split off from. */
interface BranchOwner {
  readonly run: RunId | null;
  readonly routine: RoutineId | null;
  readonly engine: string | null;
}

/** @param verdicts all of them */
async function ownersOfBranches(
  { runs }: Pick<BranchDesk['workspace'], 'runs'>,
  verdicts: readonly BranchVerdict[],
): Promise<(branch: string) => BranchOwner | null> {
  const { views } = await runs.listViews({ parts: true });
  const owners = new Map<string, BranchOwner>();
  for (const { run, routine, engine, into } of verdicts)
    for (const { branch } of into ?? []) owners.set(branch, { run, routine, engine });
  // Oldest first: of several runs with one branch the newest counts.
  for (const { id, routine, engine, branch } of views.toReversed())
    if (branch !== null) owners.set(branch, { run: id, routine, engine });
  return (branch) => owners.get(branch) ?? null;
}
