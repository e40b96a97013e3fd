/** Where a repository's objects are: its own folder, and those that it borrows from. */
import { isAbsolute, join, resolve } from 'node:path';

import { readTextIfThere, resolveLinks } from '../platform/files.ts';
import { runGit, type GitContext } from './run-git.ts';

/** A folder of objects and all that it borrows from. All of them by name, because git follows such a chain five deep only. */
export async function chainOfObjects(first: string): Promise<readonly string[]> {
  const chain = new Set([first]);
  for (const folder of chain) {
    const text = await readTextIfThere(join(folder, 'info', 'alternates'));
    for (const line of (text ?? '').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const path = line.startsWith('"') ? unquote(line) : line;
      const found = await resolveLinks(isAbsolute(path) ? path : resolve(folder, path));
      if (found !== null) chain.add(found);
    }
  }
  return [...chain];
}

/** The text of `objects/info/alternates`; names that git would read otherwise are quoted as in C. */
export function alternatesText(folders: readonly string[]): string {
  return folders.map((folder) => `${quoteIfNeeded(folder)}\n`).join('');
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

function unquote(line: string): string {
  return line
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (whole, letter: string) => ESCAPED[letter] ?? whole);
}

function quoteIfNeeded(folder: string): string {
  if (!/^["#]|[\n\t]/.test(folder)) return folder;
  const inner = folder
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
  return `"${inner}"`;
}

// Where a repository keeps what all its worktrees share, asked from any folder of it.
export async function commonGitFolder(context: GitContext): Promise<string> {
  const answer = await runGit(['rev-parse', '--git-common-dir'], context);
  return resolve(context.cwd, answer.stdout.replace(/\n$/, ''));
}
