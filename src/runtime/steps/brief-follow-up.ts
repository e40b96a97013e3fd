/** `brief` of a further attempt of a run that had ended: in its worktree, with its session where that can be; or again. */
import { join } from 'node:path';

import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { findEngine } from '../../engines/registry.ts';
import { listFolder, readText, removeTree } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import type { FollowedRun } from '../../words/run-spec.ts';
import { attemptPrompt } from '../attempt-prompt.ts';
import { resumable, writeBesideBrief } from './brief-again.ts';
import { planLaunch, readyEngine } from './plan-launch.ts';
import { done, type StepAnswer, type StepContext } from './step-context.ts';

export async function briefFollowUp(
  context: StepContext,
  { kept, outcome, message }: FollowedRun,
): Promise<StepAnswer> {
  const { paths, spec } = context;
  if (kept === null) throw new AppError('internal', { code: 'no-worktree', message: '', hint: '' });
  const ready = await readyEngine(context);
  const engine = findEngine(spec.routine.agent.engine);
  const session = resumable(context, engine, kept.session);
  // What was reported before was taken; what is found there at the end is this attempt's word.
  for (const name of await listFolder(paths.out)) await removeTree(join(paths.out, name));
  const text = attemptPrompt({
    plan: { reason: { kind: 'follow-up', outcome, message, fresh: false } },
    resumed: session !== null,
    task: await readText(join(paths.brief, 'prompt.md')),
    worktree: paths.worktree,
    outFolder: paths.out,
  });
  const promptFile = join(paths.brief, `attempt-${spec.attempt}.md`);
  await writeBesideBrief(context, promptFile, text);
  const launch = await planLaunch(context, { engine: engine.id, ready, session, promptFile });
  return { outcome: done(), launch };
}

/** In a fresh worktree: the task as ever, and under it what came before. */
export async function launchAnew(
  context: StepContext,
  { outcome, message, from }: FollowedRun,
): Promise<LaunchPlan> {
  const { paths, spec } = context;
  const ready = await readyEngine(context);
  const text = attemptPrompt({
    plan: {
      reason: { kind: 'follow-up', outcome, message, fresh: true, made: from?.made ?? null },
    },
    resumed: false,
    task: await readText(join(paths.brief, 'prompt.md')),
    worktree: paths.worktree,
    outFolder: paths.out,
  });
  const promptFile = join(paths.brief, `attempt-${spec.attempt}.md`);
  await writeBesideBrief(context, promptFile, text);
  const { engine } = spec.routine.agent;
  return planLaunch(context, { engine, ready, session: null, promptFile });
}
