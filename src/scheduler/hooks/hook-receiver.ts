/**
 * One webhook delivery: who sent it, what it is, and the event that it becomes. An unauthenticated sender learns
 * nothing about which routines exist.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { fromBase64 } from '../../platform/hash.ts';
import { AppError } from '../../words/errors.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { WebhookTrigger } from '../../words/trigger.ts';
import type { EventIntake, OutsideEvent, IntakeResult } from '../contract.ts';
import {
  textAt,
  readDeployment,
  type HookPayload,
  payloadForm,
  readPayload,
} from './read-payload.ts';
import { type HeaderField, verifyDelivery, type Verification } from './verify-delivery.ts';

const STANDARD_PREFIX = 'whsec_';

const EVERY_MS = 60_000;

export interface HookParts {
  readonly intake: EventIntake;
  /** Those that are active now. */
  readonly routines: () => readonly ScheduledRoutine[];
  /** As it was when the daemon started; the secrets are in it. */
  readonly env: Environment;
  readonly clock: Clock;
  /** One line each, without secrets and payloads. */
  readonly log: (line: string) => void;
}

interface HookDelivery {
  /** As it stands in the path; any text. */
  readonly routine: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export interface HookReceiver {
  /** Before the body is read: an answer when its type cannot be taken. */
  refuseType(headers: readonly HeaderField[]): HookAnswer | null;
  /** Never throws. */
  receive(delivery: HookDelivery): Promise<HookAnswer>;
}

interface Hook {
  readonly routine: ScheduledRoutine;
  readonly trigger: WebhookTrigger;
}

type Verified = Extract<Verification, { readonly kind: 'verified' }>;

export function hookReceiver(parts: HookParts): HookReceiver {
  const log = quietLog(parts);
  return {
    refuseType: (headers) => (payloadForm(headers) === null ? hookAnswer.wrongType() : null),
    receive: async (delivery) => {
      const hook = findHook(parts.routines(), delivery.routine);
      if (hook === null) return refuseStranger(delivery, parts);
      const secrets = hookSecrets(hook.trigger, parts.env);
      if (secrets.kind === 'missing') {
        log(hook.routine.id, `cannot be verified: ${secrets.problem}`);
        return hookAnswer.noSecret();
      }
      const { keys } = secrets;
      const { scheme } = hook.trigger;
      const verified = verifyDelivery(delivery, { scheme, keys, now: parts.clock.now() });
      if (verified.kind !== 'verified') {
        log(hook.routine.id, `refused: ${verified.reason}`);
        return verified.kind === 'stale' ? hookAnswer.stale(verified.reason) : hookAnswer.forged();
      }
      return take(parts.intake, { hook, delivery, verified }).catch((thrown: unknown) =>
        failed(thrown, (line) => log(hook.routine.id, line)),
      );
    },
  };
}

function findHook(routines: readonly ScheduledRoutine[], id: string): Hook | null {
  const routine = routines.find((one) => one.enabled && one.id === id);
  const trigger = routine?.triggers.find((one) => one.kind === 'webhook');
  return routine === undefined || trigger?.kind !== 'webhook' ? null : { routine, trigger };
}

/** As much work as for a routine that there is, so that time does not tell either. */
function refuseStranger(delivery: HookDelivery, { clock }: HookParts): HookAnswer {
  verifyDelivery(delivery, { scheme: 'github', keys: [new Uint8Array(32)], now: clock.now() });
  return hookAnswer.forged();
}

async function take(
  intake: EventIntake,
  {
    hook,
    delivery,
    verified,
  }: { readonly hook: Hook; readonly delivery: HookDelivery; readonly verified: Verified },
): Promise<HookAnswer> {
  const { scheme } = hook.trigger;
  if (scheme === 'github' && verified.event === 'ping') return hookAnswer.pong();
  const form = payloadForm(delivery.headers);
  if (form === null) return hookAnswer.wrongType();
  const payload = readPayload(delivery.body, form, scheme);
  if (payload.kind !== 'payload')
    return payload.kind === 'wrong-type'
      ? hookAnswer.wrongType()
      : hookAnswer.malformed(payload.reason);
  const { id, event, idSigned } = verified;
  const described = { scheme, id, event, value: payload.value };
  if (!hook.routine.triggers.some(({ kind }) => kind === 'deployment')) {
    const summary = summarizePayload(described);
    const own = { routine: hook.routine.id, id, idSigned, summary, payload: payload.bytes };
    return hookAnswer.taken(await intake.deliver({ kind: 'webhook', ...own }));
  }
  const read = readDeployment(described);
  if (read.kind === 'other') return hookAnswer.ignored(read.reason);
  const told: OutsideEvent = { kind: 'deployment', ...read.deployment, payload: payload.bytes };
  return hookAnswer.taken(await intake.deliver(told));
}

/** What could not be stored is to be sent again; what can never be stored is not. */
function failed(thrown: unknown, log: (line: string) => void): HookAnswer {
  log(`not taken: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  if (!(thrown instanceof AppError)) return hookAnswer.notStored();
  if (thrown.reason === 'routine-not-active') return hookAnswer.forged();
  return thrown.code === 'usage' ? hookAnswer.malformed(thrown.message) : hookAnswer.notStored();
}

/** For `status` and `doctor`: the hooks that answer 503, and why. */
export function hooksWithoutSecret(
  routines: readonly ScheduledRoutine[],
  env: Environment,
): readonly { readonly routine: RoutineId; readonly problem: string }[] {
  return routines.flatMap(({ id, enabled, triggers }) =>
    triggers.flatMap((trigger) => {
      if (!enabled || trigger.kind !== 'webhook') return [];
      const secrets = hookSecrets(trigger, env);
      return secrets.kind === 'missing' ? [{ routine: id, problem: secrets.problem }] : [];
    }),
  );
}

/** One line that says what a delivery is about. Pure; the words are the sender's. */
export function summarizePayload({ scheme, event, value }: HookPayload): string {
  const what =
    scheme === 'github'
      ? event
      : (textAt(value, 'object_kind') ?? textAt(value, 'event_name') ?? textAt(value, 'type'));
  const action = textAt(value, 'action') ?? textAt(value, 'object_attributes', 'action');
  const ref = textAt(value, 'ref');
  const place =
    textAt(value, 'repository', 'full_name') ?? textAt(value, 'project', 'path_with_namespace');
  return [
    what ?? event ?? 'a delivery',
    action ?? '',
    ref === null ? '' : `of ${ref}`,
    place === null ? '' : `in ${place}`,
  ]
    .filter((word) => word !== '')
    .join(' ');
}

interface Kept {
  readonly at: number;
  readonly held: number;
}

/** A log that strangers cannot flood: of each routine's equal lines, one a minute. */
function quietLog(parts: {
  readonly clock: Clock;
  readonly log: (line: string) => void;
}): (routine: RoutineId, line: string) => void {
  const kept = new Map<RoutineId, Kept>();
  return (routine, line) => {
    const now = parts.clock.monotonic();
    const last = kept.get(routine);
    if (last !== undefined && now - last.at < EVERY_MS) {
      kept.set(routine, { at: last.at, held: last.held + 1 });
      return;
    }
    const more = last === undefined || last.held === 0 ? '' : ` (and ${last.held} more since)`;
    kept.set(routine, { at: now, held: 0 });
    parts.log(oneLine(`hook ${routine}: ${line}${more}`, 300));
  };
}

/** The secrets of a hook, by the name of the variable that holds them. What they are is never told to anybody. */
type HookSecrets =
  /** Several while a secret is changed; any of them will do. */
  | { readonly kind: 'keys'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'missing'; readonly problem: string };

/** Separated by commas or blanks. Of Standard Webhooks `whsec_…` is base64; everything else counts as it stands. */
export function hookSecrets({ scheme, secret }: WebhookTrigger, env: Environment): HookSecrets {
  const words = (env[secret] ?? '').split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return { kind: 'missing', problem: `the variable ${secret} is not set` };
  const keys: Uint8Array[] = [];
  for (const word of words) {
    const key =
      scheme === 'standard' && word.startsWith(STANDARD_PREFIX)
        ? fromBase64(word.slice(STANDARD_PREFIX.length))
        : new TextEncoder().encode(word);
    if (key === null) {
      const problem = `a secret in the variable ${secret} begins with ${STANDARD_PREFIX} and is not base64 after it`;
      return { kind: 'missing', problem };
    }
    keys.push(key);
  }
  return { kind: 'keys', keys };
}

// What senders of webhooks are answered: a status, and small JSON that says why.
export interface HookAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | number>>;
  readonly retryAfterSeconds?: number;
}

export const hookAnswer = {
  /** All routines that a deployment is for have the same keys; their names are not disclosed. */
  taken(results: readonly IntakeResult[]): HookAnswer {
    const [first] = results;
    if (first === undefined) return hookAnswer.ignored('no routine listens to this deployment');
    if (results.some(({ outcome }) => outcome === 'accepted'))
      return { status: 202, body: { status: 'accepted', slot: first.key } };
    if (first.outcome === 'replayed')
      return refusal(409, `the same body came before, as ${first.key}`);
    return { status: 200, body: { status: 'known', slot: first.key } };
  },
  ignored(reason: string): HookAnswer {
    return { status: 200, body: { status: 'ignored', reason } };
  },
  pong(): HookAnswer {
    return { status: 200, body: { status: 'pong' } };
  },
  malformed(reason: string): HookAnswer {
    return refusal(400, reason);
  },
  forged(): HookAnswer {
    return refusal(401, 'no hook of this name takes what this signature proves');
  },
  stale(reason: string): HookAnswer {
    return refusal(401, reason);
  },
  noSuchPath(): HookAnswer {
    return refusal(404, 'hooks are at /hooks/<routine>');
  },
  wrongMethod(): HookAnswer {
    return refusal(405, 'hooks are posted to');
  },
  tooLarge(maxBytes: number): HookAnswer {
    return refusal(413, `a body may have ${maxBytes} bytes`);
  },
  wrongType(): HookAnswer {
    return refusal(415, 'the body has to be JSON in UTF-8, and its Content-Type application/json');
  },
  noSecret(): HookAnswer {
    return later('the secret of this hook is not set where Roundsman runs');
  },
  notStored(): HookAnswer {
    return later('it could not be stored');
  },
} as const;

function refusal(status: number, reason: string): HookAnswer {
  return { status, body: { status: 'refused', reason } };
}

function later(reason: string): HookAnswer {
  return { status: 503, body: { status: 'unavailable', reason }, retryAfterSeconds: 60 };
}
