/**
 * Puts entries into a changelog, in the file's own manner. Lines are only ever inserted: every byte that was there
 * stays, in its order. Doing it again on the result inserts nothing. Pure.
 */
import { chooseRelease, type EndOfRange } from './choose-release.ts';
import type { Drafted } from './drafted.ts';
import { insertLines, type Insertion } from './insert-lines.ts';
import { isNamedIn } from './is-named.ts';
import { defineNumbers } from './link-definitions.ts';
import { newRelease } from './new-release.ts';
import { learnStyle } from './notes-style.ts';
import { readOutline, type Outline, type OutlineRelease } from './outline.ts';
import { placeEntries } from './place-entries.ts';
import { wordEntry, type Unmentioned } from './word-entry.ts';

export interface EditRequest {
  readonly text: string;
  readonly path: string;
  /** Oldest first. */
  readonly unmentioned: readonly Unmentioned[];
  readonly end: EndOfRange;
}

export interface NotesEdit {
  /** The same as before when nothing was added. */
  readonly text: string;
  readonly added: readonly AddedEntry[];
  /** `reason` is the end of a sentence about the commit. */
  readonly left: readonly { readonly unmentioned: Unmentioned; readonly reason: string }[];
  /** Commits that an added entry stands for too, since they say the very same. */
  readonly joined: readonly Unmentioned[];
  /** False: the file's form could not be followed; the text is as it was, and what was to be added is only told. */
  readonly fits: boolean;
}

export interface AddedEntry {
  readonly unmentioned: Unmentioned;
  readonly text: string;
  /** The release it went to; `null` for what is not released. */
  readonly version: string | null;
}

/** An edit that would add something again when done twice did not follow the file's form, and is not done. */
export function editNotes(request: EditRequest): NotesEdit {
  const edit = editOnce(request);
  if (edit.added.length === 0) return edit;
  const again = editOnce({ ...request, text: edit.text });
  return again.added.length === 0 ? edit : { ...edit, text: request.text, fits: false };
}

function editOnce(request: EditRequest): NotesEdit {
  const { text, path, unmentioned, end } = request;
  const outline = readOutline(text, path);
  const style = learnStyle(outline);
  const restructured = /\.rst$/i.test(path);
  if (outline.releases.length === 0 && text.trim() !== '' && !/^#/m.test(text)) {
    const reason = 'no heading of a release was found in the notes';
    const left = unmentioned.map((one) => ({ unmentioned: one, reason }));
    return { text, added: [], left, joined: [], fits: true };
  }
  const left: { unmentioned: Unmentioned; reason: string }[] = [];
  const groups = new Map<
    string,
    {
      readonly version: string | null;
      readonly release: OutlineRelease | null;
      readonly drafts: Drafted[];
      readonly twins: Drafted[];
    }
  >();
  for (const one of unmentioned) {
    const worded = wordEntry(one, style, restructured);
    const version = end.versionOf(one.commit.sha);
    const release = chooseRelease(outline, version, end);
    if (worded === null) {
      left.push({ unmentioned: one, reason: 'its subject says nothing of the change' });
    } else if (release !== null && isNamedIn(linesOf(outline, release), one)) {
      left.push({ unmentioned: one, reason: 'the notes name it in the meantime' });
    } else {
      const key = release === null ? `new ${version ?? ''}` : String(release.start);
      const group = groups.get(key) ?? {
        version: release === null ? version : release.version,
        release,
        drafts: [],
        twins: [],
      };
      groups.set(key, group);
      // Commits that say the very same are one entry.
      const twin = group.drafts.some((draft) => draft.text === worded.text);
      (twin ? group.twins : group.drafts).push({ ...worded, unmentioned: one });
    }
  }
  const all = [...groups.values()];
  const insertions = all.flatMap(({ version, release, drafts }): readonly Insertion[] => [
    ...(release === null
      ? [newRelease({ outline, style, version, date: end.date, drafts })]
      : placeEntries({ outline, style, release, drafts })),
    ...defineNumbers(outline, release, drafts),
  ]);
  return {
    text: insertLines(outline.lines, insertions),
    added: all.flatMap(({ version, drafts }) =>
      drafts.map((draft) => ({ unmentioned: draft.unmentioned, text: draft.text, version })),
    ),
    left,
    joined: all.flatMap(({ twins }) => twins.map((twin) => twin.unmentioned)),
    fits: true,
  };
}

function linesOf({ lines }: Outline, { start, end }: OutlineRelease): readonly string[] {
  return lines.slice(start, end).map(({ text }) => text);
}
