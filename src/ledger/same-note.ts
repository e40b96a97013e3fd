/** Whether two notes say the same, however they are cased, spaced and punctuated. Pure. */
import type { Note } from '../words/note.ts';

export interface NoteText {
  readonly title: string;
  readonly text: string;
}

/** The note that says it already, in any of its versions; the newest one when several do. */
export function findSameNote(text: NoteText, notes: readonly Note[]): Note | null {
  const wanted = plainText(text);
  return (
    notes.findLast((note) =>
      note.versions.some((version) => {
        const plain = plainText(version);
        return plain.text === wanted.text && (plain.isLong || plain.title === wanted.title);
      }),
    ) ?? null
  );
}

/** A text of this many words says by itself what it is about; a shorter one only together with its title. */
const LONG_WORDS = 6;

interface PlainText {
  readonly title: string;
  readonly text: string;
  readonly isLong: boolean;
}

function plainText({ title, text }: NoteText): PlainText {
  const words = plainWords(text);
  return {
    title: plainWords(title).join(' '),
    text: words.join(' '),
    isLong: words.length >= LONG_WORDS,
  };
}

function plainWords(text: string): readonly string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = lower.match(/[\p{L}\p{N}]+/gu);
  // What is written without letters and digits is compared as it stands.
  return words ?? [lower.replace(/\s+/g, ' ').trim()];
}
