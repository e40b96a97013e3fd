/** Single-use login codes, made for users who may ask the daemon, and valid only for a short time. */
import { Buffer } from 'node:buffer';

import { isSameSecret } from '../../platform/hash.ts';
import { newToken } from '../../platform/ids.ts';

const LASTS_MS = 10 * 60_000;
const MOST_CODES = 20;
/** The number of wrong attempts answered with `wrong` within `WRONG_FOR_MS`; the next ones get `too-many`. */
const MOST_WRONG = 10;
const WRONG_FOR_MS = 60_000;

export type CodeCheck = 'right' | 'wrong' | 'too-many';

export interface LoginCodes {
  make(now: Date): string;
  /** A right one is used up by it. */
  use(code: string, now: Date): CodeCheck;
}

/** @param token what people may log in with again and again; `null`: nothing */
export function openLoginCodes(token: string | null): LoginCodes {
  let codes: { readonly code: string; readonly until: number }[] = [];
  let wrong: number[] = [];
  return {
    make: (now) => {
      const code = newToken();
      codes = [...codes, { code, until: now.getTime() + LASTS_MS }].slice(-MOST_CODES);
      return code;
    },
    use: (given, now) => {
      const at = now.getTime();
      codes = codes.filter(({ until }) => until > at);
      const found = codes.filter(({ code }) => same(given, code));
      codes = codes.filter((one) => !found.includes(one));
      // Codes cannot be guessed, so a valid one is accepted even after too many wrong attempts: guessing locks no user out.
      if (found.length > 0) return 'right';
      wrong = wrong.filter((then) => at - then < WRONG_FOR_MS);
      if (wrong.length >= MOST_WRONG) return 'too-many';
      if (token !== null && same(given, token)) return 'right';
      wrong.push(at);
      return 'wrong';
    },
  };
}

function same(given: string, expected: string): boolean {
  return isSameSecret(Buffer.from(given), Buffer.from(expected));
}
