/** The one table from a step's name to what does it. */
import { gitEnvironment } from '../../git/git-environment.ts';
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { loadExeca } from '../../platform/process.ts';
import { SILENCE_MS } from '../../store/dispatch-port.ts';
import { openChosenStores } from '../../store/open-stores.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunStep, StepOutcome } from '../../words/run.ts';
import { leadsParts } from '../../words/variants/parts.ts';
import { removeLeftPreviews } from '../remove-preview.ts';
import { done, type StepAnswer, type StepContext, type StepRequest } from './step-context.ts';

export type { StepAnswer };

type Step = (context: StepContext) => Promise<StepOutcome | StepAnswer>;

/** Loaded when first used: before the agent nothing is needed of what comes after it, and the other way round. */
const STEPS: Readonly<Record<Exclude<RunStep, 'work'>, () => Promise<Step>>> = {
  gate: async () => (await import('./gate.ts')).gate,
  open: async () => (await import('./open.ts')).open,
  condition: async () => (await import('./condition.ts')).condition,
  collect: async () => (await import('./collect.ts')).collect,
  prepare: async () => (await import('./prepare.ts')).prepare,
  brief: async () => (await import('./brief.ts')).brief,
  check: async () => (await import('./check.ts')).check,
  'hand-back': async () => (await import('./hand-back.ts')).handBackWork,
  report: async () => (await import('./report.ts')).report,
  outbox: async () => (await import('./report.ts')).outbox,
  deliver: async () => (await import('./deliver.ts')).deliver,
};

/** Of a run that works on where an earlier one was: that one did them. */
const DONE_BEFORE: ReadonlySet<RunStep> = new Set(['condition', 'collect', 'prepare']);

/** A run that leaves its work to several engines, each in a run of its own. */
const LEADING: Partial<typeof STEPS> = {
  gate: async () => (await import('./variants/gate-parts.ts')).gateParts,
  brief: async () => (await import('./variants/gate-parts.ts')).planParts,
  'hand-back': async () => (await import('./variants/gather-parts.ts')).handBackParts,
};

/** One of those: what its run found out before is not found out again. */
const PARTIAL: Partial<typeof STEPS> = {
  condition: async () => (await import('./variants/take-over-facts.ts')).askedBefore,
  collect: async () => (await import('./variants/take-over-facts.ts')).takeOverFacts,
};

function loaderOf(step: Exclude<RunStep, 'work'>, spec: RunSpec): () => Promise<Step> {
  const own = spec.part === undefined ? (leadsParts(spec) ? LEADING : {}) : PARTIAL;
  return own[step] ?? STEPS[step];
}

/** Throws what went wrong; the worker makes an outcome of it. `work` is the supervisor's own. */
export async function doStep(step: RunStep, request: StepRequest): Promise<StepAnswer> {
  if (step === 'work') throw new TypeError('a worker does not supervise agents');
  const isKept = (request.spec.follows?.kept ?? null) !== null;
  if (isKept && DONE_BEFORE.has(step)) return { outcome: done(), launch: null };
  const work = await loaderOf(step, request.spec)();
  const answer = await work(await contextOf(request));
  return 'outcome' in answer ? answer : { outcome: answer, launch: null };
}

/**
 * Loads what a worker's steps need while it has nothing better to do: first while its run is still being decided,
 * then while git works for the first steps. What fails to load fails again in its step, which says so.
 */
export async function preload(steps: readonly RunStep[]): Promise<void> {
  for (const step of steps) {
    if (step !== 'work') await STEPS[step]().catch(() => undefined);
  }
  await loadExeca();
}

/** Asks git for its version, as every step asks it for more. Whether it can is for the steps to find out. */
export async function callGitOnce(): Promise<void> {
  const { runGit } = await import('../../git/run-git.ts');
  const env = gitEnvironment(readEnvironment());
  await runGit(['version'], { cwd: '/', env }).catch(() => undefined);
}

/** After the end of a run: what it and earlier ones may no longer keep. */
export async function cleanUpRuns(
  spec: RunSpec,
  { record, redactor }: Pick<StepContext, 'record' | 'redactor'>,
): Promise<void> {
  const context = await contextOf({
    spec,
    record,
    redactor,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const { release, removeExpired } = await import('./release.ts');
  await release(context);
  await removeExpired(context);
  await removeLeftPreviews(context);
}

/** What a step works with: the stores of the run's workspace, the clock and environment of this process. */
export async function contextOf(request: StepRequest): Promise<StepContext> {
  const location = request.spec.workspace;
  const env = readEnvironment();
  return {
    ...request,
    redactor:
      request.redactor ??
      makeRedactor(secretsOfRun(request.spec.routine, env, request.spec.settings.connections)),
    paths: pathsOfRun(location.stateDir, request.spec),
    clock: systemClock,
    env,
    gitEnv: gitEnvironment(env),
    // A run does not fail because its database is away for as long as a lease bears it.
    ...(await openChosenStores({ location, clock: systemClock, env, patienceMs: SILENCE_MS })),
  };
}
