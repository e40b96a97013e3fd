/** Level `worktree`: what a run did to the repository that it shared. */
import { AppError } from '../domain/errors.ts';
import { oneLine } from '../domain/text.ts';
import type { WorktreeRequest } from './contract.ts';
import { userGit } from './repository-calls.ts';
import { changedKeys, fingerprintRepository } from './repository-fingerprint.ts';
import { basePinOf, emailOf } from './run-identity.ts';
import type { WorktreeState } from './worktree-state.ts';

/**
 * Returns notices on refs and worktrees that changed meanwhile. Throws `repository-changed` when settings or
 * hooks did: they start programs, so no further git command is run there.
 */
export async function compareRepository(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<readonly string[]> {
  if (state.linked === null) return [];
  const { before } = state.linked;
  const after = await fingerprintRepository(request.spec.workspace);
  const settings = changedKeys(before.settings, after.settings);
  if (settings.length > 0) {
    const names = settings.map((path) => `.git/${path}`).join(', ');
    throw new AppError('failed', {
      code: 'repository-changed',
      message: `the repository's own settings changed during the run: ${oneLine(names, 500)}`,
      hint: `Look at them before the next git command there. The work is in ${request.paths.worktree}.`,
    });
  }
  const ours = [basePinOf(request.spec.id), `refs/heads/${state.branch}`];
  const refs = changedKeys(before.refs, after.refs).filter((ref) => !ours.includes(ref));
  const notices: string[] = [];
  for (const ref of refs) notices.push(await refNotice(request, ref, after.refs[ref]));
  for (const name of changedKeys(before.worktrees, after.worktrees))
    notices.push(`the worktree ${oneLine(name)} was added, moved or removed during the run`);
  return notices;
}

/** The run's own committer e-mail tells its doing from the user's. */
async function refNotice(
  request: WorktreeRequest,
  ref: string,
  now: string | undefined,
): Promise<string> {
  if (now === undefined)
    return `${oneLine(ref)} was removed during the run, by it or by somebody else`;
  const asked = await userGit(request)(
    ['log', '-1', '--no-show-signature', '--format=%ce', now, '--'],
    { okExitCodes: [0, 128] },
  );
  const mine = asked.stdout.trim() === emailOf(request.spec.id);
  return mine
    ? `the run itself changed ${oneLine(ref)}: its newest commit is the run's own`
    : `${oneLine(ref)} changed during the run`;
}
