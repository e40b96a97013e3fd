/**
 * The union of a change set: all of it merged in order, checked once. What was checked already is told from its record; one
 * union is built at a time; whatever ends it, nothing but the record and the merged commit is left.
 */
import { gitIn } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import { newRunId } from '../platform/ids.ts';
import { asAppError, AppError } from '../words/errors.ts';
import type { Union, UnionState } from '../words/review/union.ts';
import { oneLine, plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { BuildUnion, UnionRequest } from './contract.ts';
import { findReviewed } from './find-reviewed.ts';
import { cancelled, checkCommit, type CheckedCommit } from './union/check-commit.ts';
import { mergeMembers } from './union/merge-members.ts';
import { planUnion, type UnionPlan } from './union/plan-union.ts';
import { searchBreaking } from './union/search-breaking.ts';
import { unionRef, withUnionLock } from './union/union-place.ts';

export const buildUnion: BuildUnion = async (workspace, request) => {
  const { what, signal, others = false } = request;
  const reviewed = await findReviewed(workspace, { what, signal, others });
  const plan = await planUnion(workspace, reviewed);
  const known = request.again === true ? null : await knownUnion(workspace, plan, request);
  if (known !== null) return known;
  return withUnionLock(workspace, plan.set, () => build(workspace, plan, request));
};

/** The newest conclusive union with the same key; `null`: build one, also to search for the cause of a broken one. */
async function knownUnion(
  { review }: Workspace,
  plan: UnionPlan,
  { search = true, progress }: UnionRequest,
): Promise<Union | null> {
  const same = (await review.unions.list()).filter(({ key }) => key === plan.key);
  const found = same.findLast(({ state }) => state.kind !== 'running' && state.kind !== 'failed');
  if (found === undefined) return null;
  if (found.state.kind === 'broken' && search && found.tried.length === 0) return null;
  progress(`nothing changed since it was built at ${found.startedAt}; --again builds it again`);
  return found;
}

async function build(workspace: Workspace, plan: UnionPlan, request: UnionRequest): Promise<Union> {
  const { review, clock } = workspace;
  const now = clock.now();
  const begun: Union = {
    id: newRunId(now),
    set: plan.set,
    target: plan.target.target,
    targetTip: plan.target.tip,
    members: plan.members.map(({ branch, tip }) => ({ branch, tip })),
    key: plan.key,
    state: { kind: 'running' },
    commit: null,
    isolation: null,
    checks: [],
    breaking: [],
    tried: [],
    by: request.by,
    startedAt: now.toISOString(),
    endedAt: null,
  };
  await review.unions.create(begun);
  const end = async (patch: Partial<Union>): Promise<Union> => {
    const ended = { ...begun, ...patch, endedAt: clock.now().toISOString() };
    await review.unions.write(ended);
    return ended;
  };
  try {
    return await end(await make(workspace, plan, { ...request, begun }));
  } catch (thrown) {
    await dropRef(workspace, begun);
    const { reason, message } = asAppError(thrown);
    const why = reason === 'cancelled' ? 'it was interrupted' : oneLine(message, 500);
    const ended = await end({ state: { kind: 'failed', why } });
    if (reason === 'cancelled' || !(thrown instanceof AppError)) throw thrown;
    return ended;
  }
}

async function make(
  workspace: Workspace,
  plan: UnionPlan,
  request: UnionRequest & { readonly begun: Union },
): Promise<Partial<Union>> {
  const { begun, progress, signal, search = true } = request;
  const { location, gitEnv } = workspace;
  progress(
    `merging ${plural(plan.members.length, 'branch', 'branches')} onto ${plan.target.target}`,
  );
  const merged = await mergeMembers({
    repository: { cwd: location.root, env: gitEnv, signal: AbortSignal.any([signal]) },
    target: plan.target,
    members: plan.members,
    ref: unionRef(begun.id),
    email: plan.email,
    at: begun.startedAt,
  });
  if (signal.aborted) throw cancelled();
  if (merged.kind === 'conflict')
    return { state: { kind: 'conflict', at: merged.at, files: merged.files } };
  if (merged.kind === 'failed') return { state: { kind: 'failed', why: merged.why } };
  const { commit } = merged;
  const { setup, checks } = plan.spec.routine.workspace;
  if (setup.length + checks.length === 0) return { state: { kind: 'unchecked' }, commit };
  const { spec } = plan;
  const done = await checkCommit(workspace, {
    target: plan.target.tip,
    spec,
    id: begun.id,
    commit,
    checks,
    progress,
    signal,
  });
  for (const notice of [...plan.notices, ...done.notices]) progress(notice);
  const state = stateOf(done, checks);
  const told = { state, commit, isolation: done.isolation, checks: done.checks };
  if (state.kind !== 'broken' || !search) return told;
  return {
    ...told,
    ...(await searchBreaking(workspace, { plan, broken: done, progress, signal })),
  };
}

function stateOf({ checks }: CheckedCommit, asked: readonly string[]): UnionState {
  if (checks.some(({ exitCode }) => exitCode !== 0)) return { kind: 'broken' };
  return { kind: asked.length === 0 ? 'unchecked' : 'passed' };
}

async function dropRef({ location, gitEnv }: Workspace, { id }: Union): Promise<void> {
  const git = gitIn({ cwd: location.root, env: gitEnv });
  // Where the refs are locked the next union drops it.
  await updateRefs(git, [{ kind: 'delete', ref: unionRef(id) }]).catch(() => undefined);
}
