/**
 * The sign of life that a monitor can watch: a file written again, and a URL that is pinged, at each beat. There is no
 * beat while the scheduler fails or hangs, so that a monitor which misses them knows more than that a process is there.
 * Nothing here touches a slot.
 */
import { dirname } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { makeFolder, replaceText } from '../platform/files.ts';
import { ping } from '../platform/outward/outward-request.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import type { DaemonConfig } from '../routines/definition-context.ts';
import { oneLine } from '../words/text.ts';

export interface HeartbeatParts {
  /** As it is set now. */
  readonly config: () => DaemonConfig['heartbeat'];
  /** The file in the state folder. */
  readonly path: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly facts: () => HeartbeatFacts | Promise<HeartbeatFacts>;
}

export interface HeartbeatFacts {
  /** `at`: when it began, ISO 8601; `error`: why it failed. */
  readonly lastTick: { readonly at: string; readonly error: string | null } | null;
  /** When time alone changes something, ISO 8601. */
  readonly wakeAt: string | null;
  readonly running: number;
  readonly queued: number;
}

/** For `status`. */
export interface HeartbeatStatus {
  readonly everyMs: number;
  /** ISO 8601. */
  readonly lastBeatAt: string | null;
  /** Why the last look was not a beat. */
  readonly silent: string | null;
  /** `null`: no URL is pinged. */
  readonly ping: {
    /** Of the URL; the rest of it may be a secret. */
    readonly host: string | null;
    readonly at: string;
    /** `null`: it went through. */
    readonly error: string | null;
    /** In a row. */
    readonly failures: number;
  } | null;
}

export interface Heartbeat {
  status(): HeartbeatStatus;
  stop(): Promise<void>;
}

const PING_TIMEOUT_MS = 10_000;
/** An idle scheduler looks every five minutes. */
const STALE_AFTER_MS = 400_000;
const LATE_AFTER_MS = 60_000;
/** Until the first beat, and while there is none. */
const LOOK_AGAIN_MS = 5_000;

export function startHeartbeat(parts: HeartbeatParts): Heartbeat {
  const ending = new AbortController();
  let status: HeartbeatStatus = {
    everyMs: parts.config().everyMs,
    lastBeatAt: null,
    silent: null,
    ping: null,
  };
  const beating = (async () => {
    while (!ending.signal.aborted) {
      status = await beat(parts, status, ending.signal);
      const { everyMs, silent } = status;
      const wait = silent === null ? everyMs : Math.min(everyMs, LOOK_AGAIN_MS);
      await parts.clock.sleep(wait, ending.signal);
    }
  })();
  return {
    status: () => status,
    stop: () => {
      ending.abort();
      return beating;
    },
  };
}

/** Never throws: what goes wrong is in the status, and tried again at the next beat. */
async function beat(
  parts: HeartbeatParts,
  before: HeartbeatStatus,
  signal: AbortSignal,
): Promise<HeartbeatStatus> {
  const { url, everyMs } = parts.config();
  try {
    const facts = await parts.facts();
    const now = parts.clock.now();
    const silent = silenceOf(facts, now.getTime());
    if (silent !== null) return { ...before, everyMs, silent };
    const at = now.toISOString();
    await makeFolder(dirname(parts.path), 0o700);
    await replaceText(parts.path, `${JSON.stringify(document(facts, at, everyMs))}\n`);
    const pinged = url === null ? null : await pingMonitor(parts, url, signal);
    const failures = (pinged?.error ?? null) === null ? 0 : (before.ping?.failures ?? 0) + 1;
    return {
      everyMs,
      lastBeatAt: at,
      silent: null,
      ping: pinged === null ? null : { ...pinged, at, failures },
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { ...before, everyMs, silent: `no beat: ${oneLine(reason)}` };
  }
}

/** Why there is to be no beat; `null` when all is well. */
function silenceOf({ lastTick, wakeAt }: HeartbeatFacts, now: number): string | null {
  if (lastTick === null) return 'the scheduler has not looked yet';
  if (lastTick.error !== null) return `the scheduler fails: ${oneLine(lastTick.error)}`;
  const isStale = now - Date.parse(lastTick.at) > STALE_AFTER_MS;
  const isLate = wakeAt !== null && now - Date.parse(wakeAt) > LATE_AFTER_MS;
  return isStale || isLate ? `the scheduler has not looked since ${lastTick.at}` : null;
}

function document(
  { lastTick, wakeAt, running, queued }: HeartbeatFacts,
  at: string,
  everyMs: number,
): unknown {
  const { pid } = ownIdentity();
  return { at, everyMs, pid, lastTick: lastTick?.at ?? null, wakeAt, running, queued };
}

async function pingMonitor(
  { env }: HeartbeatParts,
  wanted: NonNullable<DaemonConfig['heartbeat']['url']>,
  signal: AbortSignal,
): Promise<{ readonly host: string | null; readonly error: string | null }> {
  const text = wanted.kind === 'env' ? env[wanted.text] : wanted.text;
  if (text === undefined || text === '')
    return { host: null, error: `the environment variable ${wanted.text} is not set` };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { host: null, error: 'the heartbeat URL is not an http or https address' };
  // The owner of roundsman.yaml says where to: monitors of one's own network are usual.
  const reach = { private: true, ca: null };
  const result = await ping({ url: url.href, reach, timeoutMs: PING_TIMEOUT_MS, signal });
  if (result.kind !== 'answered')
    return { host: url.host, error: result.why.replace(`${url.host}: `, '') };
  const isFine = result.status >= 200 && result.status < 300;
  return { host: url.host, error: isFine ? null : `answered ${result.status}` };
}
