/** What an answer with an error means for the run: a limit, a key that is not taken, a side that is down; or nothing. Pure. */
import { Buffer } from 'node:buffer';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { StreamedReply } from '../../platform/serve-streams.ts';
import type { ModelRefusal } from '../../words/agent-exit.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import { oneLine } from '../../words/text.ts';
import { type HeaderLines, headerOf } from './headers.ts';

/** Further away it is not a time that anybody meant. */
const MAX_AHEAD_MS = 60 * 24 * 3_600_000;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export interface Refusal {
  readonly told: ModelRefusal;
  /** Asking again changes nothing: the agent is ended without letting it try. */
  readonly isFinal: boolean;
}

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  /** The first part of the body. */
  readonly body: string;
}

const MAX_MESSAGE = 300;

/** Worth waiting for in the process; for longer nothing of the run needs to be there. */
const WAIT_MS = 60_000;

/** Words of an error that says no to what was said, not to who says it. */
const ABOUT_CONTENT = /content[_ -]?(policy|filter)|moderation|flagged|safety|blocked by/i;
const ABOUT_MONEY =
  /insufficient_quota|credit balance|billing|payment required|insufficient (balance|credits)/i;
const ABOUT_KEY =
  /API_KEY_INVALID|api key not valid|api key expired|invalid api key|incorrect api key/i;

/** `null`: it is about the request itself, and the engine's own affair. */
export function refusalOf(answer: RefusedAnswer, now: Date): Refusal | null {
  const { status, headers, body } = answer;
  const whole = tryParseJson(body);
  const parsed: unknown = Array.isArray(whole) ? whole[0] : whole;
  const kind = kindOf(status, body);
  if (kind === null) return null;
  const isPerDay = /PerDay/.test(body) && /RESOURCE_EXHAUSTED/.test(body);
  // It names a delay of seconds even when the day is used up.
  const reset = kind === 'unauthorized' || isPerDay ? null : resetTime(headers, parsed, now);
  const isFar = reset !== null && reset.getTime() - now.getTime() > WAIT_MS;
  return {
    told: {
      kind,
      status,
      resetAt: reset?.toISOString() ?? null,
      message: messageOf(parsed) ?? oneLine(body, MAX_MESSAGE),
    },
    isFinal: kind === 'unauthorized' || isFar || isPerDay || ABOUT_MONEY.test(body),
  };
}

/** No answer came, or only a part of one. */
export function unavailable(why: string): Refusal {
  return {
    told: { kind: 'unavailable', status: 0, resetAt: null, message: oneLine(why, MAX_MESSAGE) },
    isFinal: false,
  };
}

function kindOf(status: number, body: string): ModelRefusal['kind'] | null {
  if (status === 401) return 'unauthorized';
  if (status === 403) return ABOUT_CONTENT.test(body) ? null : 'unauthorized';
  if (status === 402 || status === 429) return 'limit';
  if (status === 400 && ABOUT_KEY.test(body)) return 'unauthorized';
  if (status === 400 && ABOUT_MONEY.test(body)) return 'limit';
  if (status === 408 || status >= 500) return 'unavailable';
  return null;
}

/** Of `{error: {message}}`, `{error: "…"}` and `{message}`. */
function messageOf(parsed: unknown): string | null {
  if (!isRecord(parsed)) return null;
  const { error } = parsed;
  const message = isRecord(error) ? error['message'] : (error ?? parsed['message']);
  return typeof message === 'string' && message.trim() !== ''
    ? oneLine(message, MAX_MESSAGE)
    : null;
}

/**
 * When a model's side may be asked again, from the many ways in which they say it. Pure.
 * `body`: of the refusal, parsed. `null`: it does not say.
 */
function resetTime(headers: HeaderLines, body: unknown, now: Date): Date | null {
  const at =
    fromRetryAfter(headers, now) ??
    fromBody(body, now) ??
    fromLimits(headers, now) ??
    instantOf(headerOf(headers, 'anthropic-ratelimit-unified-reset'), now) ??
    instantOf(headerOf(headers, 'x-ratelimit-reset'), now);
  if (at === null || at - now.getTime() > MAX_AHEAD_MS) return null;
  return new Date(Math.max(at, now.getTime()));
}

