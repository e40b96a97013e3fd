/** A note as one text that a person edits: its title, a blank line, what it says, then `Reason:` and `Paths:`. Pure. */
import type { NoteVersion } from '../words/note.ts';

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
