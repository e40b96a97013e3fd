/** One commit of the files that were marked, and of nothing else; no hook, no signature, no maintenance. */
import type { RunId } from '../../../words/ids.ts';
import { oneLine, plural } from '../../../words/text.ts';
import { commitPaths } from '../branch/commit-paths.ts';
import { noteTitle } from './describe-note.ts';
import type { MarkOutcome } from './mark-notes.ts';

export interface CommitRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunId | null;
  readonly outcome: MarkOutcome;
  /** Fingerprints of a branch that no longer merges: what of it still stands is marked again, the rest is gone. */
  readonly lapsed?: readonly string[];
}

/** `null` when the commit was made, else what went wrong; the changed files are then still in the worktree. */
export async function commitMarks(request: CommitRequest): Promise<string | null> {
  const { worktree, env, outcome } = request;
  return commitPaths({ worktree, env, paths: outcome.paths, message: commitMessage(request) });
}

/**
 * Lines that the key alone changed are no one's work: a trailer lets blame pass over the commit. Others say what it covers, so
 * that it takes the place of a branch that has no more than that, and later nights add nothing for it.
 */
export function commitMessage({
  outcome,
  run,
  lapsed = [],
}: Pick<CommitRequest, 'outcome' | 'run' | 'lapsed'>): string {
  const { marked } = outcome;
  const lines = marked.map(
    ({ todo, item }) => `${item} ${oneLine(`${todo.path}:${todo.line} ${noteTitle(todo)}`, 160)}`,
  );
  const covers = new Set([...marked.flatMap((mark) => mark.covers), ...lapsed]);
  const trailers = [
    ...[...covers].map((fingerprint) => `Roundsman-Covers: ${fingerprint}`),
    'Roundsman-Blame: ignore',
    ...(run === null ? [] : [`Roundsman-Run: ${run}`]),
  ];
  return [marksSubject(outcome), '', ...lines, '', ...trailers, ''].join('\n');
}

/** One line for what was marked. */
export function marksSubject({ marked }: MarkOutcome): string {
  return marked.length === 1
    ? 'Give a note the key of its item'
    : `Give ${plural(marked.length, 'note')} the keys of their items`;
}
