/** The commit that is deployed, by the ref that moves to it, and the one before it. */
import { findTips, type NamedTip } from '../../git/deployed-tips.ts';
import type { GitCall } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import type { GitContext } from '../../git/run-git.ts';
import { closestWord } from '../../words/closest-word.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';

/**
 * A tag before a branch, the branch that a local one follows before the local one, `origin` before other remotes.
 * Throws `deployment-ref-unknown` when nothing has the name.
 */
export async function findDeployed(
  { context, git }: { readonly context: GitContext; readonly git: GitCall },
  name: string,
): Promise<CommitSha> {
  const tips = await findTips(context, name.replace(/^refs\/(?:heads|tags|remotes)\//, ''));
  const tag = tips.find(({ ref }) => ref.startsWith('refs/tags/'));
  if (tag !== undefined) return tag.commit;
  const local = tips.find(({ ref }) => ref.startsWith('refs/heads/'));
  const remotes = tips.filter(({ ref }) => ref.startsWith('refs/remotes/'));
  const remote =
    remotes.find(({ ref }) => ref === local?.upstream) ??
    remotes.find(({ ref }) => ref.startsWith('refs/remotes/origin/')) ??
    remotes[0];
  const chosen = await fresher(git, local, remote);
  if (chosen !== null) return chosen.commit;
  throw unknown(name, await branchNames(git));
}

/** A deployment's branch is rarely checked out, so the local one is often behind the fetched one. */
async function fresher(
  git: GitCall,
  local: NamedTip | undefined,
  remote: NamedTip | undefined,
): Promise<NamedTip | null> {
  if (local === undefined || remote === undefined) return local ?? remote ?? null;
  if (local.upstream === remote.ref) return remote;
  return (await isAncestor(git, local.commit, remote.commit)) ? remote : local;
}

async function branchNames(git: GitCall): Promise<readonly string[]> {
  const { stdout } = await git([
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/',
    'refs/remotes/',
    'refs/tags/',
  ]);
  return stdout
    .split('\n')
    .map((ref) => ref.replace(/^refs\/(?:heads|tags|remotes\/[^/]+)\//, ''))
    .filter((ref) => ref !== '' && ref !== 'HEAD');
}

function unknown(name: string, known: readonly string[]): AppError {
  const near = closestWord(name, known);
  return new AppError('missing', {
    code: 'deployment-ref-unknown',
    message: `the ref of deployments \`${name}\` is neither a branch nor a tag of this repository`,
    hint:
      near === null
        ? `Let a deployment move it, for instance by git push --force origin HEAD:refs/heads/${name}, and git fetch it here; or set collect.release-notes.deployed to the ref that moves.`
        : `Did you mean \`${near}\`? Set collect.release-notes.deployed to the ref that moves to what is deployed.`,
  });
}
