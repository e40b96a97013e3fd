/** Looks over an agent's `.git` before git is sent there: by lstat alone, and at nothing that could block. */
import { join } from 'node:path';

import { inspectPath } from '../platform/files.ts';
import { inspectHostile, walkEntries } from '../platform/hostile-paths.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { isCommitSha } from '../words/ids.ts';
import type { WorktreeState } from './worktree-state.ts';

const MOST_ENTRIES = 1_000_000;

/** What would make upload-pack read something else than what the agent made here; `null` = fetch it. */
export async function whyNotFetched(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<string | null> {
  const gitDir = join(request.paths.worktree, '.git');
  const facts = await inspectPath(gitDir);
  if (facts === null) return 'its .git is gone';
  if (facts.kind !== 'folder') return 'its .git is no folder any more';
  for (const name of ['commondir', 'gitdir'])
    if ((await inspectPath(join(gitDir, name))) !== null) return `its .git has a file ${name}`;
  const head = await readUntrusted(join(gitDir, 'HEAD'), 10_000);
  const points = head.kind === 'content' ? head.bytes.toString('utf8').trim() : '';
  if (!isCommitSha(points) && !points.startsWith('ref: refs/')) return 'its HEAD is no commit';
  const alternates = await readUntrusted(join(gitDir, 'objects', 'info', 'alternates'), 1_000_000);
  const text = alternates.kind === 'content' ? alternates.bytes.toString('utf8') : null;
  if (alternates.kind === 'refused' || text !== state.alternates)
    return 'its objects/info/alternates was changed';
  return oddEntry(gitDir, ['HEAD', 'config', 'packed-refs', 'shallow', 'refs', 'objects']);
}

/** A link under objects/ would hand out another repository's; a pipe would block whoever opens it. */
function oddEntry(gitDir: string, names: readonly string[]): string | null {
  let seen = 0;
  for (const name of names) {
    const facts = inspectHostile(join(gitDir, name));
    if (facts === null) continue;
    if (facts === 'unreachable') return `its .git/${name} cannot be looked at`;
    if (facts.kind === 'file') continue;
    if (facts.kind !== 'folder') return `.git/${name} is neither file nor folder`;
    let odd: string | null = null;
    const take = ({ path, kind }: { path: string; kind: string }): boolean => {
      seen += 1;
      if (kind !== 'file' && kind !== 'folder')
        odd = `.git/${name}/${path} is neither file nor folder`;
      return odd === null && seen <= MOST_ENTRIES;
    };
    if (!walk(join(gitDir, name), take)) return odd ?? `its .git has more files than are looked at`;
  }
  return null;
}

function walk(folder: string, take: Parameters<typeof walkEntries>[1]): boolean {
  try {
    return walkEntries(folder, take);
  } catch {
    // A folder that cannot be read, or one nested deeper than a path can say.
    return false;
  }
}
