/** Decisions and knowledge are one kind of record with two names. */
import type { NoteKind } from '../../../words/note.ts';
import { plural } from '../../../words/text.ts';

/** The command that each is under. */
export function commandOf(kind: NoteKind): 'decisions' | 'knowledge' {
  return kind === 'decision' ? 'decisions' : 'knowledge';
}

/** `1 decision`, `2 pieces of knowledge`. */
export function countNotes(count: number, kind: NoteKind): string {
  return kind === 'decision'
    ? plural(count, 'decision')
    : plural(count, 'piece of knowledge', 'pieces of knowledge');
}
