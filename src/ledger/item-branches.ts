/** What the repository says of branches, as far as items need it. Fetches nothing. */
import { commitsWithin } from '../git/ancestry.ts';
import { coverageOnBases, coverageOnBranches, type CoveringCommit } from '../git/list-coverage.ts';
import { listHeads } from '../git/list-heads.ts';
import type { GitContext } from '../git/run-git.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import type { RunView } from '../words/run.ts';
import type { BranchesSeen } from './tie-branches.ts';

const COVERS = 'Roundsman-Covers';
const NOTHING_SEEN: BranchesSeen = {
  heads: new Map(),
  landedHeads: new Set(),
  covered: new Map(),
  landed: [],
};

export interface BranchQuestion {
  /** Open and closed ones. */
  readonly items: readonly Item[];
  readonly runs: readonly RunView[];
  /** ISO 8601. */
  readonly now: string;
}

export interface BranchPlace {
  /** What a branch must be merged into, one of them, to be done with. Empty without a commit. */
  readonly bases: readonly CommitSha[];
  readonly git: GitContext;
}

/** Calls git only where an item may have been worked on, and for findings only where an open item has any. */
export async function inspectBranches(
  question: BranchQuestion,
  openPlace: () => Promise<BranchPlace>,
): Promise<BranchesSeen> {
  const { items, runs, now } = question;
  const open = items.filter(({ state }) => state === 'open');
  const covering = open.filter(({ findings }) => findings.length > 0);
  const hasBranches =
    runs.some(({ branch }) => branch !== null) ||
    items.some(({ links = [] }) => links.some(({ kind }) => kind === 'branch')) ||
    covering.length > 0;
  if (!hasBranches) return NOTHING_SEEN;
  const { bases, git } = await openPlace();
  const asked = covering.length === 0 ? [] : bases;
  const since = covering.reduce((first, { createdAt }) => earlier(first, createdAt), now);
  const [heads, onBranches, onBases] = await Promise.all([
    listHeads(bases, git),
    coverageOnBranches({ key: COVERS, prefix: 'roundsman', bases: asked }, git),
    coverageOnBases({ key: COVERS, bases: asked, since }, git),
  ]);
  const gone = goneHeads(question).filter(({ branch }) => !heads.has(branch));
  const landedHeads = await commitsWithin({ commits: gone.map(({ head }) => head), bases }, git);
  return { heads, landedHeads, covered: byBranch(onBranches), landed: onBases };
}

/** Of runs for an item: their branch matters although it is there no more. */
function goneHeads({ items, runs }: BranchQuestion): readonly {
  readonly branch: string;
  readonly head: CommitSha;
}[] {
  const keys = new Set(items.map(({ key }) => key));
  const linked = new Set(
    items.flatMap(({ links = [] }) =>
      links.flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
    ),
  );
  return runs.flatMap(({ id, part, item, branch, head }) => {
    const wanted =
      linked.has(id) ||
      (part !== null && linked.has(part.of)) ||
      (item?.purpose === 'work' && keys.has(item.key));
    return wanted && branch !== null && head !== null ? [{ branch, head }] : [];
  });
}

function earlier(a: string, b: string): string {
  return b < a ? b : a;
}

function byBranch(commits: readonly CoveringCommit[]): BranchesSeen['covered'] {
  const covered = new Map<string, Set<string>>();
  for (const { branch, values } of commits) {
    if (branch === null) continue;
    const known = covered.get(branch) ?? new Set<string>();
    for (const value of values) known.add(value);
    covered.set(branch, known);
  }
  return covered;
}
