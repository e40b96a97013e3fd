/** Agents that are in checkouts of branches. Looked for only where a branch is checked out: reading sessions takes its time. */
import type { Session } from '../words/session.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface SessionsAt {
  /** By branch, one line for each session that works or waits for a person. */
  readonly live: ReadonlyMap<string, readonly string[]>;
  /** Folders that an agent was at lately. */
  readonly folders: ReadonlySet<string>;
}

/** @param places folders by the branch that is checked out there */
export async function sessionsAt(
  workspace: Workspace,
  places: ReadonlyMap<string, string>,
): Promise<SessionsAt> {
  if (places.size === 0) return { live: new Map(), folders: new Set() };
  const { listSessions } = await import('../context/sessions/list-sessions.ts');
  const { sessions } = await listSessions(workspace);
  const there = [...places].map(([branch, folder]) => ({
    branch,
    folder,
    // Nested checkouts: a session is in the deepest one.
    own: sessions.filter(({ cwd }) => cwd !== null && deepest(cwd, places) === folder),
  }));
  return {
    live: new Map(
      there.map(({ branch, own }) => [branch, own.filter(isAtWork).map(wordsOf)] as const),
    ),
    folders: new Set(there.filter(({ own }) => own.length > 0).map(({ folder }) => folder)),
  };
}

function deepest(cwd: string, places: ReadonlyMap<string, string>): string | null {
  const above = [...places.values()].filter(
    (folder) => cwd === folder || cwd.startsWith(`${folder}/`),
  );
  return above.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function isAtWork({ state }: Session): boolean {
  return state === 'working' || state === 'waiting';
}

function wordsOf({ engine, id, state, cwd }: Session): string {
  return `${engine} session ${oneLine(id, 12)} is ${state} in ${oneLine(cwd ?? '', 200)}`;
}
