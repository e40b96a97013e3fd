/** One page over the network: waits where it is told to wait, tries again what may pass, and says the rest in words. */
import type { Clock } from '../../../../platform/clock.ts';
import { tryParseJson } from '../../../../platform/json.ts';
import type { OutwardAnswer, OutwardResult, Reach } from '../../../../platform/outward/contract.ts';
import { outwardRequest } from '../../../../platform/outward/outward-request.ts';
import { credentialPlace } from '../../../../platform/outward/read-credential.ts';
import type { HttpConnection } from '../../../../words/connection.ts';
import { AppError } from '../../../../words/errors.ts';
import { oneLine, plural } from '../../../../words/text.ts';
import { valueAt } from '../../fields/record-values.ts';
import { decodeText } from '../../formats/decode-text.ts';
import { pageHeaders, pageRequest, type PageOf } from './page-request.ts';

export interface Asking {
  readonly connection: HttpConnection;
  readonly secret: string | null;
  readonly reach: Reach;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly progress: (text: string) => void;
  /** Counted over the whole reading. */
  readonly spent: { requests: number; waitedMs: number };
}

export const PAGE_BYTES = 50_000_000;
const DAY_MS = 86_400_000;
const TRIES = 4;
const FIRST_WAIT = 1_000;
/** The longest waits for one answer and in total; after that, the next run asks again. */
const LONGEST_WAIT = 120_000;
const ALL_WAITS = 300_000;

/** An answer of status 2xx. Throws an AppError. */
export async function askPage(page: PageOf, asking: Asking): Promise<OutwardAnswer> {
  const { connection, clock, signal } = asking;
  const { url, method, body } = pageRequest(page);
  const headers = pageHeaders(connection, asking.secret);
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    asking.spent.requests += 1;
    const result = await outwardRequest({
      url,
      method,
      headers,
      body,
      reach: asking.reach,
      maxBytes: PAGE_BYTES,
      timeoutMs: 60_000,
      ...(signal === undefined ? {} : { signal }),
    });
    signal?.throwIfAborted();
    if (result.kind === 'answer' && isGood(result.answer)) return result.answer;
    const wait = waitBefore(result, { tries, now: clock.now() });
    const tooLong =
      wait === null || wait > LONGEST_WAIT || asking.spent.waitedMs + wait > ALL_WAITS;
    if (tooLong) throw refusal(result, asking, { tries, wait });
    asking.spent.waitedMs += wait;
    asking.progress(`${connection.name} asks to wait ${Math.ceil(wait / 1_000)} s`);
    await clock.sleep(wait, signal);
  }
}

function isGood({ status }: OutwardAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Milliseconds until it is worth another try; `null`: it is not. */
function waitBefore(
  result: OutwardResult,
  { tries, now }: { readonly tries: number; readonly now: Date },
): number | null {
  if (result.kind === 'refused' || tries >= TRIES) return null;
  const backoff = FIRST_WAIT * 4 ** (tries - 1);
  if (result.kind === 'no-answer') return backoff;
  const { status, headers } = result.answer;
  if (status < 500 && !isLimited(result.answer)) return null;
  return (
    retryAfterMs(headers['retry-after'], now) ??
    untilReset(headers['x-ratelimit-requests-reset'], now) ??
    backoff
  );
}

/** Some services of GraphQL answer 400 and say it in the errors, as Linear does. */
function isLimited({ status, body }: OutwardAnswer): boolean {
  if (status === 429) return true;
  if (status !== 400) return false;
  const codes = valueAt(
    tryParseJson(decodeText(body.subarray(0, 20_000)).text),
    'errors.extensions.code',
  );
  return Array.isArray(codes) && codes.includes('RATELIMITED');
}

/** Linear's: milliseconds since 1970. */
function untilReset(header: string | undefined, now: Date): number | null {
  if (header === undefined || !/^\d{13}$/.test(header)) return null;
  return Math.min(DAY_MS, Math.max(0, Number(header) - now.getTime()));
}

function refusal(
  result: OutwardResult,
  asking: Asking,
  { tries, wait }: { readonly tries: number; readonly wait: number | null },
): AppError {
  const { connection } = asking;
  const name = `connections.${connection.name}`;
  const often = tries === 1 ? '' : ` (asked ${plural(tries, 'time')})`;
  if (result.kind === 'refused') {
    return new AppError('refused', {
      code: 'source-refused',
      message: `${name}: ${result.why}`,
      hint: `Look at ${name}.url${connection.private ? '' : '; `private: true` lets it be at an address of this machine or network'}.`,
    });
  }
  if (result.kind === 'no-answer') {
    return new AppError('failed', {
      code: 'source-unreachable',
      message: `${name}: ${result.why}${often}`,
      hint: 'Nothing of it was told: the next run asks from the same place on.',
    });
  }
  return ofStatus(result.answer, asking, { often, wait });
}

function ofStatus(
  answer: OutwardAnswer,
  asking: Asking,
  { often, wait }: { readonly often: string; readonly wait: number | null },
): AppError {
  const { connection } = asking;
  const { status } = answer;
  const host = new URL(answer.url).host;
  const message = `connections.${connection.name}: ${host} answers ${status}${often}${said(answer, asking.secret)}`;
  if (status === 401 || status === 403)
    return new AppError('missing', {
      code: 'source-not-allowed',
      message,
      hint: tokenHint(connection),
    });
  if (wait !== null || isLimited(answer)) {
    const longer = wait === null ? '' : `It asks to wait ${Math.ceil(wait / 1_000)} s more. `;
    const hint = `${longer}Nothing of it was told: the next run asks from the same place on.`;
    return new AppError('failed', { code: 'source-rate-limited', message, hint });
  }
  if (status >= 500) {
    const hint = 'Nothing of it was told: the next run asks from the same place on.';
    return new AppError('failed', { code: 'source-failing', message, hint });
  }
  const hint = `Look at url, query and body of connections.${connection.name}.`;
  return new AppError('failed', { code: 'source-refuses', message, hint });
}

function tokenHint({ name, token }: HttpConnection): string {
  return token === null
    ? `Give connections.${name} a \`token\`, and a header with {secret} in it.`
    : `The token in ${credentialPlace(token)} is wrong, has expired, or may not read this: make another one, and try \`roundsman connect ${name}\`.`;
}

/** What the server says of it, without the secret; nothing of a web page. */
function said({ body, headers }: OutwardAnswer, secret: string | null): string {
  const { text } = decodeText(body.subarray(0, 2_000));
  if (/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text)) return '';
  const plain =
    secret === null || secret === '' ? text : text.replaceAll(secret, () => '[redacted]');
  const line = oneLine(plain, 200).trim();
  return line === '' ? '' : `: ${line}`;
}

/** @returns milliseconds, at most a day; `null` when it says nothing that can be read */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Math.min(DAY_MS, Math.ceil(Number(text) * 1_000));
  // Only the forms of HTTP dates: `Date.parse` takes much else for a date.
  if (!/^[A-Za-z]{3,9},? [\d A-Za-z:-]{10,30}$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(DAY_MS, Math.max(0, at - now.getTime()));
}
