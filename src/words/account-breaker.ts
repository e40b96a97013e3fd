/**
 * An account whose key or log-in was rejected: runs that would use it are skipped, with the reason, until the account is
 * fixed. Pure.
 *
 * It closes with the next run or `agents try` that its model's side answers, with another key, and after an hour, when one
 * more run finds out.
 */
import { oneLine } from './text.ts';

export interface AccountBreaker {
  /** `claude (ANTHROPIC_API_KEY)`, `codex (~/.codex/auth.json)`. */
  readonly account: string;
  /** Tells one key from another; the beginning of a hash, from which no key can be had. */
  readonly mark: string;
  readonly openedAt: string;
  /** What its model's side said; hostile text. */
  readonly reason: string;
  /** How to log in. */
  readonly login: string;
}

export const BREAKER_OPEN_MS = 3_600_000;

/** Why a run of that account is not begun; `null`: it may be. */
export function formatBreaker(
  breaker: AccountBreaker | null,
  { engine, mark, now }: { readonly engine: string; readonly mark: string; readonly now: Date },
): string | null {
  if (breaker === null || breaker.mark !== mark) return null;
  const openedAt = Date.parse(breaker.openedAt);
  const age = now.getTime() - openedAt;
  // Also when the clock was set back.
  if (!(age >= 0 && age < BREAKER_OPEN_MS)) return null;
  const again = new Date(openedAt + BREAKER_OPEN_MS).toISOString();
  const why = oneLine(breaker.reason, 200);
  return `the account ${breaker.account} was not accepted at ${breaker.openedAt} (${why}); tried again from ${again}, or with another key. ${formatLogin(engine, breaker.login)}`;
}

/** How to log in, and how to have it tried at once. */
export function formatLogin(engine: string, login: string): string {
  return `To log in: ${oneLine(login, 200)}; runs continue as soon as it works in: roundsman agents try ${engine}`;
}
