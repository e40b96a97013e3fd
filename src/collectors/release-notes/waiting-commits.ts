/**
 * Commits of packages that have no release yet, or whose notes were not written since. Packages are released apart and many
 * write their notes then: nothing is missing in them yet. So it is with a project that writes its notes at the release. Pure.
 */
import { coveringFolder } from '../../words/covering-folder.ts';
import type { CommitSha } from '../../words/ids.ts';
import { pathKind } from './change-evidence.ts';
import type { MatchCommit } from './contract.ts';

interface CoveringFile {
  readonly path: string;
  /** Empty for the root. */
  readonly folder: string;
}

interface WaitingRequest {
  /** Newest first. */
  readonly commits: readonly MatchCommit[];
  readonly covering: readonly CoveringFile[];
  /** Whether a path was there at the range's beginning. */
  readonly existed: (path: string) => boolean;
  /** Of the notes of the whole project. */
  readonly atRelease?: boolean;
}

export function waitingCommits({
  commits,
  covering,
  existed,
  atRelease = false,
}: WaitingRequest): ReadonlySet<CommitSha> {
  const folders = covering.map(({ folder }) => folder);
  const pathOf = new Map(covering.map(({ path, folder }) => [folder, path]));
  const written = new Set<string>();
  const waiting = new Set<CommitSha>();
  for (const { sha, allFiles } of commits) {
    for (const path of allFiles) written.add(path);
    // A new package is also written into the manifest of the root.
    const product = allFiles.filter((path) => pathKind(path) === 'product');
    const own = new Set(product.flatMap((path) => coveringFolder(path, folders) ?? []));
    const isOpen = (folder: string): boolean => {
      const path = pathOf.get(folder) ?? '';
      if (folder === '') return !atRelease || written.has(path);
      return written.has(path) && existed(path);
    };
    if (own.size > 0 && ![...own].some(isOpen)) waiting.add(sha);
  }
  return waiting;
}
