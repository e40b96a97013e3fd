/** Deployments, each for every routine that listens, with what was deployed before. */
import type { Clock } from '../../platform/clock.ts';
import type { DeploymentStore } from '../../store/definition-ports.ts';
import type { Exclusively } from '../../store/ports.ts';
import { AppError } from '../../words/errors.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { OutsideEvent } from '../contract.ts';
import { deploymentPair } from './deployment-pair.ts';
import { deploymentKey } from './event-key.ts';
import type { BatchOutcome } from './in-batches.ts';
import { listeningRoutines } from './listening-routines.ts';
import type { WantedSlot } from './record-slots.ts';

export type DeploymentEvent = Extract<OutsideEvent, { readonly kind: 'deployment' }>;

const MAX_SUMMARY = 300;
const MAX_NAME = 200;

export interface DeploymentParts {
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
