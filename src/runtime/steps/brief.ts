/** `brief`: all that the agent will be told, stored; and the plan to start it, for the supervisor alone. */
import { gitBranchLook } from '../../context/branch-look.ts';
import {
  composeBrief,
  type BriefRequest,
  type ComposedBrief,
} from '../../context/compose-brief.ts';
import { contextNotices } from '../../context/format-left-out.ts';
import { writeBrief } from '../../context/write-brief.ts';
import { toolSection } from '../../engines/format-tool.ts';
import { makeFolder, removeTree } from '../../platform/files.ts';
import { fileEventStore } from '../../store/files/file-event-store.ts';
import { awaitedAttempt } from '../../words/current-attempt.ts';
import type { RunId } from '../../words/ids.ts';
import { toolsOffered } from './agent-tools.ts';
import { readBaseFile } from './base-file.ts';
import { readConditionOutput } from './condition-output.ts';
import { contextSources } from './context-sources.ts';
import { openedBase } from './opened-base.ts';
import { planLaunch } from './plan-launch.ts';
import { readFacts } from './read-facts.ts';
import { readOnce } from './read-once.ts';
import { requireProgram } from './require-program.ts';
import { done, type StepAnswer, type StepContext } from './step-context.ts';

export async function brief(context: StepContext): Promise<StepAnswer> {
  const { paths } = context;
  const plan = awaitedAttempt(context.record);
  if (plan !== null) return (await import('./brief-again.ts')).briefAgain(context, plan);
  const follows = context.spec.follows ?? null;
  if (follows !== null && follows.kept !== null)
    return (await import('./brief-follow-up.ts')).briefFollowUp(context, follows);
  await requireProgram(context);
  const composed = await composeFor(context, context.spec.id);
  // A step that is repeated after a crash may find half a brief.
  await removeTree(paths.brief);
  await writeBrief(paths.brief, composed, context.redactor.known);
  await makeFolder(paths.out);
  await makeFolder(paths.temporary);
  await makeFolder(paths.agentHome, 0o700);
  const launch =
    follows === null
      ? await planLaunch(context)
      : await (await import('./brief-follow-up.ts')).launchAnew(context, follows);
  return { outcome: done({ notices: composed.notices }), launch };
}

export interface TellableBrief extends ComposedBrief {
  readonly notices: readonly string[];
}

/** From what `open` and `collect` left. `run` is `null` for a preview, which sets nothing aside. */
export async function composeFor(step: StepContext, run: RunId | null): Promise<TellableBrief> {
  const context: StepContext = { ...step, ...readOnce(step) };
  const { spec, record } = context;
  const { base } = openedBase(context);
  const { prompt } = spec.routine.agent;
  const { event, notices } = await toldEvent(context);
  const git = { cwd: spec.workspace.gitDir, env: context.gitEnv };
  const composed = await composeBrief({
    ...context,
    routine: spec.routine,
    run,
    at: new Date(record.startedAt),
    timezone: spec.settings.timezone,
    window: spec.window,
    facts: await readFacts(context),
    event,
    inputs: spec.inputs,
    condition: run === null ? null : await readConditionOutput(context),
    promptFile:
      prompt.kind === 'file'
        ? await readBaseFile(context, { path: prompt.path, key: 'agent.prompt-file' })
        : null,
    stateDir: spec.workspace.stateDir,
    handover: spec.handover ?? null,
    ...(spec.touches === undefined ? {} : { touches: spec.touches }),
    tools: toolsOffered(spec.routine) ? toolSection(spec.routine.agent.engine) : null,
    sources: contextSources(context, base, git),
    look: gitBranchLook(base, git),
    predecessors: record.progress.predecessors ?? [],
  });
  return { ...composed, notices: [...notices, ...contextNotices(composed.brief.context)] };
}

/** The payload is kept apart, and not for ever. */
async function toldEvent({ spec }: StepContext): Promise<{
  readonly event: BriefRequest['event'];
  readonly notices: readonly string[];
}> {
  const { event } = spec;
  if (event === null) return { event: null, notices: [] };
  if (event.payload === null) return { event: { event, payload: null }, notices: [] };
  const payload = await fileEventStore(spec.workspace.stateDir).read(event.payload);
  const notices =
    payload === null
      ? ['what came with the event is no longer kept: the agent was told of the event without it']
      : [];
  return { event: { event, payload }, notices };
}
