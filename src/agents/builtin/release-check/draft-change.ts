/** The files that the proposed edit would leave. Reads the worktree, writes nothing. */
import { openTrackedFile } from '../branch/open-tracked-file.ts';
import { draftChangesets } from './changesets/draft-changesets.ts';
import type { Draft, DraftRequest } from './draft.ts';
import { editNotes } from './edit/edit-notes.ts';
import { endOfRange } from './release-of-commit.ts';

export async function draftChange(request: DraftRequest): Promise<Draft> {
  const { changelog } = request.facts;
  if (changelog === null) return offer(request, 'the repository has no release notes');
  if (changelog.form === 'changesets') return draftChangesets(request, changelog.path);
  const { path } = changelog;
  if (changelog.form === 'github' && !/\.(?:md|markdown|rst|txt)$/i.test(path)) {
    return offer(
      request,
      `the notes in ${path} are bodies of releases, which are edited where they are published`,
    );
  }
  const opened = await openTrackedFile(request.worktree, path);
  if (opened.kind === 'refused')
    return offer(request, `${path} cannot be edited: ${opened.reason}`);
  const text = decode(opened.bytes);
  if (text === null) return offer(request, `${path} is not UTF-8`);
  const { facts, unmentioned } = request;
  const edit = editNotes({ text, path, unmentioned, end: endOfRange(facts) });
  const { added, left, joined, fits } = edit;
  if (!fits) {
    const refusal = `the form of ${path} could not be followed`;
    return { files: [], added, left, joined, preview: null, refusal };
  }
  const files = [{ path, content: edit.text }];
  return { files, added, left, joined, preview: null, refusal: null };
}

/** Entries for a person to paste, in a plain form. */
function offer({ facts, unmentioned }: DraftRequest, refusal: string): Draft {
  const path = 'CHANGELOG.md';
  const { text, added, left, joined } = editNotes({
    text: '',
    path,
    unmentioned,
    end: endOfRange(facts),
  });
  return { files: [], added, left, joined, preview: text, refusal };
}

/** A byte order mark stays part of the text; `null` for what would not come back as it was. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
