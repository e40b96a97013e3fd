/** Replaces secrets in what a dead process left in a folder, in place. What cannot be looked at whole does not stay. */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import type { Redactor } from '../domain/redaction/redactor.ts';
import { stripControls } from '../domain/text.ts';
import { inspectPath, listFolder, removeTree, rename, writeText } from './files.ts';
import { readUntrusted } from './read-untrusted.ts';
import { redactBytes } from './redact-bytes.ts';

const MAX_FILE_BYTES = 16_000_000;
const MAX_FILES = 1_000;
const MAX_DEPTH = 8;

/** Names of what was removed, relative: links, pipes, files over 16 MB, all beyond 1,000 files or eight folders deep. */
export async function redactFolder(folder: string, redactor: Redactor): Promise<readonly string[]> {
  if ((await inspectPath(folder))?.kind !== 'folder') return [];
  const removed: string[] = [];
  let files = 0;
  const remove = async (path: string): Promise<void> => {
    await removeTree(join(folder, path));
    removed.push(redactor.text(path));
  };
  const visit = async (above: string, depth: number): Promise<void> => {
    for (const found of await listFolder(join(folder, above))) {
      const path = await named(above, found);
      const facts = await inspectPath(join(folder, path));
      if (facts?.kind === 'folder' && depth < MAX_DEPTH) await visit(path, depth + 1);
      else if (facts?.kind === 'file' && (files += 1) <= MAX_FILES) await clean(path, facts.size);
      else await remove(path);
    }
  };
  const named = async (above: string, found: string): Promise<string> => {
    const name = redactor.text(found).replaceAll('/', '_');
    if (name !== found) await rename(join(folder, above, found), join(folder, above, name));
    return join(above, name);
  };
  const clean = async (path: string, size: number): Promise<void> => {
    const read = await readUntrusted(join(folder, path), Math.min(size, MAX_FILE_BYTES));
    if (read.kind !== 'content') return remove(path);
    const kept = cleaned(read.bytes, redactor);
    if (kept.equals(read.bytes)) return;
    // Anew: another name of the same file may lie elsewhere.
    await removeTree(join(folder, path));
    await writeText(join(folder, path), kept);
  };
  await visit('', 1);
  return removed;
}

/** A value with a colour in the middle of it is one as soon as somebody shows the file without colours. */
function cleaned(bytes: Buffer, redactor: Redactor): Buffer {
  const kept = redactBytes(redactor, bytes);
  const text = kept.toString();
  const plain = stripControls(text);
  const shown = plain === text ? plain : redactor.text(plain);
  return shown === plain ? kept : Buffer.from(shown);
}
