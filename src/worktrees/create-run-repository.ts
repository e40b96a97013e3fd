/** Levels `private` and `sandbox`: a repository of the run's own, at the base, with nothing checked out yet. */
import { join } from 'node:path';

import { fetchRefs } from '../git/fetch-ref.ts';
import { fileUrl } from '../git/file-url.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { makeOwnRepository } from './own-repository.ts';
import { runRepositoryGit } from './repository-calls.ts';
import { writeNewRef } from './repository-files.ts';
import { basePinOf, branchNameOf, identityOf } from './run-identity.ts';
import type { SourceFacts } from './worktree-state.ts';

/** Returns the text of its alternates, `null` when it has all objects of its own. */
export async function createRunRepository(
  request: WorktreeRequest,
  source: SourceFacts,
  { base, history }: Pick<OpenedBase, 'base' | 'history'>,
): Promise<string | null> {
  const { spec, paths } = request;
  const branch = branchNameOf(spec);
  const alternates = await makeOwnRepository({
    folder: paths.worktree,
    bare: false,
    branch,
    source,
    borrows: history === 'borrow',
    settings: settingsOf(request),
  });
  if (history === 'borrow') {
    await writeNewRef(join(paths.worktree, '.git'), `refs/heads/${branch}`, base);
    return alternates;
  }
  // From here on the user's folder is a stranger to the run: only what the base needs is copied.
  const git = runRepositoryGit(request);
  const pin = basePinOf(spec.id);
  await fetchRefs(git, {
    from: fileUrl(spec.workspace.gitDir),
    refspecs: [`+${pin}:${pin}`],
    ...(history === 'copy' ? {} : { depth: history }),
    config: ['fetch.fsckObjects=false'],
  });
  await updateRefs(git, [
    { kind: 'create', ref: `refs/heads/${branch}`, to: base },
    { kind: 'delete', ref: pin },
  ]);
  return alternates;
}

function settingsOf(request: WorktreeRequest): string {
  const identity = identityOf(request.spec);
  return [
    '[user]',
    `\tname = ${identity['GIT_AUTHOR_NAME'] ?? ''}`,
    `\temail = ${identity['GIT_AUTHOR_EMAIL'] ?? ''}`,
    '[commit]\n\tgpgsign = false',
    '[gc]\n\tauto = 0',
    '[maintenance]\n\tauto = false',
    '',
  ].join('\n');
}
