/** What an answer with an error means for the run: a limit, a key that is not taken, a side that is down; or nothing. Pure. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { ModelRefusal } from '../../words/agent-outcome.ts';
import { oneLine } from '../../words/text.ts';
import type { HeaderLines } from './headers.ts';
import { resetTime } from './reset-time.ts';

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
