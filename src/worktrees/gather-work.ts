/** Everything that the agent made, brought into the bridge and judged there. The user's repository is not written to. */
import { join } from 'node:path';

import { isAncestor } from '../git/ancestry.ts';
import { alternatesText } from '../git/object-folders.ts';
import { updateRefs } from '../git/update-refs.ts';
import { appendText } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { inlineCode, oneLine } from '../words/text.ts';
import { BRIDGE_TIP, makeBridge } from './bridge.ts';
import { embeddedProgram } from './embedded-programs.ts';
import { fetchAgentCommits, KEEPABLE_BYTES, type AgentCommits } from './fetch-agent-commits.ts';
import { inspectCommits, type LookedAt } from './inspect-commits.ts';
import { bytesOf, judgeChanges, judgeLeftovers } from './judge-changes.ts';
import { commitLeftovers, listLeftovers, type Leftovers } from './list-leftovers.ts';
import { writeNewRef } from './own-repository.ts';
import { bridgeGit } from './repository-calls.ts';
import { NO_SECRETS, secretsInWork } from './secrets-in-work.ts';
import type { WorktreeState } from './worktree-state.ts';

export interface Gathered {
  /** `null` when git takes nothing of it. */
  readonly tip: CommitSha | null;
  /** `null` when it was too big to be looked at. */
  readonly made: LookedAt | null;
  /** The newest commit that is the agent's own, or the base; `null` when none could be taken. */
  readonly committed: CommitSha | null;
  /** The agent made nothing. */
  readonly idle: boolean;
  readonly refused: string | null;
  /** Why the folder has to stay although the run was handed back. */
  readonly holds: string | null;
  readonly notices: readonly string[];
}

