import { sha256 } from '../platform/hash.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import type { NoteVersion } from '../words/note.ts';

/** What an approval binds: sha256 of what the note says, regardless of its author and date. */
export function noteHash({ title, text, reason, paths }: NoteVersion): string {
  return sha256(canonicalJson({ title, text, reason, paths }));
}
