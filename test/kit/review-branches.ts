/** Branches, couplings and facts of review, made up for tests of pure rules. */
import { sha256 } from '../../src/platform/hash.ts';
import {
  isCommitSha,
  isRoutineId,
  isRunId,
  type CommitSha,
  type RunId,
} from '../../src/words/ids.ts';
import type { Coupling, CouplingKind } from '../../src/words/review/change-set.ts';
import type { BranchChange, ReviewBranch } from '../../src/words/review/review-branch.ts';

/** Always the same for the same name. */
export function commitOf(name: string): CommitSha {
  const sha = sha256(name).slice(0, 40);
  if (!isCommitSha(sha)) throw new TypeError(sha);
  return sha;
}

export function runIdOf(name: string): RunId {
  const id = `01${sha256(name)
    .replace(/[^0-9a-h]/g, '')
    .slice(0, 24)}`.padEnd(26, '0');
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

export function routineOf(name: string): NonNullable<ReviewBranch['routine']> {
  if (!isRoutineId(name)) throw new TypeError(name);
  return name;
}

export function changeOf(path: string, change: Partial<BranchChange> = {}): BranchChange {
  return {
    path,
    from: null,
    status: 'changed',
    insertions: 1,
    deletions: 0,
    oldBlob: commitOf(`old ${path}`),
    newBlob: commitOf(`new ${path}`),
    mode: '100644',
    ...change,
  };
}

export function reviewBranch(branch: string, fields: Partial<ReviewBranch> = {}): ReviewBranch {
  const changes = fields.changes ?? [changeOf('src/a.ts')];
  return {
    branch,
    owner: 'person',
    runId: null,
    routine: null,
    engine: null,
    item: null,
    variant: null,
    tip: commitOf(`tip of ${branch}`),
    base: commitOf('base'),
    target: 'main',
    targetTip: commitOf('main'),
    unpulled: null,
    lostBase: null,
    behind: 0,
    commits: 1,
    subject: `Change ${branch}`,
    madeAt: '2026-11-21T02:00:00.000Z',
    insertions: changes.reduce((sum, { insertions }) => sum + (insertions ?? 0), 0),
    deletions: changes.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
    covers: [],
    worktree: null,
    ...fields,
    changes,
  };
}

export function couplingOf(
  a: string,
  b: string,
  {
    kind = 'symbol',
    binds = true,
    detail = `${a} changes it, ${b} calls it`,
  }: {
    readonly kind?: CouplingKind;
    readonly binds?: boolean;
    readonly detail?: string;
  } = {},
): Coupling {
  const place = { path: 'src/a.ts', line: 1, text: 'x' };
  return { a, b, kind, detail, places: [place, place], binds };
}
