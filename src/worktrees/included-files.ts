/**
 * Copies untracked files of the user's checkout (`workspace.include` and `.worktreeinclude`) into the worktree.
 * Links are neither copied nor followed; a tracked file is never replaced. What was copied is ignored there by
 * git, and the ids of its contents are kept, so that no branch can carry it back.
 */
import { dirname, join } from 'node:path';

import type { GitCall } from '../git/git-call.ts';
import {
  appendText,
  chmod,
  copyFile,
  inspectPath,
  makeFolder,
  OPEN_FOLDER,
  readTextIfThere,
  removeTree,
  writeText,
} from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { plural } from '../words/text.ts';
import { secretsOfIncluded } from './included-secrets.ts';
import { runRepositoryGit, userGit } from './repository-calls.ts';
import { isWithheld } from './setup-trust.ts';
import type { PreparedFacts, WorktreeState } from './worktree-state.ts';

// Files in which package tools and git keep log-ins, by their names. Pure.

const NAMES: ReadonlySet<string> = new Set([
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'bunfig.toml',
  '.bunfig.toml',
  'pip.conf',
  'pip.ini',
  '.pypirc',
  'uv.toml',
  '.gemrc',
  'nuget.config',
  'settings.xml',
  'gradle.properties',
  '.netrc',
  '_netrc',
  '.git-credentials',
]);

/** Named alike by others, too: the folder counts. */
const ENDINGS =
  /(^|\/)(\.cargo\/(credentials|config)(\.toml)?|\.bundle\/config|pypoetry\/auth\.toml|composer\/auth\.json|\.gem\/credentials)$|^auth\.json$/;

export interface IncludedFiles extends Pick<PreparedFacts, 'included' | 'includedBlobs'> {
  readonly notices: readonly string[];
}

const NONE: IncludedFiles = { included: [], includedBlobs: [], notices: [] };

export async function copyIncludedFiles(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<IncludedFiles> {
  const { workspace, routine } = request.spec;
  if (workspace.bare) {
    if (routine.workspace.include.length === 0) return NONE;
    return {
      ...NONE,
      notices: ['nothing was included: a bare repository has no checkout to take files from'],
    };
  }
  const file = await readTextIfThere(join(workspace.root, '.worktreeinclude'));
  const patterns = [...routine.workspace.include, ...(file ?? '').split('\n')]
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (patterns.length === 0) return NONE;
  const paths = await untrackedMatches(request, patterns);
  const copied: string[] = [];
  const left: string[] = [];
  const withheld = isWithheld(state) ? paths.filter(isToolLogin) : [];
  for (const path of paths) {
    if (withheld.includes(path)) continue;
    if (await copyOne(request, path)) copied.push(path);
    else left.push(path);
  }
  await exclude(request, state, copied);
  request.redactor.learn(await secretsOfIncluded(request.spec, copied));
  const includedBlobs = await blobIds(request, copied);
  const notices = left.map(
    (path) =>
      `${path} was not included: it is not a regular file, or the base already has this path`,
  );
  for (const path of withheld)
    notices.push(
      `${path} was not included: it may hold registry credentials, and an agent wrote this code`,
    );
  if (copied.length > 0)
    notices.unshift(`${plural(copied.length, 'file')} included: ${shown(copied)}`);
  return { included: copied, includedBlobs, notices };
}

function shown(paths: readonly string[]): string {
  const first = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${first}, …` : first;
}

async function untrackedMatches(
  request: WorktreeRequest,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const patternFile = join(request.paths.folder, 'include.patterns');
  await writeText(patternFile, `${patterns.join('\n')}\n`);
  try {
    const listed = await userGit(request)([
      'ls-files',
      '-z',
      '--others',
      '--ignored',
      `--exclude-from=${patternFile}`,
    ]);
    // A trailing slash is a repository inside the checkout.
    return listed.stdout.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
  } finally {
    await removeTree(patternFile);
  }
}

async function copyOne(request: WorktreeRequest, path: string): Promise<boolean> {
  const from = join(request.spec.workspace.root, path);
  const { worktree } = request.paths;
  const facts = await inspectPath(from);
  if (facts?.kind !== 'file' || path.split('/').some((part) => part === '..' || part === '.git'))
    return false;
  if ((await inspectPath(join(worktree, path))) !== null) return false;
  // The base may have a link where the checkout has a folder: the copy must stay inside.
  const folders = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth += 1) {
    const above = await inspectPath(join(worktree, ...folders.slice(0, depth)));
    if (above !== null && above.kind !== 'folder') return false;
  }
  await makeFolder(dirname(join(worktree, path)), OPEN_FOLDER);
  await copyFile(from, join(worktree, path));
  if (facts.executable) await chmod(join(worktree, path), 0o755);
  return true;
}

async function exclude(
  request: WorktreeRequest,
  state: WorktreeState,
  paths: readonly string[],
): Promise<void> {
  // A linked worktree shares its exclude file with the user's checkout, which is not ours to change.
  if (paths.length === 0 || state.linked !== null) return;
  await appendText(join(request.paths.worktree, '.git', 'info', 'exclude'), excludeText(paths));
}

/** Each path literally, as patterns of gitignore. */
export function excludeText(paths: readonly string[]): string {
  return paths.map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}\n`).join('');
}

/** As they are, and as git would store them with the attributes of the base. */
async function blobIds(
  request: WorktreeRequest,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const git = runRepositoryGit(request);
  const filled: string[] = [];
  for (const path of paths) {
    // The empty blob is in every other commit.
    const facts = await inspectPath(join(request.paths.worktree, path));
    if (facts !== null && facts.size > 0 && !/[\n"]/.test(path)) filled.push(path);
  }
  const ids = async (call: GitCall, ...flags: readonly string[]): Promise<readonly string[]> => {
    const stdin = filled.map((path) => `${path}\n`).join('');
    const asked = await call(['hash-object', ...flags, '--stdin-paths'], { stdin });
    return asked.stdout.split('\n').filter((id) => id !== '');
  };
  return [...new Set([...(await ids(git, '--no-filters')), ...(await ids(git))])];
}

/** @param path from the top of the repository */
function isToolLogin(path: string): boolean {
  const lower = path.toLowerCase();
  return NAMES.has(lower.slice(lower.lastIndexOf('/') + 1)) || ENDINGS.test(lower);
}
