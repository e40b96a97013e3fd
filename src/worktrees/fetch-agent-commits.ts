/**
 * Gets the agent's commits into the bridge. The run repository is hostile by now: its files are looked at with
 * lstat, and git meets it only as a stranger at the other end of `upload-pack`, once it is known how much would come.
 */
import { join } from 'node:path';

import { fetchRefs, fileUrl } from '../git/fetch-ref.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { inspectPath } from '../platform/files.ts';
import { inspectHostile, walkEntries } from '../platform/hostile-paths.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { asAppError } from '../words/errors.ts';
import { type CommitSha, isCommitSha } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';
import { BRIDGE_TIP } from './bridge.ts';
import { uploadPackOf, gitRejection } from './enclosed-git.ts';
import { measureCommits, type MeasuredCommits, MOST_OBJECTS } from './measure-commits.ts';
import { bridgeGit, userGit } from './repository-calls.ts';
import { withSizeLimit, withTimeLimit } from './work-limits.ts';
import type { WorktreeState } from './worktree-state.ts';

// Reads where the refs of the agent's repository point from its files: no git process starts there. The caller has
// verified that it contains only files and folders.

interface AgentRefs {
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
async function readAgentRefs(gitDir: string): Promise<AgentRefs | string> {
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

const MOST_ENTRIES = 1_000_000;

/** A hostile repository may block upload-pack for ever. */
const FETCH_TIMEOUT_MS = 300_000;

/** Up to here refused work is brought into the bridge all the same, so that it can be looked at. */
export const KEEPABLE_BYTES = 32_000_000;
const MOST_OTHER_BYTES = 128_000_000;

/** Each object that is missing makes git look twice. */
const MOST_ASKED = 1_000;

export type AgentCommits =
  | {
      readonly kind: 'tip';
      readonly tip: CommitSha;
      /** Names of other branches, tags and stashes with commits that the tip does not have. */
      readonly elsewhere: readonly string[];
    }
  /** Nothing was fetched, and the files alone are what there is: why. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** Nothing was fetched, and the work is to be refused. `tip` is `null` when git must not read it. */
  | { readonly kind: 'refused'; readonly tip: CommitSha | null; readonly reason: string };

export async function fetchAgentCommits(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<AgentCommits> {
  if (state.linked !== null) return readLinkedHead(request, state.linked.adminFolder);
  const reason = await whyNotFetched(request, state);
  if (reason !== null) return { kind: 'unusable', reason };
  const refs = await readAgentRefs(join(request.paths.worktree, '.git'));
  if (typeof refs === 'string') return { kind: 'unusable', reason: refs };
  try {
    return await withTimeLimit({ clock: request.clock, ms: FETCH_TIMEOUT_MS }, (signal) =>
      fetchHead(request, state.opened.base, { refs, signal }),
    );
  } catch (thrown) {
    const detail = oneLine(asAppError(thrown).message, 500);
    const rejection = gitRejection(detail);
    if (rejection !== null)
      return {
        kind: 'refused',
        tip: null,
        reason: `git refuses its commits: ${rejection}`,
      };
    return {
      kind: 'unusable',
      reason: `its commits could not be fetched: ${detail.slice(0, 300)}`,
    };
  }
}

async function fetchHead(
  request: WorktreeRequest,
  base: CommitSha,
  { refs, signal }: { refs: AgentRefs; signal: AbortSignal },
): Promise<AgentCommits> {
  const { head } = refs;
  if (head !== base) {
    const measured = await measureCommits(request, { base, head, signal });
    if (measured.kind === 'unreadable') return { kind: 'unusable', reason: measured.reason };
    const tooMuch = whyTooMuch(request, measured);
    if (tooMuch !== null) return { kind: 'refused', tip: head, reason: tooMuch };
    await fetchMeasured(request, head, { measured, signal });
  }
  return { kind: 'tip', tip: head, elsewhere: await elsewhereOf(request, base, refs) };
}

function whyTooMuch(request: WorktreeRequest, measured: MeasuredCommits): string | null {
  const { maxBytes } = request.spec.routine.outputs.branch;
  if (measured.kind !== 'measured')
    return `its commits bring more than ${plural(MOST_OBJECTS, 'object')}`;
  const { blobBytes, otherBytes } = measured;
  if (blobBytes > Math.max(maxBytes, KEEPABLE_BYTES))
    return `${plural(blobBytes, 'byte')} of new content, outputs.branch.max-bytes is ${maxBytes}`;
  if (otherBytes > MOST_OTHER_BYTES)
    return `its commits and folders alone are ${plural(otherBytes, 'byte')}`;
  return null;
}

/** After tampering the fetched data may differ from what was measured, so a limit also holds during the fetch. */
async function fetchMeasured(
  request: WorktreeRequest,
  head: CommitSha,
  { measured, signal }: { measured: MeasuredCommits; signal: AbortSignal },
): Promise<void> {
  const known = measured.kind === 'measured' ? measured.blobBytes + measured.otherBytes : 0;
  const uploadPack = await uploadPackOf(request);
  await withSizeLimit(
    {
      clock: request.clock,
      folder: join(request.paths.bridge, 'objects'),
      maxBytes: 2 * known + 2 * KEEPABLE_BYTES,
      outer: signal,
    },
    (limited) =>
      fetchRefs(bridgeGit(request), {
        from: fileUrl(request.paths.worktree),
        refspecs: [`+${head}:${BRIDGE_TIP}`],
        uploadPack,
        // A mere remark to git, and written by no git.
        config: ['fetch.fsck.badFilemode=error'],
        signal: limited,
      }),
  );
}

async function elsewhereOf(
  request: WorktreeRequest,
  base: CommitSha,
  { head, refs, more }: AgentRefs,
): Promise<readonly string[]> {
  const others = [...refs].filter(([, id]) => id !== base && id !== head);
  const ids = [...new Set(others.map(([, id]) => id))];
  const asked = await objectSizes(bridgeGit(request), ids.slice(0, MOST_ASKED));
  const unknown = new Set(asked.filter(({ type }) => type === null).map(({ id }) => id));
  const names = others.filter(([, id]) => unknown.has(id)).map(([name]) => name);
  const isPart = more || ids.length > MOST_ASKED;
  return [...names.toSorted(), ...(isPart ? ['more refs than are looked at'] : [])];
}

/** A linked worktree's commits are in the user's repository already. */
async function readLinkedHead(
  request: WorktreeRequest,
  adminFolder: string,
): Promise<AgentCommits> {
  const head = await readUntrusted(join(adminFolder, 'HEAD'), 10_000);
  const text = head.kind === 'content' ? head.bytes.toString('utf8').trim() : '';
  if (isCommitSha(text)) return { kind: 'tip', tip: text, elsewhere: [] };
  const ref = /^ref: (refs\/heads\/[^\s-][^\s]*)$/.exec(text)?.[1];
  if (ref === undefined) return { kind: 'unusable', reason: 'its HEAD is not a commit' };
  const asked = await userGit(request)(['rev-parse', '--verify', '--quiet', ref], {
    okExitCodes: [0, 1, 128],
  });
  const sha = asked.stdout.trim();
  if (!isCommitSha(sha)) return { kind: 'unusable', reason: 'its HEAD is not a commit' };
  return { kind: 'tip', tip: sha, elsewhere: [] };
}

/**
 * Looks over an agent's `.git` before git is sent there: by lstat alone, and at nothing that could block.
 * What would make upload-pack read something else than what the agent made here; `null` = fetch it.
 */
async function whyNotFetched(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<string | null> {
  const gitDir = join(request.paths.worktree, '.git');
  const facts = await inspectPath(gitDir);
  if (facts === null) return 'its .git is gone';
  if (facts.kind !== 'folder') return 'its .git is not a folder any more';
  for (const name of ['commondir', 'gitdir'])
    if ((await inspectPath(join(gitDir, name))) !== null) return `its .git has a file ${name}`;
  const head = await readUntrusted(join(gitDir, 'HEAD'), 10_000);
  const points = head.kind === 'content' ? head.bytes.toString('utf8').trim() : '';
  if (!isCommitSha(points) && !points.startsWith('ref: refs/')) return 'its HEAD is not a commit';
  const alternates = await readUntrusted(join(gitDir, 'objects', 'info', 'alternates'), 1_000_000);
  const text = alternates.kind === 'content' ? alternates.bytes.toString('utf8') : null;
  if (alternates.kind === 'refused' || text !== state.alternates)
    return 'its objects/info/alternates was changed';
  return oddEntry(gitDir, ['HEAD', 'config', 'packed-refs', 'shallow', 'refs', 'objects']);
}

/** A link under objects/ would expose another repository's objects; a pipe would block the process that opens it. */
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
