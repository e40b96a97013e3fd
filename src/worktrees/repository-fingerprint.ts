/** What of the user's repository a linked worktree's run could reach, read file by file: no git is started. */
import { join } from 'node:path';

import type { WorkspaceLocation } from '../domain/run.ts';
import {
  inspectPath,
  listFolder,
  readBytes,
  readlink,
  readTextIfThere,
} from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';

/** A mark for each path that is there, relative to the common git folder. */
export interface RepositoryFingerprint {
  /** Changed by nobody but somebody who wants programs to run: config, hooks, info, alternates. */
  readonly settings: Readonly<Record<string, string>>;
  readonly worktrees: Readonly<Record<string, string>>;
  /** Full name → commit, symbolic refs as written. */
  readonly refs: Readonly<Record<string, string>>;
}

const SETTINGS = ['config', 'config.worktree', 'hooks', 'info', 'objects/info/alternates'] as const;

export async function fingerprintRepository(
  workspace: WorkspaceLocation,
): Promise<RepositoryFingerprint> {
  const { gitDir } = workspace;
  const settings: Record<string, string> = {};
  for (const path of SETTINGS) await markTree(gitDir, path, settings);
  const worktrees: Record<string, string> = {};
  for (const name of await listFolder(join(gitDir, 'worktrees')))
    worktrees[name] = (await readTextIfThere(join(gitDir, 'worktrees', name, 'gitdir'))) ?? '';
  return { settings, worktrees, refs: await readRefs(gitDir) };
}

/** Keys that differ, sorted. */
export function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => before[key] !== after[key]).toSorted();
}

async function markTree(root: string, path: string, marks: Record<string, string>): Promise<void> {
  const facts = await inspectPath(join(root, path));
  if (facts === null) return;
  switch (facts.kind) {
    case 'file':
      marks[path] = `${facts.executable ? 'x' : '-'} ${sha256(await readBytes(join(root, path)))}`;
      return;
    case 'link':
      marks[path] = `link ${await readlink(join(root, path))}`;
      return;
    case 'folder':
      for (const name of await listFolder(join(root, path)))
        await markTree(root, `${path}/${name}`, marks);
      return;
    case 'other':
      marks[path] = 'other';
  }
}

async function readRefs(gitDir: string): Promise<Readonly<Record<string, string>>> {
  const refs: Record<string, string> = {};
  const packed = (await readTextIfThere(join(gitDir, 'packed-refs'))) ?? '';
  for (const line of packed.split('\n')) {
    const match = /^([0-9a-f]{40,64}) (refs\/.+)$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) refs[match[2]] = match[1];
  }
  await readLooseRefs(gitDir, 'refs', refs);
  return refs;
}

async function readLooseRefs(
  gitDir: string,
  path: string,
  refs: Record<string, string>,
): Promise<void> {
  for (const name of await listFolder(join(gitDir, path))) {
    const ref = `${path}/${name}`;
    const facts = await inspectPath(join(gitDir, ref));
    if (facts?.kind === 'folder') await readLooseRefs(gitDir, ref, refs);
    else if (facts?.kind === 'file' && !name.endsWith('.lock'))
      refs[ref] = ((await readTextIfThere(join(gitDir, ref))) ?? '').trim();
  }
}
