/** Telling of something that happened outside, by hand or from a script: the same way in that hooks and watchers take. */
import { gitIn } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { newRunId } from '../platform/ids.ts';
import { readActiveRoutines, type ActiveRoutines } from '../routines/active-routines.ts';
import { readCatalog } from '../routines/definitions.ts';
import { AppError, assertNever } from '../words/errors.ts';
import { isRoutineId, type RoutineId } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import { oneLine } from '../words/text.ts';
import type { DeploymentTrigger } from '../words/trigger.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { IntakeResult, OutsideEvent } from './contract.ts';
import { eventIntake } from './events/event-intake.ts';

export type EmitCall =
  | {
      readonly kind: 'deployment';
      readonly environment: string;
      /** A name that git knows becomes its commit; any other, such as a version, is taken as it is. */
      readonly deployed: string;
      readonly previous: string | null;
      readonly state: string;
      /** `null`: the environment and what was deployed. */
      readonly id: string | null;
      readonly payload: Uint8Array | null;
    }
  | {
      readonly kind: 'webhook';
      readonly routine: string;
      /** `null`: a new one, so that it is not taken for one that came before. */
      readonly id: string | null;
      readonly payload: Uint8Array | null;
    };

export interface Emitted {
  readonly event: OutsideEvent;
  readonly results: readonly IntakeResult[];
  /** Listens to events of the kind, and not to this one. */
  readonly unmatched: readonly { readonly routine: string; readonly reason: string }[];
  /** Plain sentences: a name that is not a commit here. */
  readonly notices: readonly string[];
}

/** Slots are recorded when it resolves, daemon or not. Throws `not-found` and `refused` for a routine that hears no webhooks. */
export async function emitEvent(workspace: Workspace, call: EmitCall): Promise<Emitted> {
  const active = await readActiveRoutines(workspace);
  const { event, notices } =
    call.kind === 'deployment'
      ? await deploymentOf(workspace, call)
      : { event: webhookOf(workspace, active, call), notices: [] };
  const intake = eventIntake({
    ...workspace,
    routines: () => active.routines,
    exclusively: workspace.locks.admission,
    // The caller wakes the scheduler, and reports the result.
    wake: () => undefined,
  });
  const results = await intake.deliver(event);
  const unmatched =
    event.kind === 'deployment' ? await unmatchedBy(workspace, active, { event, results }) : [];
  return { event, results, unmatched, notices };
}

async function deploymentOf(
  workspace: Workspace,
  call: Extract<EmitCall, { readonly kind: 'deployment' }>,
): Promise<{ readonly event: OutsideEvent; readonly notices: readonly string[] }> {
  const { environment, payload } = call;
  const deployed = await resolveName(workspace, call.deployed);
  const previous = call.previous === null ? null : await resolveName(workspace, call.previous);
  const state = call.state.toLowerCase();
  const unknown = [deployed, previous].filter((one) => one !== null && !one.isCommit);
  return {
    event: {
      kind: 'deployment',
      id: call.id ?? `${environment}@${deployed.name}`,
      environment,
      state,
      previous: previous?.name ?? null,
      deployed: deployed.name,
      summary: `${call.deployed} deployed to ${environment}: ${state}`,
      payload,
    },
    notices: unknown.map(
      (one) =>
        `${oneLine(one?.name ?? '', 80)} is not a commit of this repository; it is told as it is`,
    ),
  };
}

async function resolveName(
  { location, gitEnv }: Workspace,
  name: string,
): Promise<{ readonly name: string; readonly isCommit: boolean }> {
  if (name === '' || name.startsWith('-')) {
    throw new AppError('usage', {
      code: 'bad-commit',
      message: `"${oneLine(name, 80)}" names nothing that could be deployed`,
      hint: 'Give a commit, a tag, a branch, or a version.',
    });
  }
  const commit = /[^\u0021-\u0039\u003b-\u007e\u00a1-\uffff]/.test(name)
    ? null
    : await resolveCommit(gitIn({ cwd: location.gitDir, env: gitEnv }), name);
  return commit === null ? { name, isCommit: false } : { name: commit, isCommit: true };
}

