import { countCommitsSince } from '../../git/count-commits-since.ts';
import { gitIn } from '../../git/git-call.ts';
import { newestVersion, type Note } from '../../words/note.ts';
import { toPathspecs } from '../../words/path-globs.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { MOST_COMMITS } from '../note-age.ts';
import { sinceOf } from './note-view.ts';

/** In the files that a note is about, since it counts; `null` when it names none, or git has no answer. */
export async function countCommits(workspace: Workspace, note: Note): Promise<number | null> {
  const { paths } = newestVersion(note);
  if (paths.length === 0) return null;
  const { root } = workspace.location;
  const git = gitIn({ cwd: root, env: workspace.gitEnv });
  const pathspecs = toPathspecs(paths);
  const asked = { commit: 'HEAD', since: sinceOf(note), pathspecs, most: MOST_COMMITS };
  // A repository without a commit, or a pattern that git does not take: nothing to say, and no reason to fail.
  return countCommitsSince(git, asked).catch(() => null);
}
