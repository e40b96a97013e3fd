/** The part of the system that programs need to run at all: an allowlist, read-only. */
import { inspectPaths } from '../../platform/files.ts';
import { linkText } from '../../platform/real-paths.ts';
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

/** Empty, writable, and gone with the program. */
const PASSING = ['/run', '/tmp', '/var/tmp'];

export function systemMounts(): readonly Mount[] {
  return [
    ...FOLDERS.flatMap(folderMount),
    ...PASSING.map((path): Mount => ({ kind: 'empty', path })),
  ];
}

function folderMount(path: string): readonly Mount[] {
  const to = linkText(path);
  if (to !== null) return [{ kind: 'link', path, to }];
  return inspectPaths([path])[0]?.kind === 'folder' ? [{ kind: 'read', path }] : [];
}
