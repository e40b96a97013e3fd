/**
 * Branches of ours that have not landed yet, with the findings they cover: that work need not be done again. Taken from
 * both run records and the repository, so that a branch that was deleted or merged by hand does not count. Branches of
 * replays cover nothing. A branch that was squashed or rebased into the base is left out if a record says that it landed.
 */
import { diffMany, type CommitRange, type RangeChanges } from '../git/diff-many.ts';
import { gitIn } from '../git/git-call.ts';
import { type BranchTip, listUnmergedBranches } from '../git/list-heads.ts';
import { objectSizes } from '../git/object-sizes.ts';
import type { GitContext } from '../git/run-git.ts';
import { trailersOfRanges } from '../git/trailers.ts';
import type { ProposalStore } from '../store/ports.ts';
import type { CommitSha, RunId, BranchName } from '../words/ids.ts';
import { localDateOf } from '../words/local-time.ts';
import { hasLanded, type DecidedBranch } from '../words/review/branch-verdict.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';
import { oneLine } from '../words/text.ts';
import type { WaitingBranch } from './brief.ts';

/** More than anybody reviews; older ones are still listed by `runs`. */
const MAX_BRANCHES = 50;
/** Of one branch; recipes and overlaps look at all that are told. */
const MAX_FILES = 500;

export interface BranchesRequest {
  /** Newest first, parts of others among them. */
  readonly views: readonly RunView[];
  readonly proposals: ProposalStore;
  /** What people decided on branches. */
  readonly decided: () => Promise<ReadonlyMap<string, DecidedBranch>>;
  readonly look: BranchLook;
  readonly timezone: string;
  /** Which is to be told; it is not held up by what other engines make of the same task. Default: none. */
  readonly run?: RunId | null;
}

/** Newest first. */
export async function waitingBranches(request: BranchesRequest): Promise<readonly WaitingBranch[]> {
  const { views, proposals, look, run = null } = request;
  const own = views.find(({ id }) => id === run)?.part?.of ?? null;
  const made = views.filter(
    ({ branch, slot, part }) =>
      branch !== null &&
      replayedRun(slot.key) === null &&
      (own === null || part === null || part.of !== own),
  );
  if (made.length === 0) return [];
  const [unmerged, decided] = await Promise.all([look.unmerged(), request.decided()]);
  const waiting = made
    .flatMap((view) => {
      const tip = view.branch === null ? undefined : unmerged.get(view.branch);
      return tip === undefined || view.base === null || hasLanded(decided.get(tip.branch), tip.tip)
        ? []
        : [{ view, tip, base: view.base }];
    })
    .slice(0, MAX_BRANCHES);
  if (waiting.length === 0) return [];
  const [changes, covered] = await Promise.all([
    look.changes(waiting.map(({ tip, base }) => rangeOf(base, tip))),
    coveredBy(proposals),
  ]);
  return waiting.map(({ view, tip }, index) =>
    told({ view, tip, changes: changes[index] ?? null }, covered, request.timezone),
  );
}

function rangeOf(from: CommitSha, { tip }: BranchTip): { from: CommitSha; to: CommitSha } {
  return { from, to: tip };
}

interface Looked {
  readonly view: RunView;
  readonly tip: BranchTip;
  /** `null`: no longer known; then the diffstat that the run recorded counts. */
  readonly changes: BranchChanges | null;
}

function told(
  { view, tip, changes }: Looked,
  covered: ReadonlyMap<RunId, ReadonlySet<string>>,
  timezone: string,
): WaitingBranch {
  const files = changes?.files ?? [];
  return {
    branch: tip.branch,
    routine: view.routine,
    run: view.id,
    date: localDateOf(new Date(startOf(view)), timezone),
    subject: oneLine(tip.subject),
    files: files.slice(0, MAX_FILES),
    fileCount: changes === null ? (view.diffstat?.files ?? 0) : files.length,
    insertions: changes?.insertions ?? view.diffstat?.insertions ?? 0,
    deletions: changes?.deletions ?? view.diffstat?.deletions ?? 0,
    covers: [
      ...new Set([...(covered.get(view.part?.of ?? view.id) ?? []), ...(changes?.covers ?? [])]),
    ],
  };
}

function startOf({ startedAt, slot }: RunView): string {
  return startedAt ?? slot.scheduledFor;
}

/** Fingerprints that a run proposed items for, also when they were refused: its branch names their keys. */
async function coveredBy(proposals: ProposalStore): Promise<ReadonlyMap<RunId, Set<string>>> {
  const covered = new Map<RunId, Set<string>>();
  for (const { run, type, payload } of await proposals.list()) {
    if (type !== 'file-item') continue;
    const known = covered.get(run) ?? new Set<string>();
    for (const fingerprint of payload.findings) known.add(fingerprint);
    covered.set(run, known);
  }
  return covered;
}

// What the repository says of branches, however many, in three calls of git.

/** Apart from the choice of branches, so that this can be tried without a repository. */
export interface BranchLook {
  /** Those that exist and are not merged into the base. */
  readonly unmerged: () => Promise<ReadonlyMap<BranchName, BranchTip>>;
  /** In the order of the ranges; `null` for one that can no longer be compared. */
  readonly changes: (ranges: readonly CommitRange[]) => Promise<readonly (BranchChanges | null)[]>;
}

interface BranchChanges extends RangeChanges {
  /** Fingerprints that the branch's commits name in `Roundsman-Covers` trailers. */
  readonly covers: readonly string[];
}

/** @param base what a branch must be merged into to be done with */
export function gitBranchLook(base: CommitSha, context: GitContext): BranchLook {
  return {
    unmerged: async () => {
      const tips = await listUnmergedBranches({ prefix: 'roundsman', base }, context);
      return new Map(tips.map((tip) => [tip.branch, tip]));
    },
    changes: async (ranges) => {
      const ask = async (asked: readonly CommitRange[]): Promise<readonly BranchChanges[]> => {
        const [diffs, covers] = await Promise.all([
          diffMany(asked, context),
          trailersOfRanges({ key: 'Roundsman-Covers', ranges: asked, without: base }, context),
        ]);
        return diffs.map((diff, index) => ({ ...diff, covers: covers[index] ?? [] }));
      };
      try {
        return await ask(ranges);
      } catch (thrown) {
        // The base of a branch may be gone after a history rewrite: then only this branch is unknown, not all of them.
        const there = await present(ranges, context);
        if (ranges.every(({ from }) => there.has(from))) throw thrown;
        const known = ranges.filter(({ from }) => there.has(from));
        const answers = await ask(known);
        return ranges.map((range) => answers[known.indexOf(range)] ?? null);
      }
    },
  };
}

async function present(
  ranges: readonly CommitRange[],
  context: GitContext,
): Promise<ReadonlySet<string>> {
  const bases = [...new Set(ranges.map(({ from }) => from))];
  const facts = await objectSizes(gitIn(context), bases);
  return new Set(facts.filter(({ type }) => type === 'commit').map(({ id }) => id));
}
