/** From what a store says and how things stand to a session of the list. Pure. */
import { isAbsolute, join, normalize, relative } from 'node:path';

import type { JudgedState, SessionDraft } from '../../engines/sessions/contract.ts';
import type { Session } from '../../words/session.ts';
import { isBelow } from './ask-source.ts';

export function sessionOfDraft(
  draft: SessionDraft,
  judged: JudgedState,
  roots: readonly string[],
): Session {
  const { id, engine, cwd, branch, title, startedAt, lastActivityAt } = draft;
  return {
    id,
    engine,
    cwd,
    branch,
    title: title === '' ? '(no title)' : title,
    ...judged,
    startedAt,
    lastActivityAt,
    filesTouched: filesBelow(draft, roots),
    runId: null,
  };
}

/** Relative to the root of the checkout that they are in; what is in none stays as its engine named it. */
export function filesBelow(
  { filesTouched, cwd }: Pick<SessionDraft, 'filesTouched' | 'cwd'>,
  roots: readonly string[],
): readonly string[] {
  // A worktree may lie within the checkout: the innermost counts.
  const innermost = roots.toSorted((a, b) => b.length - a.length);
  const named = filesTouched.map((file) => {
    if (!isAbsolute(file) && cwd === null) return file;
    const path = normalize(isAbsolute(file) ? file : join(cwd ?? '/', file));
    const root = innermost.find((one) => isBelow(path, [one]));
    return root === undefined ? path : relative(root, path) || '.';
  });
  return [...new Set(named)];
}
