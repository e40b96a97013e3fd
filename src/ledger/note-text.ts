/** A note as one text that a person edits: its title, a blank line, what it says, then `Reason:` and `Paths:`. Pure. */
import { sha256 } from '../platform/hash.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import type { NoteVersion, Note } from '../words/note.ts';

export type NoteWords = Pick<NoteVersion, 'title' | 'text' | 'reason' | 'paths'>;

export const NOTE_LIMITS = { title: 300, text: 20_000, reason: 5_000, paths: 100, path: 1_000 };

export function writeNoteText({ title, text, reason, paths }: NoteWords): string {
  return [
    title,
    '',
    text,
    ...(reason === '' ? [] : ['', `Reason: ${reason}`]),
    ...(paths.length === 0 ? [] : ['', ...paths.map((path) => `Path: ${path}`)]),
  ].join('\n');
}

/** The other way round. Without a blank line after the first one everything is the text, under the title that it had. */
export function readNoteText(written: string, before: NoteWords | null): NoteWords {
  const lines = written.replaceAll('\r\n', '\n').trim().split('\n');
  const paths = takeBack(lines, /^Path: *(.+)$/);
  const reasonAt = lines.findLastIndex((line) => line.startsWith('Reason:'));
  const reason = reasonAt === -1 ? '' : lines.splice(reasonAt).join('\n').slice('Reason:'.length);
  const [first = '', second, ...rest] = lines;
  const hasTitle = second === undefined ? before === null : second.trim() === '';
  return {
    title: hasTitle ? first.trim() : (before?.title ?? first.trim()),
    text: (hasTitle ? (second === undefined ? first : rest.join('\n')) : lines.join('\n')).trim(),
    reason: reason.trim(),
    paths,
  };
}

/** Takes matching lines from the end, blank ones among them included. */
function takeBack(lines: string[], pattern: RegExp): readonly string[] {
  const taken: string[] = [];
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const found = pattern.exec(last)?.[1];
    if (found === undefined && last.trim() !== '') break;
    if (found !== undefined) taken.unshift(found.trim());
    lines.pop();
  }
  return taken;
}

/** What an approval binds: sha256 of what the note says, regardless of its author and date. */
export function noteHash({ title, text, reason, paths }: NoteVersion): string {
  return sha256(canonicalJson({ title, text, reason, paths }));
}

// Whether two notes say the same, however they are cased, spaced and punctuated. Pure.
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