export async function gatherWork(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<Gathered> {
  request.progress('gathering what the agent left');
  await makeBridge(request, state);
  const commits = await fetchAgentCommits(request, state);
  await request.probe?.('worker/commits-fetched');
  if (commits.kind === 'refused') return refuseUnfetched(request, commits);
  const notes = notesOn(request, commits);
  const parent = commits.kind === 'tip' ? commits.tip : state.opened.base;
  const left = await takeLeftovers(request, state, parent);
  const notices = [...notes.notices, ...left.notices];
  const holds = [...notes.holds, ...left.holds].join('; ') || null;
  const { tip } = left;
  await writeNewRef(request.paths.bridge, BRIDGE_TIP, tip);
  await request.probe?.('worker/leftovers-committed');
  const { base } = state.opened;
  // An agent may have looked at an older commit and stayed there: nothing was made.
  const idle = tip === base || (await isOlder(request, tip, base));
  if (idle)
    return {
      tip,
      made: null,
      committed: parent,
      idle: left.refused === null,
      refused: left.refused,
      holds,
      notices,
    };
  const made = await inspectCommits(request, base, tip);
  const limits =
    left.refused ?? judgeChanges(request, state, made) ?? (await startsPrograms(request, made));
  // Within its limits it is small enough to be read whole.
  const secrets = limits === null ? await secretsInWork(request, made) : NO_SECRETS;
  const refused = limits ?? secrets.refused;
  notices.push(...secrets.notices);
  const nothing = refused === null && made.changeCount === 0;
  return { tip, made, committed: parent, idle: nothing, refused, holds, notices };
}

async function startsPrograms(request: WorktreeRequest, made: LookedAt): Promise<string | null> {
  const found = await embeddedProgram(bridgeGit(request), made.tip, made.changes);
  return found === null ? null : `it has a repository that starts programs: ${oneLine(found, 200)}`;
}

function isOlder(request: WorktreeRequest, tip: CommitSha, base: CommitSha): Promise<boolean> {
  return isAncestor(bridgeGit(request), tip, base);
}

function notesOn(
  request: WorktreeRequest,
  commits: Exclude<AgentCommits, { kind: 'refused' }>,
): { readonly notices: readonly string[]; readonly holds: readonly string[] } {
  const { worktree } = request.paths;
  if (commits.kind === 'unusable') {
    const notice = `commits of the agent were not taken, only its files: ${commits.reason}; its folder is kept: ${worktree}`;
    return { notices: [notice], holds: [commits.reason] };
  }
  if (commits.elsewhere.length === 0) return { notices: [], holds: [] };
  const names = commits.elsewhere.slice(0, 10).map(inlineCode).join(', ');
  const more = commits.elsewhere.length > 10 ? ', …' : '';
  return {
    notices: [
      `the agent left commits outside its branch, under ${names}${more}; they were not handed back and are kept in ${worktree}`,
    ],
    holds: ['it has commits outside its branch'],
  };
}

interface TakenLeftovers {
  readonly tip: CommitSha;
  readonly refused: string | null;
  readonly notices: readonly string[];
  readonly holds: readonly string[];
}

/** Committed where that keeps them at hand, even when they are refused; where they are too many they stay files. */
async function takeLeftovers(
  request: WorktreeRequest,
  state: WorktreeState,
  parent: CommitSha,
): Promise<TakenLeftovers> {
  const leftovers = withoutSetup(await listLeftovers(request, parent), state);
  const refused = judgeLeftovers(request, leftovers);
  const { skipped } = leftovers;
  const notices = skippedNotices(request, leftovers);
  const holds = skipped.length > 0 ? ['it has files that could not be committed'] : [];
  if (refused === null || isKeepable(leftovers)) {
    const committed = await tryCommit(request, parent, leftovers);
    if (typeof committed !== 'string') return { ...committed, refused, notices, holds };
    return { tip: parent, refused: refused ?? committed, notices, holds };
  }
  const where = `the uncommitted files are in ${request.paths.worktree} only`;
  const hasCommits = parent !== state.opened.base;
  return { tip: parent, refused, notices: hasCommits ? [...notices, where] : notices, holds };
}

/** Or why not: the agent's files may be such that git wants none of them. */
async function tryCommit(
  request: WorktreeRequest,
  parent: CommitSha,
  leftovers: Leftovers,
): Promise<{ readonly tip: CommitSha } | string> {
  try {
    return { tip: await commitLeftovers(request, parent, leftovers) };
  } catch (thrown) {
    return `its files could not be committed: ${oneLine(asAppError(thrown).message, 300)}`;
  }
}

const KEEPABLE_FILES = 10_000;

function isKeepable(leftovers: Leftovers): boolean {
  const files = leftovers.changed.length + leftovers.removed.length;
  return !leftovers.tooMany && files <= KEEPABLE_FILES && bytesOf(leftovers) <= KEEPABLE_BYTES;
}

/** Files that set-up left and that are unchanged since are not the agent's work. */
function withoutSetup(leftovers: Leftovers, state: WorktreeState): Leftovers {
  const afterSetup = new Map(Object.entries(state.prepared.afterSetup));
  const made = (path: string): boolean => afterSetup.get(path) !== leftovers.marks.get(path);
  return {
    ...leftovers,
    changed: leftovers.changed.filter(made),
    removed: leftovers.removed.filter(made),
    skipped: leftovers.skipped.filter(({ path }) => afterSetup.get(path) !== 'skipped'),
  };
}

const MOST_NOTICES = 20;

function skippedNotices(request: WorktreeRequest, { skipped }: Leftovers): readonly string[] {
  const { worktree } = request.paths;
  const notices = skipped
    .slice(0, MOST_NOTICES)
    .map(
      ({ path, why }) => `${inlineCode(path)} was not committed: ${why}; it is kept in ${worktree}`,
    );
  const more = skipped.length - notices.length;
  return more > 0
    ? [...notices, `${more} more were not committed; they are kept in ${worktree}`]
    : notices;
}

/** The bridge borrows the agent's objects where they are, so that its work can be looked at and taken without a copy. */
async function refuseUnfetched(
  request: WorktreeRequest,
  { tip, reason }: Extract<AgentCommits, { kind: 'refused' }>,
): Promise<Gathered> {
  const refused = {
    tip,
    made: null,
    committed: null,
    idle: false,
    refused: reason,
    holds: null,
  };
  const { bridge, worktree } = request.paths;
  if (tip === null) return { ...refused, notices: [] };
  const alternates = join(bridge, 'objects', 'info', 'alternates');
  await appendText(alternates, alternatesText([join(worktree, '.git', 'objects')]));
  await updateRefs(bridgeGit(request), [{ kind: 'set', ref: BRIDGE_TIP, to: tip }]);
  return { ...refused, notices: [`uncommitted files, if any, are in ${worktree} only`] };
}
