/**
 * Branches of ours that no one has landed yet, with the findings they deal with: what they cover need not be
 * done again. Taken from run records and the repository both, so that a branch that was deleted or merged by
 * hand is not waited for. Branches of replays cover nothing. (A branch that was squashed into the base still counts, until it is deleted.)
 */
import type { WaitingBranch } from '../domain/brief.ts';
import type { BranchName, CommitSha, RunId } from '../domain/ids.ts';
import { localDateOf } from '../domain/local-time.ts';
import { replayedRun } from '../domain/replay.ts';
import type { RunView } from '../domain/run.ts';
import { listChangedFiles } from '../git/list-changed-files.ts';
import { listUnmergedBranches } from '../git/list-unmerged-branches.ts';
import type { GitContext } from '../git/run-git.ts';
import { listTrailerValues } from '../git/trailer-values.ts';
import type { ProposalStore, RunStore } from '../store/ports.ts';

/** What the repository says of branches; apart, so that the choice can be tried without one. */
export interface BranchLook {
  /** Tips of those that exist and are not merged into the base. */
  unmerged(): Promise<ReadonlyMap<BranchName, CommitSha>>;
  changedFiles(from: CommitSha, to: CommitSha): Promise<readonly string[]>;
  /** Fingerprints that the branch's commits name in `Roundsman-Covers` trailers. */
  covers?(from: CommitSha, to: CommitSha): Promise<readonly string[]>;
}

/** More than anybody reviews; older ones are still listed by `runs`. */
const MAX_BRANCHES = 50;

/** Newest first. */
export async function waitingBranches(request: {
  readonly runs: RunStore;
  readonly proposals: ProposalStore;
  readonly look: BranchLook;
  readonly timezone: string;
  /** Which is to be told; it is not held up by what other engines make of the same task. Default: none. */
  readonly run?: RunId | null;
}): Promise<readonly WaitingBranch[]> {
  const { runs, proposals, look, timezone, run = null } = request;
  const { views } = await runs.listViews({ parts: true });
  const own = views.find(({ id }) => id === run)?.part?.of ?? null;
  const made = views.filter(
    ({ branch, slot, part }) =>
      branch !== null &&
      replayedRun(slot.key) === null &&
      (own === null || part === null || part.of !== own),
  );
  if (made.length === 0) return [];
  const unmerged = await look.unmerged();
  const covered = await coveredBy(proposals);
  const waiting: WaitingBranch[] = [];
  for (const view of made) {
    if (waiting.length === MAX_BRANCHES) break;
    const tip = view.branch === null ? undefined : unmerged.get(view.branch);
    if (view.branch === null || view.base === null || tip === undefined) continue;
    waiting.push({
      branch: view.branch,
      routine: view.routine,
      run: view.id,
      date: localDateOf(new Date(startOf(view)), timezone),
      files: await look.changedFiles(view.base, tip),
      covers: [
        ...new Set([
          ...(covered.get(view.part?.of ?? view.id) ?? []),
          ...((await look.covers?.(view.base, tip)) ?? []),
        ]),
      ],
    });
  }
  return waiting;
}

/** Asks git, in two verbs. `base` is what a branch must be merged into to be done with. */
export function gitBranchLook(base: CommitSha, context: GitContext): BranchLook {
  return {
    unmerged: async () => {
      const tips = await listUnmergedBranches({ prefix: 'roundsman', base }, context);
      return new Map(tips.map(({ branch, tip }) => [branch, tip]));
    },
    changedFiles: (from, to) => listChangedFiles({ from, to }, context),
    covers: (from, to) => listTrailerValues({ key: 'Roundsman-Covers', from, to }, context),
  };
}

function startOf({ startedAt, slot }: RunView): string {
  return startedAt ?? slot.scheduledFor;
}

/** Fingerprints that a run proposed items for, also when they were refused: its branch names their keys. */
async function coveredBy(proposals: ProposalStore): Promise<ReadonlyMap<RunId, Set<string>>> {
  const covered = new Map<RunId, Set<string>>();
  for (const { run, payload } of await proposals.list()) {
    const known = covered.get(run) ?? new Set<string>();
    for (const fingerprint of payload.findings) known.add(fingerprint);
    covered.set(run, known);
  }
  return covered;
}
