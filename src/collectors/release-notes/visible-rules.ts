/** What of a repository the notes that are checked cover: all, or the folders of their packages. Pure. */
import { coveringFolder } from '../../words/covering-folder.ts';
import { matchPaths } from '../../words/path-globs.ts';
import { asksForOne } from './counted-notes.ts';
import type { NotesOfRange, NotesRule } from './notes-of-range.ts';
import type { VisibleRules } from './user-visible.ts';

export function visibleRules(
  rule: NotesRule,
  { covering }: Pick<NotesOfRange, 'covering'>,
): VisibleRules {
  const excluded = matchPaths(rule.exclude);
  const folders = covering.map(({ folder }) => folder);
  const counted = new Set(asksForOne(rule) ? folders.slice(0, 1) : folders);
  const isCovered = (path: string): boolean => {
    const folder = coveringFolder(path, folders);
    return folder !== null && counted.has(folder);
  };
  return {
    types: rule.types,
    excluded: (path) => excluded(path) || (folders.length > 0 && !isCovered(path)),
  };
}
