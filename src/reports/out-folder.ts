/** The text of files in a folder that a hostile process may have filled: no links, no pipes, bounded, strict UTF-8. */
import { join } from 'node:path';

import { OUT_LIMITS } from '../engines/out-limits.ts';
import { inspectPath } from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import { reopenFile } from '../platform/reopen-tree.ts';
import type { Redactor } from '../words/redaction/redactor.ts';

/** `null`: there is none, or it was refused, which is a problem then. */
export type OutReader = (file: string) => Promise<string | null>;

export interface OutFolder {
  readonly folder: string;
  readonly redactor: Redactor;
  readonly problems: string[];
}

/** Reads nothing at all when the folder itself was swapped for something else. */
export async function outReader(request: OutFolder): Promise<OutReader> {
  const { folder, problems } = request;
  const facts = await inspectPath(folder);
  if (facts === null || facts.kind !== 'folder') {
    const what = facts === null ? 'gone' : facts.kind === 'link' ? 'a symbolic link' : 'no folder';
    problems.push(`the output folder is ${what}: nothing in it was read`);
    return () => Promise.resolve(null);
  }
  return fileReader(request);
}

/** Of a folder of ours, which may not be there: nothing was said by tools then. */
export async function toldReader(request: OutFolder): Promise<OutReader> {
  const facts = await inspectPath(request.folder);
  return facts?.kind === 'folder' ? fileReader(request) : () => Promise.resolve(null);
}

function fileReader({ folder, redactor, problems }: OutFolder): OutReader {
  return async (file) => {
    const path = join(folder, file);
    // Its program is dead, and may have closed the file to itself.
    reopenFile(path);
    const found = await readUntrusted(path, OUT_LIMITS.maxFileBytes);
    if (found.kind === 'nothing') return null;
    if (found.kind === 'refused') {
      problems.push(`${file} was not read: ${found.reason}`);
      return null;
    }
    try {
      return redactor.text(new TextDecoder('utf-8', { fatal: true }).decode(found.bytes));
    } catch {
      problems.push(`${file} was not read: it is not UTF-8`);
      return null;
    }
  };
}
