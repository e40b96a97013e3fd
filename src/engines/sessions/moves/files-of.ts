import type { Move } from './move.ts';

const MAX_FILES = 50;

/** Files that were changed, as their engine named them, newest first; of a call that failed none. */
export function filesOf(moves: readonly Move[]): readonly string[] {
  const failed = new Set<string>();
  for (const move of moves) if (move.kind === 'returned' && !move.ok) failed.add(move.id);
  const files = new Set<string>();
  for (const move of moves.toReversed()) {
    if (move.kind === 'returned' && move.ok) for (const file of move.files) files.add(file);
    if (move.kind !== 'called' || failed.has(move.id)) continue;
    for (const file of move.call.files) files.add(file);
    if (files.size >= MAX_FILES) break;
  }
  return [...files].slice(0, MAX_FILES);
}
