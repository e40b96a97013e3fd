/**
 * Gets the agent's commits into the bridge. The run repository is hostile by now: its files are looked at with
 * lstat, and git meets it only as a stranger at the other end of `upload-pack`.
 */
import { join } from 'node:path';

import { asAppError } from '../domain/errors.ts';
import { isCommitSha, type CommitSha } from '../domain/ids.ts';
import { oneLine } from '../domain/text.ts';
import { fetchRefs } from '../git/fetch-ref.ts';
import { fileUrl } from '../git/file-url.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { inspectPath, listFolder } from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import { BRIDGE_TIP } from './bridge.ts';
import type { WorktreeRequest } from './contract.ts';
import { bridgeGit, userGit } from './repository-calls.ts';
import { withTimeLimit } from './time-limit.ts';
import type { WorktreeState } from './worktree-state.ts';

/** A hostile repository may block upload-pack for ever. */
const FETCH_TIMEOUT_MS = 300_000;
const MAX_ENTRIES = 100_000;

export type AgentCommits =
  | {
      readonly kind: 'tip';
      readonly tip: CommitSha;
      /** Names of other branches, tags and stashes with commits that the tip does not have. */
      readonly elsewhere: readonly string[];
    }
  /** Nothing was fetched: why. */
  | { readonly kind: 'unusable'; readonly reason: string };

export async function fetchAgentCommits(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<AgentCommits> {
  if (state.linked !== null) return readLinkedHead(request, state.linked.adminFolder);
  const reason = await whyNotFetched(request, state);
  if (reason !== null) return { kind: 'unusable', reason };
  try {
    return await withTimeLimit({ clock: request.clock, ms: FETCH_TIMEOUT_MS }, (signal) =>
      fetchHead(request, signal),
    );
  } catch (thrown) {
    const detail = oneLine(asAppError(thrown).message, 300);
    return { kind: 'unusable', reason: `its commits could not be fetched: ${detail}` };
  }
}

async function fetchHead(request: WorktreeRequest, signal: AbortSignal): Promise<AgentCommits> {
  const git = bridgeGit(request);
  const from = fileUrl(request.paths.worktree);
  const listed = await git(['ls-remote', '--quiet', '--', from], { signal });
  const refs = listed.stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([sha = '', name = '']) => ({ sha, name }))
    .filter(({ name }) => name !== '' && !name.endsWith('^{}'));
  const head = refs.find(({ name }) => name === 'HEAD');
  if (head === undefined || !isCommitSha(head.sha))
    return { kind: 'unusable', reason: 'its HEAD is no commit' };
  await fetchRefs(git, { from, refspecs: [`+HEAD:${BRIDGE_TIP}`], signal });
  const known = await objectSizes(
    git,
    refs.map(({ sha }) => sha),
  );
  const elsewhere = refs.filter((_ref, index) => known[index]?.type === null);
  return { kind: 'tip', tip: head.sha, elsewhere: elsewhere.map(({ name }) => name) };
}

/** What would make upload-pack read something else than what the agent made here; `null` = fetch it. */
async function whyNotFetched(
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
  const odd = await oddEntry(gitDir, [
    'HEAD',
    'config',
    'packed-refs',
    'shallow',
    'refs',
    'objects',
  ]);
  return odd === null ? null : `.git/${odd} is neither file nor folder`;
}

/** A link under objects/ would hand out another repository's; a pipe would block whoever opens it. */
async function oddEntry(gitDir: string, names: readonly string[]): Promise<string | null> {
  const pending = [...names];
  let seen = 0;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    seen += 1;
    if (seen > MAX_ENTRIES) return null;
    const facts = await inspectPath(join(gitDir, path));
    if (facts === null || facts.kind === 'file') continue;
    if (facts.kind !== 'folder') return path;
    for (const name of await listFolder(join(gitDir, path))) pending.push(`${path}/${name}`);
  }
  return null;
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
  if (ref === undefined) return { kind: 'unusable', reason: 'its HEAD is no commit' };
  const asked = await userGit(request)(['rev-parse', '--verify', '--quiet', ref], {
    okExitCodes: [0, 1, 128],
  });
  const sha = asked.stdout.trim();
  if (!isCommitSha(sha)) return { kind: 'unusable', reason: 'its HEAD is no commit' };
  return { kind: 'tip', tip: sha, elsewhere: [] };
}