function fromRetryAfter(headers: HeaderLines, now: Date): number | null {
  const ms = headerOf(headers, 'retry-after-ms');
  if (ms !== null && /^\d{1,12}(\.\d+)?$/.test(ms)) return now.getTime() + Number(ms);
  return instantOf(headerOf(headers, 'retry-after'), now);
}

/** One limit was hit: the one of which nothing remains. Where none says so, the one that lasts longest. */
function fromLimits(headers: HeaderLines, now: Date): number | null {
  const limits = headers.flatMap(([header, value]) => {
    const parts =
      /^(anthropic-ratelimit-[a-z-]+?)-reset$/i.exec(header) ??
      /^(x-ratelimit)-reset-([a-z-]+)$/i.exec(header);
    if (parts === null) return [];
    const [, family = '', kind] = parts;
    const rest = kind === undefined ? `${family}-remaining` : `${family}-remaining-${kind}`;
    const at = instantOf(value, now);
    const remaining = headerOf(headers, rest.toLowerCase());
    return at === null ? [] : [{ at, isUsedUp: remaining === '0' }];
  });
  const usedUp = limits.filter(({ isUsedUp }) => isUsedUp);
  const found = (usedUp.length > 0 ? usedUp : limits).map(({ at }) => at);
  return found.length === 0 ? null : Math.max(...found);
}

function fromBody(body: unknown, now: Date): number | null {
  const error = isRecord(body) ? body['error'] : undefined;
  if (!isRecord(error)) return null;
  const { resets_at: at, resets_in_seconds: seconds, details } = error;
  if (typeof at === 'number' && at > 0) return instantOf(String(at), now);
  if (typeof seconds === 'number' && seconds >= 0) return now.getTime() + seconds * 1_000;
  if (!Array.isArray(details)) return null;
  for (const detail of details) {
    if (isRecord(detail) && typeof detail['retryDelay'] === 'string')
      return instantOf(detail['retryDelay'], now);
  }
  return null;
}

/** Seconds or a duration from now, seconds or milliseconds since 1970, or a date in words. */
function instantOf(text: string | null, now: Date): number | null {
  if (text === null || text.length > 60) return null;
  if (/^\d{1,15}(\.\d{1,9})?$/.test(text)) {
    const value = Number(text);
    if (value > 1e12) return value;
    return value > 1e9 ? value * 1_000 : now.getTime() + value * 1_000;
  }
  const ms = durationOf(text);
  if (ms !== null) return now.getTime() + ms;
  // Whatever else is there would be read as some date or other.
  if (!/^([A-Z][a-z]{2,8}, \d|\d{4}-\d\d-\d\dT)/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date;
}

/** `6m0s`, `1h2m3.5s`, `120ms`. */
function durationOf(text: string): number | null {
  if (!/^(\d{1,9}(\.\d{1,9})?(ms|s|m|h|d)){1,6}$/.test(text)) return null;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    sum += Number(count) * (UNITS[unit ?? ''] ?? 0);
  return sum;
}

// What the gateway itself says to an agent, in the words of its wire format, so that engines show it.
export interface OwnAnswer {
  readonly status: number;
  /** What went wrong, for people. */
  readonly line: string;
}

const TYPES: Readonly<Record<number, readonly [anthropic: string, gemini: string]>> = {
  400: ['invalid_request_error', 'FAILED_PRECONDITION'],
  401: ['authentication_error', 'UNAUTHENTICATED'],
  404: ['not_found_error', 'NOT_FOUND'],
  426: ['invalid_request_error', 'FAILED_PRECONDITION'],
  502: ['api_error', 'UNAVAILABLE'],
};

/** The whole answer. */
export function sendOwnAnswer(
  reply: StreamedReply,
  api: WireFormat,
  { status, line }: OwnAnswer,
): void {
  const message = `roundsman: ${line}`;
  const [type, word] = TYPES[status] ?? ['api_error', 'UNKNOWN'];
  const body = JSON.stringify(
    api === 'anthropic'
      ? { type: 'error', error: { type, message } }
      : api === 'gemini'
        ? { error: { code: status, message, status: word } }
        : { error: { message, type, param: null, code: null } },
  );
  reply
    .begin(status, [
      ['content-type', 'application/json'],
      // What we say no to is not to be tried again.
      ['x-should-retry', status === 502 ? 'true' : 'false'],
      ['content-length', String(Buffer.byteLength(body))],
    ])
    .end(body);
}
