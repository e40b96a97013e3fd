/**
 * Who is logged in as whom. The cookie is signed; who it stands for, and when that person last did something, is kept in
 * the memory of the daemon: log-out ends a session at once, and a daemon that starts again asks everybody anew.
 */
import type { Person } from './roles.ts';
import type { Session, Sessions } from './sessions.ts';

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
