/** How long the other side wants to be left alone, in the forms that are about. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { OutwardAnswer } from '../../platform/outward/contract.ts';

/** Nobody is believed who says more. */
const LONGEST_MS = 24 * 3_600_000;

/** `undefined`: it says nothing of it. Whole milliseconds. */
export function retryAfterMs(answer: OutwardAnswer, now: Date): number | undefined {
  const said =
    fromHeader(answer.headers['retry-after'], now) ??
    seconds(answer.headers['x-ratelimit-reset-after']) ??
    fromBody(answer);
  return said === null || said < 0 ? undefined : Math.min(Math.ceil(said), LONGEST_MS);
}

/** Seconds, also with a fraction, or a date. */
function fromHeader(text: string | undefined, now: Date): number | null {
  const counted = seconds(text);
  if (counted !== null || text === undefined) return counted;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : Math.max(0, instant - now.getTime());
}

function seconds(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(text)
    ? Number(text) * 1_000
    : null;
}

/** Discord says it in the body, in seconds. */
function fromBody({ body }: OutwardAnswer): number | null {
  if (body.length > 10_000) return null;
  const value = tryParseJson(new TextDecoder().decode(body));
  const said = isRecord(value) ? value['retry_after'] : null;
  return typeof said === 'number' && Number.isFinite(said) ? said * 1_000 : null;
}
