/**
 * Where refs point, read from the files of the git folder: no process, so that asking costs next to nothing. Where git
 * keeps refs in another way (reftable), git is asked.
 */
import { join } from 'node:path';

import { inspectPath, listFolder, readTextIfThere } from '../platform/files.ts';
import type { RefValue, RefReader } from './refs.ts';

export interface RefPlace {
  /** The git directory that all worktrees share, absolute. */
  readonly gitDir: string;
  /** From `gitEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
}

/** One look at a repository: packed refs are read once, so ask for another reader later on. */
export async function openRefs({ gitDir, env }: RefPlace): Promise<RefReader> {
  if ((await inspectPath(join(gitDir, 'reftable'))) === null) return refsInFiles(gitDir);
  const [{ refsByGit }, { gitIn }] = await Promise.all([
    import('./refs-by-git.ts'),
    import('./git-call.ts'),
  ]);
  return refsByGit(gitIn({ cwd: gitDir, env }));
}

function refsInFiles(gitDir: string): RefReader {
  let packed: Promise<string> | null = null;
  const readPacked = (): Promise<string> => {
    packed ??= readTextIfThere(join(gitDir, 'packed-refs')).then((text) => `\n${text ?? ''}`);
    return packed;
  };
  return {
    read: async (ref) => {
      if (!isPlainRef(ref)) return null;
      const loose = await readLoose(join(gitDir, ref));
      return loose ?? findPacked(await readPacked(), ref);
    },
    listBranches: async () => {
      const loose = await looseBelow(gitDir, 'refs/heads');
      const text = await readPacked();
      const inPack = [...text.matchAll(/^[0-9a-f]{40,64} (refs\/heads\/[^\n]+)$/gm)].map(
        ([, ref = '']) => ref,
      );
      return [...new Set([...loose, ...inPack])].toSorted();
    },
    isBare: async () => {
      const config = await readTextIfThere(join(gitDir, 'config'));
      return /^\s*bare\s*=\s*true\s*$/im.test(config ?? '');
    },
  };
}

/** A path below the git folder that cannot lead out of it. */
function isPlainRef(ref: string): boolean {
  return (
    (ref === 'HEAD' || ref.startsWith('refs/')) &&
    !/[\0-\x20\x7f~^:?*[\\]/.test(ref) &&
    !ref.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'))
  );
}

async function readLoose(path: string): Promise<RefValue | null> {
  const text = await readTextIfThere(path).catch(() => null);
  const line = text?.trim() ?? '';
  if (isObjectId(line)) return { kind: 'object', id: line };
  const target = /^ref:\s*(\S+)$/.exec(line)?.[1];
  return target === undefined ? null : { kind: 'symbolic', ref: target };
}

function findPacked(text: string, ref: string): RefValue | null {
  const end = text.indexOf(` ${ref}\n`);
  if (end === -1) return null;
  const id = text.slice(text.lastIndexOf('\n', end) + 1, end);
  return isObjectId(id) ? { kind: 'object', id } : null;
}

function isObjectId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

async function looseBelow(gitDir: string, folder: string): Promise<readonly string[]> {
  const names = await listFolder(join(gitDir, folder));
  const found = await Promise.all(
    names.map(async (name) => {
      const ref = `${folder}/${name}`;
      const facts = await inspectPath(join(gitDir, ref));
      if (facts?.kind === 'folder') return looseBelow(gitDir, ref);
      return isPlainRef(ref) && (await readLoose(join(gitDir, ref))) !== null ? [ref] : [];
    }),
  );
  return found.flat();
}
