/** What two commits of the user's repository differ in: its files, and the text of one of them, a piece at a time. */
import type { Buffer } from 'node:buffer';

import { readBlobs } from '../git/cat-file.ts';
import { diffBlobs, type ChangedFile, type FileDiff } from '../git/diff-blobs.ts';
import { gitIn, sealedEnvironment } from '../git/git-call.ts';
import { changedFiles } from '../git/list-changed-files.ts';
import { objectSizes } from '../git/object-sizes.ts';
import type { GitContext } from '../git/run-git.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Both by their whole ids. */
export interface DiffedCommits {
  readonly base: string;
  readonly tip: string;
}

export interface FilePiece {
  readonly file: ChangedFile;
  /** Unchanged lines around a change. */
  readonly around: number;
  /** Lines of the diff to pass over, and to give at most. */
  readonly skip: number;
  readonly most: number;
}

/** Of one side; a larger one is told by its size. */
const MOST_BYTES = 20_000_000;

/** Sorted by path. Throws `usage` for what is not a commit id, `not-found` for one that is not there. */
export async function changedBetween(
  workspace: Workspace,
  { base, tip }: DiffedCommits,
): Promise<readonly ChangedFile[]> {
  const repository = repositoryOf(workspace);
  const [from, to] = [commitOf(base), commitOf(tip)];
  const found = await objectSizes(gitIn(repository), [from, to]);
  const gone = found.find(({ type }) => type !== 'commit');
  if (gone !== undefined) {
    throw new AppError('not-found', {
      code: 'commit-unknown',
      message: `there is no commit ${gone.id.slice(0, 12)} in the repository`,
      hint: 'Open the branch again: it may have moved since.',
    });
  }
  return changedFiles({ from, to }, repository);
}

export async function readFileDiff(workspace: Workspace, piece: FilePiece): Promise<FileDiff> {
  const { file } = piece;
  const { oldBlob, newBlob } = file;
  const repository = repositoryOf(workspace);
  if (isOf(file, '160000')) return { kind: 'submodule', old: oldBlob, new: newBlob };
  if (oldBlob === newBlob) return { kind: 'same' };
  const [old, made] = await sizesOf(repository, [oldBlob, newBlob]);
  const largest = Math.max(old ?? 0, made ?? 0);
  if (isOf(file, '120000') && largest < 10_000) {
    const [from, to] = await Promise.all([oldBlob, newBlob].map((id) => textOf(repository, id)));
    return { kind: 'link', old: from ?? null, new: to ?? null };
  }
  if (largest > MOST_BYTES) return { kind: 'large', bytes: largest };
  const { around, skip, most } = piece;
  const diff = await diffBlobs(programOf(workspace), {
    old: oldBlob,
    new: newBlob,
    around,
    skip,
    most,
  });
  return diff === 'binary' ? { kind: 'binary', old: old ?? null, new: made ?? null } : diff;
}

/** The whole of one side as text; `null`: it is not there, or has more bytes than `most`. */
export async function readSide(
  workspace: Workspace,
  blob: string | null,
  most: number,
): Promise<string | null> {
  if (blob === null) return null;
  const repository = repositoryOf(workspace);
  const [size] = await sizesOf(repository, [blob]);
  return size === null || size === undefined || size > most ? null : textOf(repository, blob);
}

function repositoryOf({ location, gitEnv }: Workspace): GitContext {
  return { cwd: location.gitDir, env: { ...sealedEnvironment(gitEnv), GIT_DIR: location.gitDir } };
}

function programOf(workspace: Workspace): Pick<GitContext, 'cwd' | 'env'> {
  const { cwd, env } = repositoryOf(workspace);
  return { cwd, env: { ...env, ...settingsAsEnvironment() } };
}

function isOf({ oldMode, newMode }: ChangedFile, mode: string): boolean {
  return oldMode === mode || newMode === mode;
}

async function sizesOf(
  repository: GitContext,
  ids: readonly (string | null)[],
): Promise<readonly (number | null)[]> {
  const there = ids.filter((id) => id !== null);
  const facts = await objectSizes(gitIn(repository), there);
  const sizes = new Map(facts.map(({ id, type, size }) => [id, type === 'blob' ? size : null]));
  return ids.map((id) => (id === null ? null : (sizes.get(id) ?? null)));
}

async function textOf(repository: GitContext, id: string | null): Promise<string | null> {
  if (id === null) return null;
  let text: string | null = null;
  await readBlobs(repository, [{ blob: id, size: 0 }], (_id, content: Buffer) => {
    text = content.toString('utf8');
  });
  return text;
}

function commitOf(text: string): CommitSha {
  if (isCommitSha(text)) return text;
  throw new AppError('usage', {
    code: 'bad-commit',
    message: `"${oneLine(text, 80)}" is not a commit id`,
    hint: 'A whole commit id has 40 characters of 0-9 and a-f.',
  });
}
