import { join } from 'node:path';

/** `brief`: all that the agent will be told, stored; and the plan to start it, for the supervisor alone. */
import { leftOutBy } from '../../collectors/registry.ts';
import {
  composeBrief,
  type BriefRequest,
  type ComposedBrief,
} from '../../context/compose-brief.ts';
import { contextNotices } from '../../context/cut-to-size.ts';
import { writeBrief } from '../../context/read-brief.ts';
import { gitBranchLook } from '../../context/waiting-branches.ts';
import { toolSection } from '../../engines/format-tool.ts';
import { makeFolder, removeTree, inspectPath } from '../../platform/files.ts';
import { awaitedAttempt } from '../../words/current-attempt.ts';
import { AppError } from '../../words/errors.ts';
import type { FindingLedger } from '../../words/finding.ts';
import type { RunId, RoutineId } from '../../words/ids.ts';
import { narrowingOverrides } from '../../words/run-spec.ts';
import { oneLine } from '../../words/text.ts';
import { toolsOffered } from './agent-tools.ts';
import { readBaseFile } from './base-file.ts';
import { contextSources } from './context-sources.ts';
import { planLaunch } from './plan-launch.ts';
import { readConditionOutput, readFacts } from './read-facts.ts';
import { openedBase, done, type StepAnswer, type StepContext } from './step-context.ts';

export async function brief(context: StepContext): Promise<StepAnswer> {
  const { paths } = context;
  const plan = awaitedAttempt(context.record);
  if (plan !== null) return (await import('./brief-again.ts')).briefAgain(context, plan);
  const follows = context.spec.follows ?? null;
  if (follows !== null && follows.kept !== null)
    return (await import('./brief-again.ts')).briefFollowUp(context, follows);
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
      : await (await import('./brief-again.ts')).launchAnew(context, follows);
  return { outcome: done({ notices: composed.notices }), launch };
}

interface TellableBrief extends ComposedBrief {
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
    leftOut: leftOutBy(spec.routine),
    event,
    inputs: spec.inputs,
    narrowed: narrowingOverrides(spec.definition),
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
async function toldEvent({ spec, events }: StepContext): Promise<{
  readonly event: BriefRequest['event'];
  readonly notices: readonly string[];
}> {
  const { event } = spec;
  if (event === null) return { event: null, notices: [] };
  if (event.payload === null) return { event: { event, payload: null }, notices: [] };
  const payload = await events.read(event.payload);
  const notices =
    payload === null
      ? ['what came with the event is no longer kept: the agent was told of the event without it']
      : [];
  return { event: { event, payload }, notices };
}

/**
 * A program of the user's own that is not in the base: the commonest slip with the engine `command`, told before it fails.
 * Throws `invalid-definition` when a word of `agent.command` is a file of the checkout that the worktree has not.
 */
async function requireProgram(context: StepContext): Promise<void> {
  const { spec, paths } = context;
  const { agent } = spec.routine;
  if (agent.engine !== 'command' || spec.workspace.bare) return;
  for (const word of agent.command) {
    if (!/^[^-/~].*[./]/.test(word) || isNoPath(word)) continue;
    if ((await inspectPath(join(paths.worktree, word))) !== null) continue;
    const here = await inspectPath(join(spec.workspace.root, word));
    if (here?.kind !== 'file') continue;
    const { baseRef } = openedBase(context);
    const shown = oneLine(word, 200);
    throw new AppError('invalid-definition', {
      code: 'program-not-in-base',
      message: `agent.command: ${shown} is in your checkout, but not in ${baseRef}, which the run starts from`,
      hint: `Commit it${baseRef.includes('/') ? ` and push it, or try what is committed with: --set workspace.base=HEAD` : ''}.`,
    });
  }
}

/** A script that is written there as a whole: no part of a path is that long. */
function isNoPath(word: string): boolean {
  return word.length > 1_000 || word.split('/').some((part) => bytesOf(part) > 255);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

type Stores = Pick<StepContext, 'runs' | 'findings' | 'items' | 'proposals' | 'notes'>;

/**
 * Stores that are asked for the same many times while one brief is composed, and read it once.
 * For one brief: what is written meanwhile is not seen.
 */
function readOnce({ runs, findings, items, proposals, notes }: Stores): Stores {
  const views = once(() => runs.listViews({ parts: true }));
  const itemList = once(() => items.list());
  const proposalList = once(() => proposals.list());
  const noteList = once(() => notes.list());
  const ledgers = new Map<RoutineId, Promise<FindingLedger>>();
  return {
    runs: {
      ...runs,
      listViews: async (filter) => {
        const whole = filter?.parts === true && filter.routine === undefined;
        return whole && filter.limit === undefined ? views() : runs.listViews(filter);
      },
    },
    findings: {
      ...findings,
      read: (routine) => {
        const known = ledgers.get(routine) ?? findings.read(routine);
        ledgers.set(routine, known);
        return known;
      },
    },
    items: { ...items, list: itemList },
    proposals: { ...proposals, list: proposalList },
    notes: {
      ...notes,
      list: async (kind) => {
        const all = await noteList();
        return kind === undefined ? all : all.filter((note) => note.kind === kind);
      },
    },
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= read());
}
