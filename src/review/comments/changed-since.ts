/** What became of the place of a comment since it was written. Pure. */
import type { Anchor, CommentPlace } from '../../words/review/line-comment.ts';

/** The lines themselves, only some next to them, or neither. @param now the file's lines; `null`: it is gone */
export function changedSince(
  place: CommentPlace,
  anchor: Anchor,
  now: readonly string[] | null,
): 'lines' | 'near' | 'nothing' {
  if (anchor.kind === 'stale' || now === null) return 'lines';
  const { from, to } = anchor.kind === 'same' ? place : anchor;
  if (now.slice(from - 1, to).join('\n') !== place.snippet) return 'lines';
  const before = now.slice(Math.max(0, from - 1 - place.before.length), from - 1);
  const after = now.slice(to, to + place.after.length);
  const same = [
    ...place.before.map((line, index) => before[index] === line),
    ...place.after.map((line, index) => after[index] === line),
  ].every(Boolean);
  return same ? 'nothing' : 'near';
}
