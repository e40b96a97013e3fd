/** Which of a repository's notes are checked: those of one package, or all. Pure. */
import type { ReleaseNotesFacts } from '../../words/facts.ts';
import type { NotesOfRange, NotesRule } from './notes-of-range.ts';
import type { RangeEntry } from './range-entries.ts';
import { packageOf } from './release-tags.ts';

/** Notes of one package, named by its path or its tags, or all of the repository. */
export function asksForOne(rule: NotesRule): boolean {
  return rule.path !== null || packageOf(rule.tags) !== null;
}

export function countedEntries(
  rule: NotesRule,
  { found, others }: NotesOfRange,
): readonly RangeEntry[] {
  return asksForOne(rule) ? found.entries : [...found.entries, ...others.entries];
}

export function otherEntries(
  counted: readonly RangeEntry[],
  { others }: NotesOfRange,
): readonly RangeEntry[] {
  return others.entries.filter((one) => !counted.includes(one));
}

export function describeNotes(
  rule: NotesRule,
  notes: NotesOfRange,
): ReleaseNotesFacts['changelog'] {
  const { place, changelog, covering } = notes;
  const files = asksForOne(rule) ? [] : covering;
  const more = files.length > 1 ? { files } : {};
  if (place !== null && changelog !== null)
    return { path: place.path, form: changelog.form, ...more };
  const [first] = files;
  return first === undefined ? null : { path: first.path, form: 'headings', ...more };
}
