/** Which branches of a broken union break it: parts of it merged and checked, each in a repository of its own. */
import { gitIn } from '../../git/git-call.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { newRunId } from '../../platform/ids.ts';
import { asAppError } from '../../words/errors.ts';
import type { Union } from '../../words/review/union.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findBreaking, type AttemptAnswer } from '../trials/find-breaking.ts';
import { cancelled, checkCommit, type CheckedCommit } from './check-commit.ts';
import { mergeMembers } from './merge-members.ts';
import type { UnionPlan } from './plan-union.ts';
import { tryRef } from './union-place.ts';

export interface SearchRequest {
  readonly plan: UnionPlan;
  /** The whole. */
  readonly broken: CheckedCommit;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

const MOST_TRIES = 20;
const LONGEST_MS = 30 * 60_000;

export async function searchBreaking(
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
