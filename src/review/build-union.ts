/**
 * The union of a change set: all of it merged in order, checked once. What was checked already is told from its record; one
 * union is built at a time; whatever ends it, nothing but the record and the merged commit is left.
 */
import { gitIn } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import { newRunId } from '../platform/ids.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { Union, UnionState } from '../words/review/change-set.ts';
import { oneLine, plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { BuildUnion, UnionRequest } from './contract.ts';
import { findReviewed } from './find-reviewed.ts';
import { type AttemptAnswer, findBreaking } from './trials/find-breaking.ts';
import { cancelled, checkCommit, type CheckedCommit } from './union/check-commit.ts';
import { mergeMembers } from './union/merge-members.ts';
import { planUnion, type UnionPlan } from './union/plan-union.ts';
import { tryRef, unionRef, withUnionLock } from './union/union-place.ts';

// Which branches of a broken union break it: parts of it merged and checked, each in a repository of its own.

interface SearchRequest {
  readonly plan: UnionPlan;
  /** The whole. */
  readonly broken: CheckedCommit;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

const MOST_TRIES = 20;
const LONGEST_MS = 30 * 60_000;

async function searchBreaking(
  workspace: Workspace,
  request: SearchRequest,
): Promise<Pick<Union, 'breaking' | 'tried'>> {
  const { plan, broken } = request;
  const { clock } = workspace;
  const began = clock.monotonic();
  const failing = broken.checks
    .filter(({ exitCode }) => exitCode !== 0)
    .map(({ command }) => command);
  const found = await findBreaking({
    members: plan.members.map(({ branch }) => branch),
    couplings: plan.couplings,
    ...(await ownChecks(workspace, plan, failing)),
    mostAttempts: MOST_TRIES,
    attempt: (members) => attempt(workspace, request, { members, failing }),
    hasTime: () => clock.monotonic() - began < LONGEST_MS,
  });
  return { breaking: found.breaking, tried: found.tried };
}

/** What runs found themselves counts where they ran the same checks on the same target. */
async function ownChecks(
  { runs }: Workspace,
  { members }: UnionPlan,
  failing: readonly string[],
): Promise<{ readonly fine: readonly string[]; readonly suspects: readonly string[] }> {
  const fine: string[] = [];
  const suspects: string[] = [];
  for (const { branch, runId, tip, behind } of members) {
    const run = runId === null ? null : await runs.read(runId);
    const progress = run?.record?.progress;
    const had = run?.spec.routine.workspace.checks ?? [];
    if (progress?.checks === 'failed') suspects.push(branch);
    const isSame = progress?.head === tip && behind === 0;
    if (progress?.checks === 'passed' && isSame && failing.every((one) => had.includes(one)))
      fine.push(branch);
  }
  return { fine, suspects };
}

async function attempt(
  workspace: Workspace,
  { plan, progress, signal }: SearchRequest,
  asked: { readonly members: readonly string[]; readonly failing: readonly string[] },
): Promise<AttemptAnswer> {
  if (signal.aborted) throw cancelled();
  const { location, gitEnv, clock } = workspace;
  const names = asked.members.map((name) => oneLine(name, 80)).join(', ');
  const what = asked.members.length === 0 ? plan.target.target : names;
  progress(
    `looking for what breaks: ${plural(asked.members.length, 'branch', 'branches')} (${what})`,
  );
  const now = clock.now();
  const id = newRunId(now);
  const ref = tryRef(id);
  try {
    const merged = await mergeMembers({
      repository: { cwd: location.root, env: gitEnv, signal: AbortSignal.any([signal]) },
      target: plan.target,
      members: plan.members.filter(({ branch }) => asked.members.includes(branch)),
      ref,
      email: plan.email,
      at: now.toISOString(),
    });
    if (merged.kind === 'conflict')
      return {
        kind: 'unknown',
        why: `${oneLine(merged.at, 120)} does not merge without the others`,
      };
    if (merged.kind === 'failed') return { kind: 'unknown', why: merged.why };
    const { commit } = merged;
    const checks = plan.spec.routine.workspace.checks.filter((one) => asked.failing.includes(one));
    const done = await checkCommit(workspace, {
      target: plan.target.tip,
      spec: plan.spec,
      id,
      commit,
      checks,
      progress,
      signal,
    });
    return { kind: done.checks.some(({ exitCode }) => exitCode !== 0) ? 'breaks' : 'passes' };
  } catch (thrown) {
    const { reason, message } = asAppError(thrown);
    if (reason === 'cancelled') throw thrown;
    return { kind: 'unknown', why: message };
  } finally {
    const git = gitIn({ cwd: location.root, env: gitEnv });
    // Where the refs are locked the next union drops it.
    await updateRefs(git, [{ kind: 'delete', ref }]).catch(() => undefined);
  }
}

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
