/** Below level `sandbox`: what a run did to the repository that it could reach. */
import { join } from 'node:path';

import { resolveLinks } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import { oneLine, plural } from '../words/text.ts';
import { compareTraces } from './compare-traces.ts';
import {
  changedKeys,
  fingerprintRepository,
  readRefs,
  type RepositoryFingerprint,
} from './inspect-repository.ts';
import { userGit } from './repository-calls.ts';
import { emailOf } from './run-identity.ts';
import type { WorktreeState } from './worktree-state.ts';

/**
 * Returns what the user should know. At level `worktree` it throws `repository-changed` when settings, hooks or the list
 * of worktrees changed: they start programs, and it is unknown who changed them, so no further git command runs there.
 */
export async function compareRepository(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<readonly string[]> {
  const { before } = state;
  if (before === null) return [];
  const after = fingerprintRepository(request.spec.workspace);
  const changed = [
    ...settingChanges(before, after, state),
    ...(await worktreeChanges(request, before, { after, state })),
  ];
  if (changed.length > 0 && state.linked !== null) throw repositoryChanged(request, changed);
  const refs = before.refs === null ? [] : await refNotices(request, state, before.refs);
  const traces = compareTraces(request.spec.workspace, before.traces, {
    email: emailOf(request.spec.id),
    isOurs: (path) => isOwnLog(state, path),
  });
  if (changed.length === 0) return [...refs, ...traces];
  const { root } = request.spec.workspace;
  const banner = `look before the next git command in ${oneLine(root)}: its settings changed during the run, by it or by another program: ${namesOf(changed)}`;
  return [banner, ...refs, ...traces];
}

function repositoryChanged(request: WorktreeRequest, changed: readonly string[]): AppError {
  return new AppError('failed', {
    code: 'repository-changed',
    message: `the repository's own settings changed during the run: ${namesOf(changed)}`,
    hint: `The run, a user or another process may have changed them: look at them before the next git command there. The work is in ${request.paths.worktree}.`,
  });
}

function namesOf(changed: readonly string[]): string {
  return oneLine(changed.join(', '), 500);
}

/** `.git/config (core.fsmonitor)` */
function settingChanges(
  before: RepositoryFingerprint,
  after: RepositoryFingerprint,
  state: WorktreeState,
): readonly string[] {
  const own = `worktrees/${ownName(state) ?? ''}/config.worktree`;
  return changedKeys(before.settings, after.settings)
    .filter((path) => path !== own)
    .map((path) => {
      const keys = changedKeys(before.configKeys[path] ?? {}, after.configKeys[path] ?? {});
      if (keys.length === 0) return `.git/${path}`;
      const first = keys.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, 5);
      return `.git/${path} (${first.join(', ')}${keys.length > 5 ? ', …' : ''})`;
    });
}

/** Keys that git itself writes on a push or when it creates a branch come last. */
function weightOf(key: string): number {
  return /^(branch|user|color)\./.test(key) ? 1 : 0;
}

/** Not those of other runs, which come and go. */
async function worktreeChanges(
  request: WorktreeRequest,
  before: RepositoryFingerprint,
  { after, state }: { readonly after: RepositoryFingerprint; readonly state: WorktreeState },
): Promise<readonly string[]> {
  const { stateDir } = request.spec.workspace;
  const runs = join((await resolveLinks(stateDir)) ?? stateDir, 'runs', '/');
  return changedKeys(before.worktrees, after.worktrees)
    .filter((name) => name !== ownName(state))
    .filter((name) => {
      const checkout = before.worktrees[name] ?? after.worktrees[name] ?? '';
      return !checkout.startsWith(runs);
    })
    .map((name) => {
      const had = Object.hasOwn(before.worktrees, name);
      const has = Object.hasOwn(after.worktrees, name);
      return `.git/worktrees/${name} (${had && has ? 'moved' : had ? 'removed' : 'added'})`;
    });
}

function ownName({ linked }: WorktreeState): string | null {
  return linked === null ? null : linked.adminFolder.slice(linked.adminFolder.lastIndexOf('/') + 1);
}

/** A linked worktree's own HEAD is the run's; its branches are told of as refs. */
function isOwnLog(state: WorktreeState, path: string): boolean {
  if (state.linked === null) return path === `logs/refs/heads/${state.branch}`;
  return path.startsWith('logs/refs/heads/') || path === `worktrees/${ownName(state)}/logs/HEAD`;
}

/** Pins and branches of runs, and what a fetch brings. */
const PASSING = /^refs\/(roundsman|heads\/roundsman|remotes)\//;
const MOST_REFS = 20;

async function refNotices(
  request: WorktreeRequest,
  state: WorktreeState,
  before: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const after = await readRefs(request.spec.workspace.gitDir);
  const changed = changedKeys(before, after).filter(
    (ref) => !PASSING.test(ref) && ref !== `refs/heads/${state.branch}`,
  );
  const notices: string[] = [];
  for (const ref of changed.slice(0, MOST_REFS))
    notices.push(await refNotice(request, ref, after[ref]));
  const more = changed.length - MOST_REFS;
  return more > 0 ? [...notices, `${plural(more, 'more ref')} changed during the run`] : notices;
}

/** The run's own committer e-mail tells its doing from the user's. */
async function refNotice(
  request: WorktreeRequest,
  ref: string,
  now: string | undefined,
): Promise<string> {
  if (now === undefined)
    return `${oneLine(ref)} was removed during the run, by it or by another program`;
  const asked = await userGit(request)(
    ['log', '-1', '--no-show-signature', '--format=%ce', now, '--'],
    { okExitCodes: [0, 128] },
  );
  const mine = asked.stdout.trim() === emailOf(request.spec.id);
  return mine
    ? `the run itself changed ${oneLine(ref)}: its newest commit is the run's own`
    : `${oneLine(ref)} changed during the run`;
}
