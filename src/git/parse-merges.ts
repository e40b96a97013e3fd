/** What `git merge-tree --stdin -z --name-only --messages` prints. Pure. */
import type { Buffer } from 'node:buffer';

import type { ConflictFile } from '../words/review/change-set.ts';

export interface ParsedMerge {
  readonly clean: boolean;
  readonly tree: string;
  /** Sorted by path, each once. */
  readonly files: readonly ConflictFile[];
}

interface Message {
  readonly paths: readonly string[];
  /** Stable: `Auto-merging`, `CONFLICT (contents)`. */
  readonly type: string;
}

/**
 * Each merge is: status NUL tree NUL, names of conflicted files each with NUL, NUL, messages, NUL; each message is the
 * number of its paths, the paths, its type and its words, each with NUL. What is cut off at the end is left out.
 */
export function parseMerges(output: Buffer): readonly ParsedMerge[] {
  const tokens = output.toString('utf8').split('\0');
  // What follows the last NUL is nothing, or half a token.
  tokens.pop();
  const merges: ParsedMerge[] = [];
  let at = 0;
  const next = (): string | null => tokens[at++] ?? null;
  for (;;) {
    const status = next();
    const tree = next();
    if ((status !== '0' && status !== '1') || tree === null) return merges;
    const names = readNames(next);
    const messages = names === null ? null : readMessages(next);
    if (names === null || messages === null) return merges;
    merges.push({ clean: status === '1', tree, files: filesOf(names, messages) });
  }
}

function readNames(next: () => string | null): readonly string[] | null {
  const names: string[] = [];
  for (;;) {
    const name = next();
    if (name === null) return null;
    if (name === '') return names;
    names.push(name);
  }
}

function readMessages(next: () => string | null): readonly Message[] | null {
  const messages: Message[] = [];
  for (;;) {
    const count = next();
    if (count === null) return null;
    if (count === '') return messages;
    const paths: string[] = [];
    for (let left = Number(count); left > 0; left -= 1) {
      const path = next();
      if (path === null) return null;
      paths.push(path);
    }
    const type = next();
    const words = next();
    if (type === null || words === null) return null;
    messages.push({ paths, type });
  }
}

function filesOf(names: readonly string[], messages: readonly Message[]): readonly ConflictFile[] {
  const kinds = new Map<string, string>();
  for (const { paths, type } of messages) {
    const kind = kindOf(type);
    if (kind === null) continue;
    // The first path is what the message is about, the others are where it came from.
    for (const path of paths) if (!kinds.has(path)) kinds.set(path, kind);
  }
  const files = new Set(names);
  return [...files]
    .map((path) => ({ path, kind: kinds.get(path) ?? 'contents' }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of a message that tells a conflict: `CONFLICT (modify/delete)`; of submodules git says `Failed to merge submodule`. */
function kindOf(type: string): string | null {
  const named = /^CONFLICT \(([^)]{1,60})\)/.exec(type)?.[1];
  if (named !== undefined) return named;
  return /submodule/.test(type) && !type.startsWith('Auto-merging') ? 'submodule' : null;
}
