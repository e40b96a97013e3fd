/** What a webhook's answer means. Its words are hostile: one line, bounded, without what is secret. Pure. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { OutwardAnswer } from '../../platform/outward/contract.ts';
import { oneLine } from '../../words/text.ts';
import type { SendResult } from '../channel.ts';

/** The longest wait that a server can ask for; a longer one is cut to this. */
const LONGEST_MS = 24 * 3_600_000;

export interface AnswerContext {
  /** How people call it: `connections.chat`. */
  readonly name: string;
  readonly now: Date;
  /** Takes secrets out. */
  readonly clean: (text: string) => string;
}

/** Of what the other side says. */
const MAX_WORDS = 160;
const AGAIN = [408, 425, 429];

export function judgeAnswer(answer: OutwardAnswer, context: AnswerContext): SendResult {
  const { status } = answer;
  const said = firstLine(answer, context);
  const answered = `${context.name} answered ${status}${said === '' ? '' : `: ${said}`}`;
  const later = (): SendResult => {
    const afterMs = retryAfterMs(answer, context.now);
    return { kind: 'retry', why: answered, ...(afterMs === undefined ? {} : { afterMs }) };
  };
  // A connector of Teams says 200 for what its inside refused for now.
  if (status >= 200 && status < 300 && /returned HTTP error (429|5\d\d)\b/.test(said))
    return later();
  if (status >= 200 && status < 300)
    return { kind: 'sent', receipt: said === '' ? String(status) : `${status}: ${said}` };
  if (AGAIN.includes(status) || status >= 500) return later();
  return { kind: 'refused', why: answered, hint: hintFor(status, context.name) };
}

function hintFor(status: number, name: string): string {
  switch (status) {
    case 404:
    case 410:
      return `The webhook is gone there: make a new one, and give ${name} its address.`;
    case 401:
    case 403:
      return `Look at the address and the secret of ${name}: the other side does not know them.`;
    case 400:
    case 422:
      return `Look at the body of ${name}: the other side cannot read what it says.`;
    case 413:
      return 'It is too large for the other side: shorten the body or the report.';
    default:
      return status < 400
        ? `Give ${name} the address that it leads to: what is sent does not follow.`
        : `Look at the address of ${name}: no such request is taken there.`;
  }
}

function firstLine({ body }: OutwardAnswer, { clean }: AnswerContext): string {
  const head = new TextDecoder().decode(body.subarray(0, 4_000));
  const [line = ''] = head.trim().split(/\r?\n/, 1);
  // Cut last: half of a secret is one, too.
  return oneLine(clean(line), MAX_WORDS);
}

/**
 * How long the other side wants to be left alone, in the forms that are about.
 * `undefined`: it says nothing of it. Whole milliseconds.
 */
function retryAfterMs(answer: OutwardAnswer, now: Date): number | undefined {
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
