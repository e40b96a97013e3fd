/** Deployments, each for every routine that listens, with what was deployed before. */
import type { Clock } from '../../platform/clock.ts';
import type {
  DeploymentStore,
  DeploymentMemory,
  RememberedDeployment,
} from '../../store/definition-ports.ts';
import type { Exclusively } from '../../store/ports.ts';
import { AppError } from '../../words/errors.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { DeploymentPair } from '../../words/slot.ts';
import { oneLine } from '../../words/text.ts';
import type { DeploymentTrigger } from '../../words/trigger.ts';
import type { OutsideEvent } from '../contract.ts';
import type { BatchOutcome } from './in-batches.ts';
import { deploymentKey, type WantedSlot } from './record-slots.ts';

const KEPT = 500;

/** The state in which a deployment is where it was meant to go; only then is it what is deployed now. */
const ARRIVED = 'success';

export type DeploymentEvent = Extract<OutsideEvent, { readonly kind: 'deployment' }>;

const MAX_SUMMARY = 300;
const MAX_NAME = 200;

interface DeploymentParts {
  readonly deployments: DeploymentStore;
  readonly routines: () => readonly ScheduledRoutine[];
  readonly clock: Clock;
  readonly exclusively: Exclusively;
}

/**
 * What moved is durable when it resolves, before any slot is: when the slots are lost to a crash, the same deployment
 * told again finds the pair it had. Listeners or not, every deployment that arrived is remembered.
 */
export async function takeDeployments(
  parts: DeploymentParts,
  batch: readonly DeploymentEvent[],
): Promise<readonly BatchOutcome<readonly WantedSlot[]>[]> {
  return parts.exclusively(async () => {
    const taken: BatchOutcome<readonly WantedSlot[]>[] = [];
    for (const event of batch) {
      try {
        taken.push({ kind: 'done', value: await takeOne(parts, cleaned(event)) });
      } catch (error) {
        taken.push({ kind: 'failed', error });
      }
    }
    return taken;
  });
}

async function takeOne(
  { deployments, routines, clock }: DeploymentParts,
  event: DeploymentEvent,
): Promise<readonly WantedSlot[]> {
  const ref = event.ref ?? null;
  const place = { environment: event.environment.toLowerCase(), ref };
  const now = clock.now().toISOString();
  const { id, pair, remember } = deploymentPair(await deployments.read(place), event, now);
  if (remember !== null) await deployments.write(remember);
  return listeningRoutines(routines(), { ...event, ref }).map((routine) => ({
    routine,
    key: deploymentKey({ ...event, id, environment: place.environment }),
    event: { kind: 'deployment', id, summary: event.summary, deployment: pair },
    payload: event.payload,
    idSigned: true,
  }));
}

/** Names as they are kept and told: one line each, never empty. */
function cleaned(event: DeploymentEvent): DeploymentEvent {
  return {
    ...event,
    id: named('id', event.id),
    environment: named('environment', event.environment),
    state: named('state', event.state).toLowerCase(),
    previous: event.previous === null ? null : named('previous', event.previous),
    deployed: named('deployed', event.deployed),
    summary: oneLine(event.summary, MAX_SUMMARY),
  };
}

/** Two that differ somewhere must not become one by being cut, so what is too long is refused. */
function named(field: string, text: string): string {
  const clean = oneLine(text, MAX_NAME + 1);
  if (clean !== '' && clean.length <= MAX_NAME) return clean;
  throw new AppError('usage', {
    code: 'deployment-field',
    message:
      clean === ''
        ? `a deployment has no ${field}`
        : `the ${field} of a deployment has more than ${MAX_NAME} characters: ${oneLine(text, 60)}`,
    hint: 'A deployment has an id, an environment, a state and what was deployed, each on one line.',
  });
}

/**
 * Whom a deployment is for. Pure.
 * Routines with an `on.deployment` that fits. A routine that watches a ref hears of that ref's moves and of nothing
 * else: the same deployment told twice, by the ref and by a hook, would be two.
 */
function listeningRoutines(
  routines: readonly ScheduledRoutine[],
  deployment: {
    readonly environment: string;
    readonly state: string;
    readonly ref: string | null;
  },
): readonly ScheduledRoutine[] {
  return routines.filter(
    ({ enabled, triggers }) =>
      enabled &&
      triggers.some((trigger) => trigger.kind === 'deployment' && fits(trigger, deployment)),
  );
}

/** Hosts of code do not tell environments apart by case. */
function fits(
  trigger: DeploymentTrigger,
  { environment, state, ref }: Parameters<typeof listeningRoutines>[1],
): boolean {
  return (
    trigger.ref === ref &&
    trigger.states.includes(state) &&
    (trigger.environment === null ||
      trigger.environment.toLowerCase() === environment.toLowerCase())
  );
}

/** What was deployed before, from what is remembered of a place. Pure. */
interface ToldDeployment {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
  readonly previous: string | null;
  readonly deployed: string;
}

interface PairedDeployment {
  /** What tells it from every other deployment of the place. */
  readonly id: string;
  readonly pair: DeploymentPair;
  /** From now on; `null`: nothing new. */
  readonly remember: DeploymentMemory | null;
}

/**
 * The pair that runs are told. A deployment that is told again gets the pair it had. One that has not arrived moves
 * nothing: its pair is what it would replace.
 */
export function deploymentPair(
  memory: DeploymentMemory,
  told: ToldDeployment,
  at: string,
): PairedDeployment {
  const { environment, state, deployed } = told;
  const id = memory.place.ref === null ? told.id : idOfMove(memory, told, at);
  const known = memory.deployments.find((one) => one.id === id);
  if (known !== undefined) return { id, pair: pairOf(told, known), remember: null };
  const previous = told.previous ?? memory.deployments.at(-1)?.deployed ?? null;
  const pair = { environment, state, previous, deployed };
  if (state !== ARRIVED) return { id, pair, remember: null };
  const deployments = [...memory.deployments, { id, previous, deployed, at }];
  return { id, pair, remember: { ...memory, deployments: deployments.slice(-KEPT) } };
}

/**
 * A ref that is moved back to where it stood before is a rollback, and no deployment that is known; the same place
 * twice in a row is one move that is told again.
 */
function idOfMove({ deployments }: DeploymentMemory, told: ToldDeployment, at: string): string {
  const last = deployments.at(-1);
  if (last !== undefined && last.deployed === told.deployed) return last.id;
  const fresh = deployments.length < KEPT && deployments.every(({ id }) => id !== told.id);
  return fresh ? told.id : `${told.id}~${at}`;
}

function pairOf(
  { environment, state }: ToldDeployment,
  { previous, deployed }: RememberedDeployment,
): DeploymentPair {
  return { environment, state, previous, deployed };
}
