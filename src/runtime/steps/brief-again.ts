/**
 * `brief` of a further process of the agent: what it is told, and the plan to start it, in the worktree as it stands.
 * The brief of the run stays as it is; beside `prompt.md` stands what was told later.
 */
import { join } from 'node:path';

import type { ModelAccess } from '../../engines/access/model-access.ts';
import { resolveAccess } from '../../engines/access/resolve-access.ts';
import type { Engine, ReadyEngine } from '../../engines/contract.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { findEngine } from '../../engines/registry.ts';
import {
  chmod,
  makeFolder,
  readText,
  removeTree,
  writeText,
  listFolder,
} from '../../platform/files.ts';
import type { EngineSession, AttemptPlan } from '../../words/agent-exit.ts';
import { AppError, type Failure } from '../../words/errors.ts';
import type { FollowedRun } from '../../words/run-spec.ts';
import { attemptPrompt } from '../attempt-prompt.ts';
import { accessProgress } from './agent-access.ts';
import { closedAccount, noteAccount } from './note-account.ts';
import { planLaunch, readyEngine } from './plan-launch.ts';
import { done, type StepAnswer, type StepContext } from './step-context.ts';

export async function briefAgain(context: StepContext, plan: AttemptPlan): Promise<StepAnswer> {
  const { paths } = context;
  const account = await noteAccount(context).catch(() => []);
  const found = await firstReady(context, plan);
  if (found.kind === 'none')
    return { outcome: { kind: 'failed', failure: found.failure, patch: {} }, launch: null };
  const { engine, ready, access } = found;
  const session = resumable(context, engine, plan.session);
  // Answered, or overtaken by events: it is in the record.
  for (const folder of [paths.out, paths.told]) await removeTree(join(folder, 'question.json'));
  await makeFolder(paths.temporary);
  const promptFile = join(paths.brief, `attempt-${context.spec.attempt}.${plan.number}.md`);
  const text = attemptPrompt({
    plan,
    resumed: session !== null,
    task: await readText(join(paths.brief, 'prompt.md')),
    worktree: paths.worktree,
    outFolder: paths.out,
  });
  await writeBesideBrief(context, promptFile, text);
  const launch = await planLaunch(context, { engine: engine.id, ready, session, promptFile });
  const lost = plan.session !== null && session === null && engine.id === plan.session.engine;
  const notices = lost
    ? [`${engine.id} cannot take its session up again here: a new one was told what went before`]
    : [];
  const settings = context.spec.settings.engines[engine.id];
  const reach = accessProgress(context, { engine, settings }, access);
  // What one agent of the run had with it was inside, whatever the others had.
  const before = context.record.progress.credentials ?? null;
  const credentials = before === 'inside' ? before : (reach.credentials ?? before);
  const told = context.record.progress.notices;
  const fresh = reach.notices.filter((text) => !told.includes(text));
  const { provider } = reach;
  const patch = {
    credentials,
    provider,
    notices: [...account, ...found.notices, ...fresh, ...notices],
  };
  return { outcome: done(patch), launch };
}

type FirstReady =
  | {
      readonly kind: 'found';
      readonly engine: Engine;
      readonly ready: ReadyEngine;
      readonly access: ModelAccess;
      readonly notices: readonly string[];
    }
  | { readonly kind: 'none'; readonly failure: Failure };

async function firstReady(context: StepContext, plan: AttemptPlan): Promise<FirstReady> {
  const { spec, env } = context;
  const notices: string[] = [];
  let failure: Failure | null = null;
  for (const id of plan.engines) {
    const engine = findEngine(id);
    const settings = spec.settings.engines[id];
    const ready = await engine.preflight({
      agent: { ...spec.routine.agent, engine: id },
      env,
      root: spec.workspace.root,
      ...(settings === undefined ? {} : { settings }),
    });
    const access = await resolveAccess(engine, { settings, env });
    const closed = ready.kind === 'ready' ? await closedAccount(context, id) : null;
    if (ready.kind === 'ready' && access.kind !== 'missing' && closed === null)
      return { kind: 'found', engine, ready, access, notices };
    const why: Failure =
      ready.kind !== 'ready'
        ? ready.failure
        : access.kind === 'missing'
          ? access.failure
          : { code: 'unauthorized', message: closed ?? '', hint: engine.about.login };
    failure ??= why;
    notices.push(`${id} could not take over: ${why.message}`);
  }
  if (plan.reason.kind !== 'fallback' && failure !== null) return { kind: 'none', failure };
  const tried = notices.length === 0 ? '' : `; ${notices.join('; ')}`;
  const why = 'why' in plan.reason ? plan.reason.why : 'its engine went away';
  return {
    kind: 'none',
    failure: {
      code: 'no-engine-left',
      message: `the agent could not continue: ${why}${tried}`,
      hint: 'Install one of the engines in agent.fallbacks: roundsman agents says how.',
    },
  };
}

/** `null`: a new session, which is told what went before. */
export function resumable(
  { paths }: StepContext,
  { id, capabilities }: Engine,
  session: EngineSession | null,
): EngineSession | null {
  if (session === null || session.engine !== id || capabilities.resume === 'none') return null;
  return capabilities.resume === 'elsewhere' || session.cwd === paths.worktree ? session : null;
}

const READ_ONLY_FILE = 0o444;
const READ_ONLY_FOLDER = 0o555;

/** The folder is closed to the agent, and for our own sake to us. */
export async function writeBesideBrief(
  { paths, redactor }: StepContext,
  file: string,
  text: string,
): Promise<void> {
  await chmod(paths.brief, 0o755);
  try {
    await removeTree(file);
    await writeText(file, redactor.known(text));
    await chmod(file, READ_ONLY_FILE);
  } catch (thrown) {
    const message = `what the agent is told next could not be written to ${file}`;
    throw new AppError(
      'failed',
      { code: 'brief-not-written', message, hint: '' },
      { cause: thrown },
    );
  } finally {
    await chmod(paths.brief, READ_ONLY_FOLDER);
  }
}

// `brief` of a further attempt of a run that had ended: in its worktree, with its session where that can be; or again.
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