function webhookOf(
  workspace: Workspace,
  { routines }: ActiveRoutines,
  call: Extract<EmitCall, { readonly kind: 'webhook' }>,
): OutsideEvent {
  const found = routines.find(({ id }) => id === call.routine);
  const routine = found?.id ?? routineId(call.routine);
  const kinds = new Set(found?.triggers.map(({ kind }) => kind));
  if (found !== undefined && !kinds.has('webhook')) {
    throw new AppError('refused', {
      code: 'no-webhook',
      message: `${routine} has no \`on.webhook\``,
      hint: `Give it one, or run it by hand: roundsman run ${routine}`,
    });
  }
  if (kinds.has('deployment')) {
    throw new AppError('refused', {
      code: 'only-deployments',
      message: `${routine} takes deliveries as deployments only: it has \`on.deployment\` beside \`on.webhook\``,
      hint: 'roundsman emit deployment --environment production --commit HEAD',
    });
  }
  return {
    kind: 'webhook',
    routine,
    id: call.id ?? newRunId(workspace.clock.now()),
    summary: 'sent by hand',
    payload: call.payload,
  };
}

function routineId(text: string): RoutineId {
  if (isRoutineId(text)) return text;
  throw new AppError('not-found', {
    code: 'unknown-routine',
    message: `there is no routine "${oneLine(text, 80)}"`,
    hint: 'List them: roundsman list',
  });
}

type Deployment = Extract<OutsideEvent, { readonly kind: 'deployment' }>;

async function unmatchedBy(
  workspace: Workspace,
  active: ActiveRoutines,
  { event, results }: { readonly event: Deployment; readonly results: Emitted['results'] },
): Promise<Emitted['unmatched']> {
  const matched = new Set(results.map(({ routine }) => routine));
  const others = active.routines.filter(({ id }) => !matched.has(id));
  const listening = others.flatMap((routine) => {
    const triggers = deploymentTriggers(routine);
    const [first] = triggers;
    return first === undefined
      ? []
      : [{ routine: String(routine.id), reason: whyNot(routine, triggers, event) }];
  });
  const known = new Set(active.routines.map(({ id }) => String(id)));
  const catalog = await readCatalog(workspace);
  const local = catalog.entries.flatMap((entry) =>
    entry.kind === 'routine' &&
    !known.has(entry.id) &&
    entry.routine.triggers.some(({ kind }) => kind === 'deployment')
      ? [{ routine: entry.id, reason: `local, not active: roundsman enable ${entry.id}` }]
      : [],
  );
  return [...listening, ...local];
}

function deploymentTriggers({ triggers }: ScheduledRoutine): readonly DeploymentTrigger[] {
  return triggers.filter((trigger) => trigger.kind === 'deployment');
}

/** The nearest of its triggers says it best. */
function whyNot(
  { enabled }: ScheduledRoutine,
  triggers: readonly DeploymentTrigger[],
  event: Deployment,
): string {
  if (!enabled) return '`enabled: false`';
  const faults = triggers.map((trigger) => faultOf(trigger, event));
  const order: readonly Fault['kind'][] = ['state', 'environment', 'ref'];
  const nearest = order.flatMap((kind) => faults.filter((fault) => fault.kind === kind))[0];
  return nearest === undefined ? 'it did not match' : nearest.words;
}

interface Fault {
  readonly kind: 'ref' | 'environment' | 'state';
  readonly words: string;
}

function faultOf(trigger: DeploymentTrigger, { environment, state }: Deployment): Fault {
  if (trigger.ref !== null) {
    return {
      kind: 'ref',
      words: `hears of what ${oneLine(trigger.ref, 80)} moves to, and of nothing else`,
    };
  }
  const wanted = trigger.environment;
  if (wanted !== null && wanted.toLowerCase() !== environment.toLowerCase()) {
    return {
      kind: 'environment',
      words: `listens to ${oneLine(wanted, 80)}, not ${oneLine(environment, 80)}`,
    };
  }
  return {
    kind: 'state',
    words: `listens to the state ${trigger.states.join(', ')}, not ${oneLine(state, 80)}`,
  };
}

/** One line on what was told: `deployment of 1a2b3c4d5e to production: success`. */
export function formatEvent(event: OutsideEvent): string {
  switch (event.kind) {
    case 'deployment':
      return `deployment of ${oneLine(event.deployed, 80).slice(0, 40)} to ${oneLine(event.environment, 80)}: ${oneLine(event.state, 40)}`;
    case 'webhook':
    case 'git':
    case 'files':
    case 'routine':
      return `${event.kind} for ${event.routine}`;
    default:
      return assertNever(event);
  }
}
