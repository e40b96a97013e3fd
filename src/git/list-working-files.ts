/** What lies in the working tree and is not ignored: tracked or new. */
import type { GitCall } from './git-call.ts';
import { runGit, type GitContext } from './run-git.ts';

/** @param pathspecs what is asked for; all when empty. @returns paths from the root of the checkout, each once; a tracked one may be gone from disk */
export async function listWorkingFiles(
  pathspecs: readonly string[],
  context: GitContext,
): Promise<readonly string[]> {
  const listed = await list(['--cached', '--others'], pathspecs, context);
  return [...new Set(listed)];
}

/** Folders that hold nothing tracked, the topmost of them each, empty ones too; without the slash at the end. */
export async function listNewFolders(context: GitContext): Promise<readonly string[]> {
  const listed = await list(['--others', '--directory'], [], context);
  return listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
}

async function list(
  what: readonly string[],
  pathspecs: readonly string[],
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    ['ls-files', '-z', ...what, '--exclude-standard', '--', ...pathspecs],
    context,
  );
  return stdout.split('\0').filter((path) => path !== '');
}

/** Whether the ignore rules cover a path of the working tree; a folder's ends in `/`, and need not be there. */
export async function isIgnored(git: GitCall, path: string): Promise<boolean> {
  const asked = await git(['check-ignore', '--quiet', '--no-index', '--', path], {
    okExitCodes: [0, 1],
  });
  return asked.exitCode === 0;
}
