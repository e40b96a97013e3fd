/** What a person should know of a branch before its files lie on his disk. */
import { readBlobs } from '../git/cat-file.ts';
import { diffTrees, type TreeChange } from '../git/diff-trees.ts';
import { gitIn, sealedEnvironment } from '../git/git-call.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import { scanChanges } from '../worktrees/scan-changes.ts';

const MOST_FILES = 20_000;
const MOST_BYTES = 200_000;

/** In words for a terminal or Markdown; empty where nothing is odd. */
export async function branchBanners(
  { location, gitEnv }: Workspace,
  { base, tip }: { readonly base: CommitSha; readonly tip: CommitSha },
): Promise<readonly string[]> {
  const git = { cwd: location.gitDir, env: gitEnv };
  const env = {
    ...sealedEnvironment(gitEnv),
    ...settingsAsEnvironment(),
    GIT_DIR: location.gitDir,
  };
  const repository = { cwd: location.gitDir, env };
  const { changes } = await diffTrees(repository, { from: base, to: tip, most: MOST_FILES });
  const kept = changes.filter(({ status }) => status !== 'D');
  const files = kept.filter(({ newMode }) => newMode !== '160000');
  const facts = await objectSizes(
    gitIn(git),
    files.map(({ newId }) => newId),
  );
  const sizes = new Map(
    facts.flatMap(({ id, type, size }) => (type === 'blob' ? [[id, size]] : [])),
  );
  const texts = new Map<string, string>();
  const wanted = [...new Set(files.filter(isRead).flatMap(({ oldId, newId }) => [oldId, newId]))];
  const known = await objectSizes(
    gitIn(git),
    wanted.filter((id) => !/^0+$/.test(id)),
  );
  const readable = known.flatMap(({ id, type, size }) =>
    type === 'blob' && size <= MOST_BYTES ? [{ blob: id, size }] : [],
  );
  await readBlobs(git, readable, (blob, content) => texts.set(blob, content.toString('utf8')));
  return scanChanges(changes, { texts, sizes });
}

/** Where a link leads, and which scripts a package has. */
function isRead({ path, newMode }: TreeChange): boolean {
  return newMode === '120000' || /(^|\/)package\.json$/.test(path);
}
