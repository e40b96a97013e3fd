/** The changed lines of commits, cut into windows that one thought fits in, and what they add to the notes. */
import { logChanges, type ChangedLines } from '../../git/log-changes.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { CommitChanges } from './contract.ts';
import { isNotesFragment } from './find-notes.ts';

/** Read at a time, so that no output grows beyond what fits in memory. */
const BATCH = 25;
const WINDOW_LINES = 24;
const WINDOW_CHARS = 2_400;
const MAX_WINDOWS = 6_000;
const MAX_CHARS = 24_000_000;

/** What says nothing of its own: made by machines, or too long to be read by people. */
const LEFT_OUT = [
  '**/*.min.*',
  '**/*.map',
  '**/*.lock',
  '**/package-lock.json',
  '**/pnpm-lock.yaml',
  '**/npm-shrinkwrap.json',
  '**/node_modules/**',
  '**/*.svg',
].map((glob) => `:(exclude,glob)${glob}`);

/** `commits`: the ones that matter most first; what is beyond the limits is left out. */
export async function readChanges(
  context: GitContext,
  commits: readonly CommitSha[],
  {
    notePaths,
    fragments = [],
    what,
  }: {
    readonly notePaths: readonly string[];
    /** Files of single entries that the commits write. */
    readonly fragments?: readonly string[];
    readonly what: 'notes' | 'all';
  },
): Promise<ReadonlyMap<CommitSha, CommitChanges>> {
  const changes = new Map<CommitSha, CommitChanges>();
  const pathspecs =
    what === 'all'
      ? ['.', ...LEFT_OUT]
      : [...notePaths, ...fragments].map((path) => `:(literal)${path}`);
  let chars = 0;
  for (let at = 0; at < commits.length && chars < MAX_CHARS; at += BATCH) {
    const batch = commits.slice(at, at + BATCH);
    // Without a path all would be read.
    const hunks =
      pathspecs.length === 0 ? [] : await logChanges(context, { commits: batch, pathspecs });
    for (const sha of batch) {
      const own = hunks.filter((hunk) => hunk.sha === sha);
      const change = toChanges(own, notePaths);
      chars += change.windows.reduce((sum, window) => sum + window.text.length, 0);
      changes.set(sha, change);
    }
  }
  return changes;
}

/** Neighbouring hunks of a file share a window until it is full; a long hunk is cut. */
export function toChanges(
  hunks: readonly Omit<ChangedLines, 'sha'>[],
  notePaths: readonly string[],
): CommitChanges {
  const holdsNotes = (path: string): boolean => notePaths.includes(path) || isNotesFragment(path);
  const written = hunks.filter(({ path }) => holdsNotes(path));
  const notes = written.flatMap(({ added }) => added);
  const rewrites = written.flatMap(({ added, removed }) =>
    added.length === 0 || removed.length === 0 ? [] : [{ from: removed, to: added }],
  );
  const windows: { path: string; text: string; lines: number }[] = [];
  for (const { path, added, removed, around } of hunks) {
    if (holdsNotes(path)) continue;
    const lines = [around, ...removed, ...added];
    for (let from = 0; from < lines.length; from += WINDOW_LINES) {
      const piece = lines.slice(from, from + WINDOW_LINES);
      const text = piece.join('\n').slice(0, WINDOW_CHARS);
      const last = windows.at(-1);
      if (
        last?.path === path &&
        last.lines + piece.length <= WINDOW_LINES &&
        last.text.length + text.length <= WINDOW_CHARS
      ) {
        last.text += `\n${text}`;
        last.lines += piece.length;
      } else if (windows.length < MAX_WINDOWS) {
        windows.push({ path, text, lines: piece.length });
      }
    }
  }
  return { notes, rewrites, windows: windows.map(({ path, text }) => ({ path, text })) };
}
