/** Puts keys on the lines of notes, in the worktree, as bytes: what is not the key stays as it was. */
import { join } from 'node:path';

import type { TodoFact } from '../../../domain/facts.ts';
import { groupBy } from '../../../domain/group-by.ts';
import type { ItemKey } from '../../../domain/ids.ts';
import { writeText } from '../../../platform/files.ts';
import { openTrackedFile } from '../branch/open-tracked-file.ts';
import { markLine } from './mark-line.ts';

export interface NoteMark {
  readonly todo: TodoFact;
  readonly item: ItemKey;
}

export interface MarkOutcome {
  readonly marked: readonly NoteMark[];
  /** Each with the reason, as the end of a sentence about its line. */
  readonly skipped: readonly { readonly mark: NoteMark; readonly reason: string }[];
  /** Files that were changed, in order of their names. */
  readonly paths: readonly string[];
}

export async function markNotes(
  worktree: string,
  marks: readonly NoteMark[],
): Promise<MarkOutcome> {
  const marked: NoteMark[] = [];
  const skipped: { mark: NoteMark; reason: string }[] = [];
  const paths: string[] = [];
  for (const [path, group] of groupBy(marks, ({ todo }) => todo.path)) {
    const opened = await openTrackedFile(worktree, path);
    if (opened.kind === 'refused') {
      skipped.push(...group.map((mark) => ({ mark, reason: opened.reason })));
      continue;
    }
    // git ends lines at \n; a \r before it is part of the line and stays.
    const lines = opened.bytes.toString('latin1').split('\n');
    const done = group.filter((mark) => putKey(lines, mark));
    const left = group.filter((mark) => !done.includes(mark));
    marked.push(...done);
    skipped.push(...left.map((mark) => ({ mark, reason: 'the line does not hold the note' })));
    if (done.length === 0) continue;
    await writeText(join(worktree, path), fromLatin1(lines.join('\n')));
    paths.push(path);
  }
  return { marked, skipped, paths: paths.toSorted() };
}

function putKey(lines: string[], { todo, item }: NoteMark): boolean {
  const line = lines[todo.line - 1];
  if (line === undefined) return false;
  const result = markLine({ line, marker: todo.marker, text: todo.text, key: item });
  if (result.kind !== 'marked') return false;
  lines[todo.line - 1] = result.line;
  return true;
}

function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
