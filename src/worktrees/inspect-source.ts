/** What a run repository has to know of the user's repository before it borrows from it. Reads only. */
import { join, resolve } from 'node:path';

import type { GitCall } from '../git/git-call.ts';
import { chainOfObjects } from '../git/object-folders.ts';
import type { GitAnswer } from '../git/run-git.ts';
import { readTextIfThere, resolveLinks } from '../platform/files.ts';
import { AppError } from '../words/errors.ts';
import type { SourceFacts } from './worktree-state.ts';

export async function inspectSource(
  request: { readonly spec: { readonly workspace: { readonly root: string } } },
  git: GitCall,
): Promise<SourceFacts> {
  const { root } = request.spec.workspace;
  if ((await resolveLinks(root)) === null) throw notARepository(root);
  const [asked, partial] = await Promise.all([askFacts(git), askPartial(git)]);
  // The path comes last: it may hold newlines itself.
  const [format, shallow, ...path] = asked.stdout.replace(/\n$/, '').split('\n');
  if (asked.exitCode !== 0 || path.length === 0) throw notARepository(root);
  const objects = await resolveLinks(resolve(root, path.join('\n')));
  if (objects === null) throw notARepository(root);
  return {
    objectFolders: await chainOfObjects(objects),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    shallow: shallow === 'true' ? await readTextIfThere(join(objects, '..', 'shallow')) : null,
    partial: partial.exitCode === 0,
  };
}

function askFacts(git: GitCall): Promise<GitAnswer> {
  return git(
    ['rev-parse', '--show-object-format', '--is-shallow-repository', '--git-path', 'objects'],
    { okExitCodes: [0, 128] },
  );
}

function askPartial(git: GitCall): Promise<GitAnswer> {
  const keys = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;
  return git(['config', '--get-regexp', keys], { okExitCodes: [0, 1, 128] });
}

function notARepository(root: string): AppError {
  return new AppError('missing', {
    code: 'not-a-repository',
    message: `${root} is not in a git repository`,
    hint: 'Go to a repository (or name one with -C DIR), or make one: git init.',
  });
}
