/** Files that a routine names are read from the base commit, never from what happens to be checked out. */
import { runGit } from '../../git/run-git.ts';
import { AppError } from '../../words/errors.ts';
import { openedBase, type StepContext } from './step-context.ts';

/** Throws `invalid-definition` when the base commit has no such file. `key` is where the routine names it. */
export async function readBaseFile(
  context: StepContext,
  file: { readonly path: string; readonly key: string },
): Promise<string> {
  const { base, baseRef } = openedBase(context);
  const shown = await runGit(['cat-file', 'blob', `${base}:${file.path}`], {
    cwd: context.spec.workspace.gitDir,
    env: context.gitEnv,
    okExitCodes: [0, 128],
  });
  if (shown.exitCode === 0) return shown.stdout;
  throw new AppError('invalid-definition', {
    code: 'no-such-file',
    message: `${file.key}: there is no file ${file.path} at ${baseRef}`,
    hint: 'Commit it to the base branch, or name one that is there.',
  });
}
