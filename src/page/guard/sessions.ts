/**
 * Who is logged in. A session is a cookie that names itself, its end, and a keyed hash of both: nothing is stored, and it
 * outlives the daemon. A new secret ends them all.
 */
import { Buffer } from 'node:buffer';

import { hmacSha256, isSameSecret } from '../../platform/hash.ts';
import { newToken } from '../../platform/ids.ts';
import type { Person } from './roles.ts';

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
  /** Without a cookie: of a person whom a proxy names with each request. */
  named(person: string): Session;
  /** The value of `set-cookie` that forgets it. */
  end(): string;
}

/** @param name of the cookie: a browser sends one to every port of a host, so each workspace has its own */
export function openSessions(request: {
  readonly secret: string;
  readonly name: string;
  /** Default: 30 days. */
  readonly lastsMs?: number;
  /** Whether people open the page by https: then no other host can set the cookie either. Default: false. */
  readonly secure?: boolean;
}): Sessions {
  const { lastsMs = LASTS_MS, secure = false } = request;
  const name = secure ? `__Host-${request.name}` : request.name;
  const attributes = secure ? `${COOKIE}; Secure` : COOKIE;
  const key = Buffer.from(request.secret);
  const mac = (text: string): string => Buffer.from(hmacSha256(key, [text])).toString('base64url');
  const same = (given: string, expected: string): boolean =>
    isSameSecret(Buffer.from(given), Buffer.from(expected));
  const csrfOf = (id: string): string => mac(`form:${id}`);
  return {
    begin: (now) => {
      const named = `${newToken()}.${now.getTime() + lastsMs}`;
      const seconds = lastsMs / 1_000;
      return `${name}=${named}.${mac(`session:${named}`)}; Max-Age=${seconds}; ${attributes}`;
    },
    find: (cookies, now) => {
      const [id = '', until = '', sign = '', ...more] = cookieOf(cookies, name).split('.');
      if (id === '' || !/^\d{13}$/.test(until) || more.length > 0) return null;
      if (!same(sign, mac(`session:${id}.${until}`)) || Number(until) <= now.getTime()) return null;
      return { id, csrf: csrfOf(id) };
    },
    named: (person) => ({ id: `person:${person}`, csrf: csrfOf(`person:${person}`) }),
    isOwnForm: ({ id }, csrf) => same(csrf, csrfOf(id)),
    end: () => `${name}=; Max-Age=0; ${attributes}`,
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

// Who is logged in as whom. The cookie is signed; who it stands for, and when that person last did something, is kept in
// the memory of the daemon: log-out ends a session at once, and a daemon that starts again asks everybody anew.
const IDLE_MS = 60 * 60_000;
/** The oldest ones go first. */
const MOST = 1_000;

export interface PersonSession {
  readonly session: Session;
  readonly person: Person;
}

export interface PersonSessions {
  /** The value of `set-cookie`; always of a new session. */
  begin(person: Person, now: Date): string;
  /** @param isActive a request of a person, and not of the script that keeps a page up to date */
  find(request: {
    readonly cookies: string;
    readonly now: Date;
    readonly isActive: boolean;
  }): PersonSession | null;
  /** The value of `set-cookie` that forgets it. */
  end(session: Session): string;
}

export function openPersonSessions(sessions: Sessions): PersonSessions {
  const open = new Map<string, { readonly person: Person; seenAt: number }>();
  return {
    begin: (person, now) => {
      const cookie = sessions.begin(now);
      const session = sessions.find(cookie.split(';', 1)[0] ?? '', now);
      for (const oldest of open.keys()) if (open.size >= MOST) open.delete(oldest);
      if (session !== null) open.set(session.id, { person, seenAt: now.getTime() });
      return cookie;
    },
    find: ({ cookies, now, isActive }) => {
      const session = sessions.find(cookies, now);
      const known = session === null ? undefined : open.get(session.id);
      if (session === null || known === undefined) return null;
      if (now.getTime() - known.seenAt > IDLE_MS) {
        open.delete(session.id);
        return null;
      }
      if (isActive) known.seenAt = now.getTime();
      return { session, person: known.person };
    },
    end: ({ id }) => {
      open.delete(id);
      return sessions.end();
    },
  };
}

// Single-use login codes, made for users who may ask the daemon, and valid only for a short time.
const CODE_LASTS_MS = 10 * 60_000;
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
      codes = [...codes, { code, until: now.getTime() + CODE_LASTS_MS }].slice(-MOST_CODES);
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
