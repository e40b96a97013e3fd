/** Files of the commit that a run starts from, for its brief. Links are never followed: only regular files have contents. */
import { readBlobs } from '../git/cat-file.ts';
import { listEntriesAt, listTree } from '../git/ls-tree.ts';
import type { GitContext } from '../git/run-git.ts';
import type { CommitSha } from '../words/ids.ts';
import { matchPaths } from '../words/path-globs.ts';
import type { BaseFiles } from './context-sources.ts';

/** More is not read at all. */
const MAX_FILES = 200;
const MAX_BYTES = 256_000;
const MAX_PATHS = 200;

export function baseFiles(base: CommitSha, context: GitContext): BaseFiles {
  return {
    existing: async (paths) => {
      const asked = new Set(paths.filter(isPlainPath).slice(0, MAX_PATHS));
      if (asked.size === 0) return [];
      const entries = await listEntriesAt(context, base, [...asked]);
      return entries.flatMap(({ path, kind }) =>
        asked.has(path) && (kind === 'file' || kind === 'folder') ? [{ path, kind }] : [],
      );
    },
    matching: async (patterns) => {
      if (patterns.length === 0) return { files: [], refused: [] };
      const matches = matchPaths(patterns);
      const found = (await listTree(context, base))
        .filter(({ path }) => matches(path))
        .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
      const taken = found
        .filter(({ path, size }) => isPlainPath(path) && size <= MAX_BYTES)
        .slice(0, MAX_FILES);
      const texts = await readTexts(context, taken);
      const files = taken.flatMap(({ path, blob }) => {
        const content = texts.get(blob);
        return content === undefined ? [] : [{ path, content }];
      });
      const given = new Set(files.map(({ path }) => path));
      return { files, refused: found.map(({ path }) => path).filter((path) => !given.has(path)) };
    },
  };
}

function depthOf(path: string): number {
  return path.split('/').length;
}

async function readTexts(
  context: GitContext,
  files: readonly { readonly blob: string; readonly size: number }[],
): Promise<ReadonlyMap<string, string>> {
  const blobs = [...new Map(files.map((file) => [file.blob, file])).values()];
  const texts = new Map<string, string>();
  await readBlobs(context, blobs, (blob, content) => {
    if (!content.includes(0)) texts.set(blob, content.toString('utf8'));
  });
  return texts;
}

/** One that stays below the folder it is put into, wherever that is; a tree may hold anything. */
function isPlainPath(path: string): boolean {
  return (
    path.length <= 300 &&
    !/[\p{Cc}\\\uFFFD]/u.test(path) &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
  );
}
