/**
 * Reads where the refs of the agent's repository point from its files: no git process starts there. The caller has
 * verified that it contains only files and folders.
 */
import { join } from 'node:path';

import { inspectPath } from '../platform/files.ts';
import { walkEntries } from '../platform/hostile-paths.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';

export interface AgentRefs {
  readonly head: CommitSha;
  /** Of branches, tags and the stash, by full name. */
  readonly refs: ReadonlyMap<string, CommitSha>;
  /** There are more than were read. */
  readonly more: boolean;
}

const MOST_LOOSE = 2_000;
const MOST_PACKED = 200_000;
const MOST_PACKED_BYTES = 64_000_000;

/** Or the reason why its HEAD is not a commit. */
export async function readAgentRefs(gitDir: string): Promise<AgentRefs | string> {
  if ((await inspectPath(join(gitDir, 'reftable'))) !== null) return 'its refs are no plain files';
  const packed = await readPackedRefs(gitDir);
  if (packed === null) return 'its packed-refs is too big';
  const refs = new Map(packed.refs);
  const loose: string[] = [];
  const whole = walkEntries(join(gitDir, 'refs'), ({ path, kind }) => {
    if (kind === 'file' && !path.endsWith('.lock')) loose.push(`refs/${path}`);
    return loose.length <= MOST_LOOSE;
  });
  for (const ref of loose) {
    const id = await readRef(gitDir, ref);
    if (id !== null && isCommitSha(id)) refs.set(ref, id);
  }
  const head = await resolveHead(gitDir, refs);
  if (head === null) return 'its HEAD is not a commit';
  return { head, refs, more: !whole || packed.more };
}

/** `ref: …` is followed once: no branch of git's own making points on. */
async function resolveHead(
  gitDir: string,
  refs: ReadonlyMap<string, CommitSha>,
): Promise<CommitSha | null> {
  const text = await readRef(gitDir, 'HEAD');
  if (text === null) return null;
  if (isCommitSha(text)) return text;
  const name = /^ref: (refs\/[^\s\0]+)$/.exec(text)?.[1];
  if (name === undefined || name.split('/').includes('..')) return null;
  const direct = await readRef(gitDir, name);
  if (direct !== null) return isCommitSha(direct) ? direct : null;
  return refs.get(name) ?? null;
}

async function readRef(gitDir: string, name: string): Promise<string | null> {
  const found = await readUntrusted(join(gitDir, name), 4_096);
  return found.kind === 'content' ? found.bytes.toString('utf8').trim() : null;
}

async function readPackedRefs(
  gitDir: string,
): Promise<{ readonly refs: ReadonlyMap<string, CommitSha>; readonly more: boolean } | null> {
  const path = join(gitDir, 'packed-refs');
  const facts = await inspectPath(path);
  const refs = new Map<string, CommitSha>();
  if (facts === null) return { refs, more: false };
  if (facts.size > MOST_PACKED_BYTES) return null;
  const found = await readUntrusted(path, facts.size);
  if (found.kind !== 'content') return null;
  for (const line of found.bytes.toString('utf8').split('\n')) {
    const cut = line.indexOf(' ');
    const id = line.slice(0, cut);
    if (!isCommitSha(id)) continue;
    if (refs.size >= MOST_PACKED) return { refs, more: true };
    refs.set(line.slice(cut + 1), id);
  }
  return { refs, more: false };
}
