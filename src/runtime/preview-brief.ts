/**
 * What a run would be told now: the steps `open`, `collect` and `brief` of a run that is never admitted.
 *
 * **Invariant:** nothing stays: no run, no reserved key, no ref in the user's repository, also after a failure or
 * an interrupt. What a kill leaves is removed by the next preview, or after the next run.
 */
import { kindOf } from '../collectors/registry.ts';
import type { Brief } from '../context/brief.ts';
import { makeFolder } from '../platform/files.ts';
import type { Catalog } from '../routines/catalog.ts';
import { readCatalog } from '../routines/definitions.ts';
import { knownRoutines } from '../routines/find-routine.ts';
import { findRun, runOfName } from '../routines/find-run.ts';
import { inputRules, readInputs } from '../routines/inputs.ts';
import type { RoutineRequest } from '../routines/load-routine.ts';
import { manualSpec } from '../scheduler/build-run-spec.ts';
import { previewPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { isRunId, shortIdOf } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord, type RunStep, type RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import { loadToRun } from './load-to-run.ts';
import { claimPreview, removeLeftPreviews, removePreview } from './remove-preview.ts';
import { composeFor } from './steps/brief.ts';
import { collect } from './steps/collect.ts';
import { contextOf } from './steps/do-step.ts';
import { open } from './steps/open.ts';
import type { StepContext } from './steps/step-context.ts';

interface PreviewRequest {
  /** As admission would store it. */
  readonly spec: RunSpec;
  readonly signal: AbortSignal;
  /** A step begins, or says what it is doing. */
  progress(step: RunStep, text: string): void;
}

export interface Preview {
  /** Its `run` is `null`. */
  readonly brief: Brief;
  /** Plain sentences: what was unusual about the base. */
  readonly notices: readonly string[];
}

/** Throws what the steps throw; `failed` / `cancelled` at the signal. */
export async function previewBrief(request: PreviewRequest): Promise<Preview> {
  const context = await previewContext(request);
  await claimPreview(context);
  try {
    return await lookAhead(request, context);
  } catch (thrown) {
    // A program that the interrupt reached first fails in its own words.
    throw request.signal.aborted ? interrupted(context.spec) : thrown;
  } finally {
    await removePreview(context, context.spec.id);
  }
}

async function lookAhead(request: PreviewRequest, context: StepContext): Promise<Preview> {
  await removeLeftPreviews(context);
  await makeFolder(context.paths.folder, 0o700);
  const step = (name: RunStep): StepContext => {
    if (request.signal.aborted) throw interrupted(request.spec);
    request.progress(name, '');
    return { ...context, progress: (text) => request.progress(name, text) };
  };
  const { patch } = await open(step('open'));
  const progress = { ...context.record.progress, ...patch };
  const opened: StepContext = { ...context, record: { ...context.record, progress } };
  await collect({ ...step('collect'), record: opened.record });
  step('brief');
  const { brief, notices } = await composeFor(opened, null);
  return { brief, notices: [...progress.notices, ...notices] };
}

async function previewContext({ spec: given, signal }: PreviewRequest): Promise<StepContext> {
  const workspace = { ...given.routine.workspace, isolation: previewLevel(given) };
  // No agent is started: there is no risk to accept.
  const acceptRisk = given.routine.acceptRisk ?? '';
  const spec: RunSpec = { ...given, routine: { ...given.routine, workspace, acceptRisk } };
  const record: RunRecord = {
    protocol: spec.protocol,
    sequence: 0,
    id: spec.id,
    phase: { kind: 'queued' },
    startedAt: spec.admittedAt,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
  const context = await contextOf({ spec, record, signal, progress: () => undefined });
  return { ...context, paths: previewPaths(spec.workspace.stateDir, spec.id) };
}

/** A linked worktree would show in the user's repository. What is told depends on the level only where programs tell it. */
function previewLevel({ routine }: RunSpec): RunSpec['routine']['workspace']['isolation'] {
  const { isolation: asked } = routine.workspace;
  const runs = routine.collect.some((rule) => kindOf(rule).programOf !== undefined);
  return runs && asked !== 'worktree' ? asked : 'private';
}

function interrupted({ routine }: RunSpec): AppError {
  return new AppError('failed', {
    code: 'cancelled',
    message: `the preview of ${routine.id} was interrupted; nothing of it is left`,
    hint: '',
  });
}

/** What the agent of a routine would be told by a run that started now. Starts, stores and reserves nothing. */
export interface PreviewSubject extends RoutineRequest {
  /** `name=value`, as given to `--input`. Without any the ones that are required may be missing. */
  readonly given: readonly string[];
}

/** Throws like `loadRoutine` and `readInputs`, and what the steps before the agent throw. */
export async function previewRoutine(
  workspace: Workspace,
  request: PreviewSubject & Pick<PreviewRequest, 'signal' | 'progress'>,
): Promise<Preview> {
  const loaded = await loadToRun(workspace, request);
  const { given } = request;
  const inputs = given.length === 0 ? {} : readInputs(inputRules(loaded.routine.triggers), given);
  const spec = await manualSpec({ workspace, ...loaded, inputs });
  return previewBrief({ spec, signal: request.signal, progress: request.progress });
}

// What `brief` was asked about: a routine stands for the next run, anything else for a run that was.
export type BriefSubject =
  | { readonly kind: 'run'; readonly run: RunView }
  | {
      readonly kind: 'routine';
      readonly id: string;
      /** A run that the same text would stand for, were there no such routine. */
      readonly shadowed: RunView | null;
    };

/** Nothing given is the newest run. A routine wins over a shortened id: an id can be typed in full. */
export async function briefSubject(
  workspace: Workspace,
  text: string | null,
): Promise<BriefSubject> {
  if (text === null || isRunId(text)) return { kind: 'run', run: await findRun(workspace, text) };
  const [catalog, { views }] = await Promise.all([
    readCatalog(workspace),
    workspace.runs.listViews({ parts: true }),
  ]);
  const match = matchId(
    views.map(({ id }) => id),
    text,
  );
  if (catalog.entries.some(({ id }) => id === text)) {
    const shadowed = views.find(({ id }) => match.kind === 'one' && id === match.id) ?? null;
    return { kind: 'routine', id: text, shadowed };
  }
  if (match.kind !== 'none') return { kind: 'run', run: await findRun(workspace, text) };
  const former = views.find(({ routine }) => routine === text);
  if (former !== undefined) throw gone(text, former);
  const named = await runOfName(workspace, views, text);
  if (named !== null) return { kind: 'run', run: await findRun(workspace, named) };
  throw unknown(text, catalog);
}

function unknown(text: string, catalog: Catalog): AppError {
  const code = 'unknown-subject';
  const message = `no routine and no run matches "${oneLine(text, 80)}"`;
  return new AppError('not-found', { code, message, hint: knownRoutines(catalog, text) });
}

function gone(routine: string, last: RunView): AppError {
  return new AppError('not-found', {
    code: 'unknown-routine',
    message: `there is no routine "${oneLine(routine, 80)}" any more, so nothing can be told of its next run`,
    hint: `What its last run was told: roundsman brief ${shortIdOf(last.id)}`,
  });
}
