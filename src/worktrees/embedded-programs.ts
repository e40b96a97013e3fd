/**
 * Repositories among the files of a branch that start programs. Git treats every folder with HEAD, objects and refs as a
 * repository, and applies its settings to every git command that runs inside it, including those of a shell prompt.
 */
import { configKeys } from '../git/config-text.ts';
import type { TreeChange } from '../git/diff-trees.ts';
import type { GitCall } from '../git/git-call.ts';
import type { CommitSha } from '../words/ids.ts';

/** Parts of a repository. On some disks their names are the same in any case. */
const PARTS = /^(head|config|config\.worktree|commondir|hooks|objects|refs)$/i;
/** Settings that say what the repository is, and start nothing. */
const HARMLESS =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|sharedrepository)|remote\..+\.(url|fetch|mirror)|branch\..+\.(remote|merge)|extensions\.objectformat)$/i;
/** A branch with more repositories is reported without inspecting them. */
const MOST_REPOSITORIES = 50;
const MOST_BYTES = 100_000;

/** The first one, with what it would start; `null` when there is none. */
export async function embeddedProgram(
  git: GitCall,
  tip: CommitSha,
  changes: readonly TreeChange[],
): Promise<string | null> {
  const folders = await withHead(git, tip, headsOf(changes));
  if (folders.length > MOST_REPOSITORIES) return 'more repositories than are looked at';
  for (const folder of folders) {
    const reason = await reasonOf(git, tip, folder);
    if (reason !== null) return `${folder === '' ? 'the top folder' : folder}: ${reason}`;
  }
  return null;
}

/** Where HEAD would be in each folder in which a part of a repository was changed, and that folder. */
function headsOf(changes: readonly TreeChange[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const { path, status } of changes) {
    if (status === 'D') continue;
    const parts = path.split('/');
    for (const [depth, part] of parts.entries()) {
      if (!PARTS.test(part)) continue;
      const folder = parts.slice(0, depth).join('/');
      const name = /^head$/i.test(part) ? part : 'HEAD';
      heads.set(folder === '' ? name : `${folder}/${name}`, folder);
    }
  }
  return heads;
}

/** Asked all at once: a folder called `config` or `objects` is nothing rare. */
async function withHead(
  git: GitCall,
  tip: CommitSha,
  heads: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (heads.size === 0) return [];
  const paths = [...heads.keys()];
  const stdin = paths.map((path) => `${tip}:${path}\0`).join('');
  const asked = await git(['cat-file', '--batch-check=%(objecttype)', '-z'], { stdin });
  const found = asked.stdout.split('\n');
  const there = paths.filter((_path, index) => found[index] === 'blob');
  return [...new Set(there.map((path) => heads.get(path) ?? ''))];
}

async function reasonOf(git: GitCall, tip: CommitSha, folder: string): Promise<string | null> {
  const entries = await entriesIn(git, tip, folder);
  const has = (name: string): boolean => entries.has(name);
  if (!has('head') || !has('objects') || !has('refs')) return null;
  if (has('commondir')) return 'its settings are those of another folder';
  for (const name of ['config', 'config.worktree']) {
    const id = entries.get(name);
    if (id === undefined) continue;
    const odd = await oddSetting(git, id);
    if (odd !== null) return `its ${name} sets ${odd}`;
  }
  if (!has('hooks')) return null;
  const hooks = await entriesIn(git, tip, folder === '' ? 'hooks' : `${folder}/hooks`);
  const hook = [...hooks.keys()].find((name) => !/\.sample$|^readme/.test(name));
  return hook === undefined ? null : `it has the hook ${hook}`;
}

/** Names in lower case → id. */
async function entriesIn(
  git: GitCall,
  tip: CommitSha,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const listed = await git(['ls-tree', '-z', `${tip}:${folder}`], { okExitCodes: [0, 128] });
  return new Map(
    listed.stdout.split('\0').flatMap((line) => {
      const match = /^[0-9]+ [a-z]+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      return match === null ? [] : [[(match[2] ?? '').toLowerCase(), match[1] ?? '']];
    }),
  );
}

async function oddSetting(git: GitCall, id: string): Promise<string | null> {
  const size = await git(['cat-file', '-s', id], { okExitCodes: [0, 128] });
  if (Number(size.stdout) > MOST_BYTES) return 'more than is read';
  const text = await git(['cat-file', '-p', id], { okExitCodes: [0, 128] });
  const keys = [...configKeys(text.stdout).keys()];
  return keys.find((key) => !HARMLESS.test(key)) ?? null;
}
