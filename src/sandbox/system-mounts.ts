/** The part of the system that programs need to run at all: an allowlist, read-only. */
import { join } from 'node:path';

import { inspectPaths } from '../platform/files.ts';
import { entriesOf, linkText } from '../platform/read-now.ts';
import type { Mount } from './contract.ts';

/** `/bin` and its like are links into `/usr` on most systems, and folders on some. */
const FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  // Where some systems keep all their programs.
  '/nix/store',
  '/gnu/store',
];

/**
 * What `/usr` and `/usr/local` have for programs. The rest (`etc` with tokens, `src` with a user's project, …) is covered,
 * but for distributions of their own below `/usr/local` (Go, CUDA, Rust), which have `bin` or `toolchains`.
 */
const PARTS =
  /^(?:bin|sbin|games|include|lib|lib32|lib64|libx32|libexec|local|man|share|X11R6|[\w-]+-linux-[\w-]+)$/;
const OF_DISTRIBUTION = ['bin', 'toolchains'];

/** Folders of the system that hold what administrators installed themselves: searched for credentials. */
export const INSTALLED_BY_HAND = ['/usr/local', '/usr/lib/node_modules'];

/** Empty, writable, and gone with the program. */
const PASSING = ['/run', '/tmp', '/var/tmp'];

export function systemMounts(): readonly Mount[] {
  return [
    ...FOLDERS.flatMap(folderMount),
    ...['/usr', '/usr/local'].flatMap(coveredParts),
    ...PASSING.map((path): Mount => ({ kind: 'empty', path })),
  ];
}

function folderMount(path: string): readonly Mount[] {
  const to = linkText(path);
  if (to !== null) return [{ kind: 'link', path, to }];
  return inspectPaths([path])[0]?.kind === 'folder' ? [{ kind: 'read', path }] : [];
}

function coveredParts(prefix: string): readonly Mount[] {
  return entriesOf(prefix).flatMap(({ name, isFolder }): readonly Mount[] => {
    const path = join(prefix, name);
    if (!isFolder || PARTS.test(name)) return [];
    const isDistribution =
      prefix !== '/usr' && OF_DISTRIBUTION.some((part) => inspectPaths([join(path, part)])[0]);
    const isEmpty = entriesOf(path).length === 0;
    return isDistribution || isEmpty ? [] : [{ kind: 'empty', path, closed: true }];
  });
}
