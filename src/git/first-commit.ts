/** The commit that a repository began with: the same in every clone, whatever it is called there. */
import { gitIn } from './git-call.ts';
import type { GitContext } from './run-git.ts';

export type FirstCommit =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'none' }
  /** Its beginning was not fetched. */
  | { readonly kind: 'shallow' };

/** Of several, the one whose name sorts first. */
export async function firstCommit(context: GitContext): Promise<FirstCommit> {
  const git = gitIn(context);
  const shallow = await git(['rev-parse', '--is-shallow-repository']);
  if (shallow.stdout.trim() === 'true') return { kind: 'shallow' };
  const listed = await git(['rev-list', '--max-parents=0', 'HEAD'], { okExitCodes: [0, 128] });
  const [sha] = listed.stdout
    .split('\n')
    .filter((line) => line !== '')
    .toSorted();
  return listed.exitCode !== 0 || sha === undefined ? { kind: 'none' } : { kind: 'commit', sha };
}
