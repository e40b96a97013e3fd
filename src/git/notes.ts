/** Notes on commits, in a ref of ours. They stay on this machine unless a user pushes that ref. */
import type { CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export const NOTES_REF = 'refs/notes/roundsman';

/** A neutral author: a note needs a name, and the user may have none set. */
const OURS: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Roundsman',
  GIT_AUTHOR_EMAIL: 'notes@roundsman.invalid',
  GIT_COMMITTER_NAME: 'Roundsman',
  GIT_COMMITTER_EMAIL: 'notes@roundsman.invalid',
};

/** In place of what was there. */
export async function writeNote(
  context: GitContext,
  { commit, text }: { readonly commit: CommitSha; readonly text: string },
): Promise<void> {
  await runGit(['notes', `--ref=${NOTES_REF}`, 'add', '--force', '--file=-', '--', commit], {
    ...context,
    env: { ...context.env, ...OURS },
    stdin: text,
  });
}

/** Hostile text: anyone who can push the ref can write it. `null`: there is none. */
export async function readNote(context: GitContext, commit: CommitSha): Promise<string | null> {
  const asked = await runGit(['notes', `--ref=${NOTES_REF}`, 'show', '--', commit], {
    ...context,
    okExitCodes: [0, 1, 128],
  });
  return asked.exitCode === 0 ? asked.stdout : null;
}
