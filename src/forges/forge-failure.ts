/** What went wrong between us and a forge: one union for every forge. Texts are one line, hostile, and hold no token. */
import { OutwardError } from '../platform/outward/outward-request.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { oneLine } from '../words/text.ts';

export type ForgeFailure =
  /** The token is missing, unknown, revoked or expired. */
  | { readonly kind: 'log-in'; readonly why: string }
  /** It is known there, and may not do this. */
  | { readonly kind: 'forbidden'; readonly why: string }
  /** Not there, not there any more, or not for this token to see. */
  | { readonly kind: 'missing'; readonly why: string }
  /** Too much was asked for. `until`: ISO 8601, when asking again makes sense. */
  | { readonly kind: 'limited'; readonly why: string; readonly until: string }
  /** Understood and not taken, or not allowed to be asked at all: the same again is refused again. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It is unknown whether a request that changes something was carried out. */
  | { readonly kind: 'no-answer'; readonly why: string };

/** An answer that is not a success; header names in lower case. */
export interface ForgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** What it says, as far as it says something. */
  readonly words: string;
}

export interface FailureContext {
  readonly now: Date;
  /** The values of tokens, which servers may repeat. */
  readonly secrets: readonly string[];
}

/** Where a server names no time. */
const SECONDARY_WAIT_S = 60;

/** Secrets first: what is cut in the middle is not found any more. */
export function formatFailure(words: string, secrets: readonly string[]): string {
  const redactor = makeRedactor(secrets.map((value) => ({ name: 'token', value })));
  return oneLine(redactor.text(words), 300);
}

/** For an answer of 304 or 400 and more. */
export function failureOfAnswer(answer: ForgeAnswer, context: FailureContext): ForgeFailure {
  const { status } = answer;
  const said = formatFailure(answer.words, context.secrets);
  const why = said === '' ? `it answers ${status}` : `${said} (${status})`;
  const until = limitedUntil(answer, context.now);
  if (until !== null) return { kind: 'limited', why, until };
  if (status === 401) return { kind: 'log-in', why };
  if (status === 403 || status === 451) return { kind: 'forbidden', why };
  if (status === 404 || status === 410) return { kind: 'missing', why };
  if (status >= 500 || status === 408) return { kind: 'no-answer', why };
  return { kind: 'refused', why };
}

/** For what a guarded `fetch` throws, perhaps wrapped; `null`: it is something else. */
export function failureOfThrow(thrown: unknown, context: FailureContext): ForgeFailure | null {
  const cause =
    thrown instanceof Error && !(thrown instanceof OutwardError) ? thrown.cause : thrown;
  if (!(cause instanceof OutwardError)) return null;
  return { kind: cause.kind, why: formatFailure(cause.message, context.secrets) };
}

/** One line for people. */
export function forgeFailureText(failure: ForgeFailure): string {
  switch (failure.kind) {
    case 'log-in':
      return `it does not take the token: ${failure.why}`;
    case 'forbidden':
      return `the token may not do this: ${failure.why}`;
    case 'missing':
      return `not there, or not for this token to see: ${failure.why}`;
    case 'limited':
      return `limited until ${failure.until}: ${failure.why}`;
    case 'refused':
      return `refused: ${failure.why}`;
    case 'no-answer':
      return `no answer: ${failure.why}`;
  }
}

/**
 * GitHub says `retry-after`, or that nothing remains until a time; of its secondary limits sometimes the words alone. GitLab
 * says `retry-after`, or `ratelimit-reset`.
 */
function limitedUntil({ status, headers, words }: ForgeAnswer, now: Date): string | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(after)) return later(now, after);
  const remaining = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'];
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  if (String(remaining) === '0' && Number.isFinite(reset))
    return later(now, reset + 1 - now.getTime() / 1_000);
  const isSecondary = /\bsecondary rate\b|\babuse detection\b/i.test(words);
  return status === 429 || isSecondary ? later(now, SECONDARY_WAIT_S) : null;
}

/** Waits at most one day, whatever the server says. */
function later(now: Date, seconds: number): string {
  const bounded = Math.min(Math.max(0, seconds), 86_400);
  return new Date(now.getTime() + bounded * 1_000).toISOString();
}
