/**
 * Who is logged in. A session is a cookie that names itself, its end, and a keyed hash of both: nothing is stored, and it
 * outlives the daemon. A new secret ends them all.
 */
import { Buffer } from 'node:buffer';

import { newToken } from '../../platform/ids.ts';
import { hmacSha256, isSameSecret } from '../../platform/signature.ts';

const DAY_MS = 86_400_000;
const LASTS_MS = 30 * DAY_MS;

export interface Session {
  readonly id: string;
  /** In every form of this session. */
  readonly csrf: string;
}

export interface Sessions {
  /** The value of `set-cookie`. */
  begin(now: Date): string;
  /** @param cookies the whole header; `null` without one that holds */
  find(cookies: string, now: Date): Session | null;
  isOwnForm(session: Session, csrf: string): boolean;
  /** The value of `set-cookie` that forgets it. */
  end(): string;
}

/** @param name of the cookie: a browser sends one to every port of a host, so each workspace has its own */
export function openSessions(request: {
  readonly secret: string;
  readonly name: string;
}): Sessions {
  const { name } = request;
  const key = Buffer.from(request.secret);
  const mac = (text: string): string => Buffer.from(hmacSha256(key, [text])).toString('base64url');
  const same = (given: string, expected: string): boolean =>
    isSameSecret(Buffer.from(given), Buffer.from(expected));
  const csrfOf = (id: string): string => mac(`form:${id}`);
  return {
    begin: (now) => {
      const named = `${newToken()}.${now.getTime() + LASTS_MS}`;
      const seconds = LASTS_MS / 1_000;
      return `${name}=${named}.${mac(`session:${named}`)}; Max-Age=${seconds}; ${COOKIE}`;
    },
    find: (cookies, now) => {
      const [id = '', until = '', sign = '', ...more] = cookieOf(cookies, name).split('.');
      if (id === '' || !/^\d{13}$/.test(until) || more.length > 0) return null;
      if (!same(sign, mac(`session:${id}.${until}`)) || Number(until) <= now.getTime()) return null;
      return { id, csrf: csrfOf(id) };
    },
    isOwnForm: ({ id }, csrf) => same(csrf, csrfOf(id)),
    end: () => `${name}=; Max-Age=0; ${COOKIE}`,
  };
}

/** No Domain: for this host alone. Strict: no other site's link or form takes it along. */
const COOKIE = 'Path=/; HttpOnly; SameSite=Strict';

/** Of two of one name the first counts, as browsers order them. */
function cookieOf(cookies: string, name: string): string {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return '';
}
