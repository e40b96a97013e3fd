/** When what could not be sent is tried again, and when nothing more is tried. Pure. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After the first try that was none, the second, …; the last one again and again. */
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
/** An answer that asks for more is not believed. */
const LONGEST_ASKED_MS = 24 * HOUR;

export const GIVEN_UP_AFTER_MS = 72 * HOUR;
/** Without a daemon nobody tries: days in which nothing was tried do not count alone. */
export const FEWEST_TRIES = PAUSES_MS.length;

export interface TriedMessage {
  /** The one that just was none included. */
  readonly tries: number;
  /** ISO 8601. */
  readonly firstTriedAt: string;
  /** As the other side asked for. */
  readonly afterMs?: number | undefined;
}

/** `null`: given up. */
export function nextTry({ tries, firstTriedAt, afterMs }: TriedMessage, now: Date): Date | null {
  const since = now.getTime() - Date.parse(firstTriedAt);
  if (since >= GIVEN_UP_AFTER_MS && tries >= FEWEST_TRIES) return null;
  const pause = PAUSES_MS[Math.min(Math.max(tries, 1), PAUSES_MS.length) - 1] ?? 0;
  const asked = Math.min(Math.max(afterMs ?? 0, 0), LONGEST_ASKED_MS);
  return new Date(now.getTime() + Math.max(pause, asked));
}
