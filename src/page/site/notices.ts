/** What is to be said once, on the next page of a session. Kept in memory: a link cannot make the page say anything. */
import type { Notice } from '../contract.ts';

export interface Notices {
  put(session: string, notice: Notice): void;
  take(session: string): readonly Notice[];
}

const SESSIONS = 50;

export function openNotices(): Notices {
  const waiting = new Map<string, readonly Notice[]>();
  return {
    put: (session, notice) => {
      waiting.set(session, [...(waiting.get(session) ?? []), notice].slice(-5));
      for (const oldest of waiting.keys()) if (waiting.size > SESSIONS) waiting.delete(oldest);
    },
    take: (session) => {
      const notices = waiting.get(session) ?? [];
      waiting.delete(session);
      return notices;
    },
  };
}
