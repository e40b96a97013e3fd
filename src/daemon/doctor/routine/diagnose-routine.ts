/**
 * Checks whether an unattended run of one routine would succeed, as far as possible without starting its agent.
 * **Invariant:** the check leaves no run, slot, ref or file behind.
 */
import { firstOf } from '../../../routines/next-slots.ts';
import { type DecidedLevel, decideLevel } from '../../../sandbox/decide-level.ts';
import { manualSpec } from '../../../scheduler/build-run-spec.ts';
import type { StoredDefinition } from '../../../store/definition-ports.ts';
import type { Routine } from '../../../words/routine.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { askAll } from '../check.ts';
import { daemonCheck } from '../checks/daemon.ts';
import { clockCheck, gitCheck, nodeCheck } from '../checks/machine.ts';
import { locksCheck, stateFolderCheck } from '../checks/state.ts';
import { activeOnce, isReady } from '../run-doctor.ts';
import { brokenVerdict, definitionCheck, triggerCheck } from './checks/definition.ts';
import { engineCheck, isolationCheck, variablesCheck } from './checks/engine.ts';
import { baseCheck, briefCheck, filesCheck, inputsCheck } from './checks/inputs.ts';
import { connectionsCheck, networkCheck, routineRiskCheck } from './checks/network.ts';
import { roomCheck } from './checks/room.ts';
import type { RenderedBrief, RoutineCheck, RoutineContext, RoutineDiagnosis } from './contract.ts';
import { findStanding } from './find-standing.ts';

// What is looked at of a routine, in the order in which its run would meet it.

const ROUTINE_CHECKS: readonly RoutineCheck[] = [
  definitionCheck,
  triggerCheck,
  engineCheck,
  variablesCheck,
  connectionsCheck,
  baseCheck,
  filesCheck,
  isolationCheck,
  networkCheck,
  routineRiskCheck,
  inputsCheck,
  roomCheck,
  briefCheck,
];

interface RoutineRequest {
  readonly id: string;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

/** Of the machine: what any run needs. What is told of all routines is told of this one by its own checks. */
const OF_THE_MACHINE = [gitCheck, nodeCheck, stateFolderCheck, locksCheck, clockCheck, daemonCheck];

const MACHINE_PATIENCE_MS = 10_000;

/** Fetching the base may take its time, and so may collecting. */
const ROUTINE_PATIENCE_MS = 120_000;

/** Throws `not-found`, at the signal, and what reading the definitions throws. */
export async function diagnoseRoutine(
  workspace: Workspace,
  request: RoutineRequest,
): Promise<RoutineDiagnosis> {
  const active = activeOnce(workspace);
  const { standing, definition } = await findStanding(workspace, request.id, await active());
  const { clock } = workspace;
  const machine = await askAll(OF_THE_MACHINE, {
    context: { workspace, active },
    clock,
    patienceMs: MACHINE_PATIENCE_MS,
  });
  if (definition === null) {
    const problems = standing.kind === 'local' ? [] : standing.problems;
    const verdict = { name: 'definition', ...brokenVerdict(problems) };
    return {
      routine: request.id,
      ready: false,
      isolation: null,
      next: null,
      brief: null,
      notices: [],
      checks: [...machine, verdict],
    };
  }
  const context: RoutineContext = {
    workspace,
    active,
    standing,
    definition,
    isolation: once(() => levelOf(workspace, definition.routine)),
    brief: once(() => render(workspace, definition, request)),
    signal: request.signal,
  };
  const own = await askAll(ROUTINE_CHECKS, { context, clock, patienceMs: ROUTINE_PATIENCE_MS });
  request.signal.throwIfAborted();
  const checks = [...machine, ...own];
  return {
    routine: definition.routine.id,
    ready: isReady(checks),
    isolation: await orNull(context.isolation, ({ level }) => level),
    next: firstOf(definition.routine.triggers, clock.now()),
    brief: await orNull(context.brief, ({ brief: { prompt, window, facts } }) => ({
      prompt,
      window,
      facts,
    })),
    notices: (await orNull(context.brief, ({ notices }) => notices)) ?? [],
    checks,
  };
}

async function render(
  workspace: Workspace,
  { routine, settings, hash, file }: StoredDefinition,
  request: RoutineRequest,
): Promise<RenderedBrief> {
  const { previewBrief } = await import('../../../runtime/preview-brief.ts');
  const definition = { path: file, hash, source: 'ref', overrides: [] } as const;
  const spec = await manualSpec({ workspace, routine, settings, definition });
  return previewBrief({
    spec,
    signal: request.signal,
    progress: (_step, text) => request.progress(text),
  });
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}

/** What failed is told by the check that asked for it. */
async function orNull<Value, Part>(
  ask: () => Promise<Value>,
  pick: (value: Value) => Part,
): Promise<Part | null> {
  try {
    return pick(await ask());
  } catch {
    return null;
  }
}

/** The level that a run of the routine would have here; throws `missing` for one that cannot be had. */
async function levelOf(workspace: Workspace, routine: Routine): Promise<DecidedLevel> {
  const { location, env, clock } = workspace;
  const search = { workspace: location, env, clock };
  const { level, sandbox, notice } = await decideLevel(routine.workspace.isolation, search);
  return { level, sandbox, notice };
}
