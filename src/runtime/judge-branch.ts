/**
 * Another engine's opinion of a branch: a run like any other (gateway, sandbox, budgets, log) of a routine that stands in no
 * file. It sees the code as it was before the branch; the branch itself comes as data beside it, because instructions for
 * agents that the branch changed must not reach its judge. Whatever it commits is refused. Advisory: nothing lands by it.
 */
import { sha256 } from '../platform/hash.ts';
import type { JudgeBranch, JudgeRequest } from '../review/contract.ts';
import { findOneBranch } from '../review/find-reviewed.ts';
import { internalRoutine } from '../review/internal-routine.ts';
import { judgeCase, judgeDefinition, readOpinion } from '../review/judge/judge-task.ts';
import { readReviewSettings } from '../review/read-review-settings.ts';
import type { ReviewSettings } from '../routines/definition-context.ts';
import { pinDefinition } from '../routines/pin-definition.ts';
import { manualSpec } from '../scheduler/build-run-spec.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { Judgement, ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { startAdmitted } from './start-run.ts';

/** Throws `refused` where roundsman.yaml names no judge, and when it was interrupted. */
export const judgeBranch: JudgeBranch = async (workspace, request) => {
  const { judge } = await readReviewSettings(workspace);
  if (judge === null) throw noJudge();
  const branch = await findOneBranch(workspace, request.what);
  const handle = await startJudge(workspace, branch, judge);
  await stayWith(handle, request);
  const opinion = await readOpinion(workspace, handle.id);
  if (request.signal.aborted) throw interrupted(branch);
  const { branch: name, tip } = branch;
  const judgement: Judgement = {
    id: sha256(JSON.stringify([name, tip, judge.engine])).slice(0, 32),
    branch: name,
    tip,
    engine: judge.engine,
    run: handle.id,
    ...opinion,
    at: workspace.clock.now().toISOString(),
  };
  await workspace.review.judgements.write(judgement);
  return judgement;
};

type Judge = NonNullable<ReviewSettings['judge']>;

async function startJudge(
  workspace: Workspace,
  branch: ReviewBranch,
  judge: Judge,
): Promise<RunHandle> {
  const internal = await internalRoutine(workspace, {
    id: 'review-judge',
    text: judgeDefinition(judge, branch.base),
  });
  const payload = await workspace.events.put(await judgeCase(workspace, branch));
  return startAdmitted({ workspace }, async () => {
    const plain = await manualSpec({ workspace, ...internal });
    const event = {
      kind: 'git',
      id: oneLine(`${branch.branch}@${branch.tip}`, 200),
      summary: oneLine(branch.subject, 200),
      payload,
      deployment: null,
    } as const;
    await pinDefinition(workspace, plain);
    return { spec: { ...plain, event } };
  });
}

async function stayWith(handle: RunHandle, { signal, watch }: JudgeRequest): Promise<void> {
  const cancel = (): void => {
    handle.cancel('its judgement is not needed any more').catch((thrown: unknown) => {
      // It ended by itself in the meantime.
      if (asAppError(thrown).reason !== 'already-ended') throw thrown;
    });
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for await (const event of handle.events()) watch?.(event);
    await handle.ended();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function noJudge(): AppError {
  return new AppError('refused', {
    code: 'no-judge',
    message: 'roundsman.yaml names no engine that judges branches',
    hint: 'Name one: review: { judge: { engine: codex } }',
  });
}

function interrupted({ branch }: ReviewBranch): AppError {
  return new AppError('failed', {
    code: 'cancelled',
    message: `judging ${oneLine(branch, 160)} was interrupted; no judgement was kept`,
    hint: '',
  });
}
