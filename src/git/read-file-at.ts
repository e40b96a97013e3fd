import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { readBlobs } from './cat-file.ts';
import { runGitBytes } from './git-bytes.ts';
import { gitIn } from './git-call.ts';
import { objectSizes } from './object-sizes.ts';
import { runGit, type GitContext } from './run-git.ts';

/** The text of a file in a commit; `null` when the commit has no such file. */
export async function readFileAt(
  context: GitContext,
  commit: string,
  path: string,
): Promise<string | null> {
  const { exitCode, stdout } = await runGitBytes(['cat-file', 'blob', `${commit}:${path}`], {
    ...context,
    okExitCodes: [0, 128],
  });
  return exitCode === 0 ? stdout.toString('utf8') : null;
}

/** As `readFileAt`; throws where the commit itself cannot be read: git says the same of both. */
export async function readFileOfCommit(
  context: GitContext,
  commit: CommitSha,
  path: string,
): Promise<string | null> {
  const text = await readFileAt(context, commit, path);
  if (text === null) await runGitBytes(['cat-file', '-e', `${commit}^{tree}`], context);
  return text;
}

/** Commits of the ancestry that changed how often a text stands in a file, newest first, at most 100. */
export async function listCommitsWithText(
  context: GitContext,
  query: { readonly commit: CommitSha; readonly path: string; readonly text: string },
): Promise<readonly CommitSha[]> {
  const { stdout } = await runGit(
    [
      'log',
      '--max-count=100',
      '--format=%H',
      `-S${query.text}`,
      query.commit,
      '--',
      `:(top,literal)${query.path}`,
    ],
    context,
  );
  return stdout.split('\n').filter((line) => isCommitSha(line));
}

// Texts of files in commits, many by two processes.
export interface FileAt {
  readonly commit: CommitSha;
  /** From the top of the repository; one with a line break is taken for one that is not there. */
  readonly path: string;
}

export type TextAt =
  | { readonly kind: 'text'; readonly text: string }
  /** No such file, no such commit, or a folder. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'large'; readonly bytes: number };

const MOST_BYTES = 4_000_000;

/** In the order asked. */
export async function readTextsAt(
  context: GitContext,
  files: readonly FileAt[],
): Promise<readonly TextAt[]> {
  const names = files.map(({ commit, path }) =>
    /[\0\r\n]/.test(path) || !isCommitSha(commit) ? '0' : `${commit}:${path}`,
  );
  const facts = await objectSizes(gitIn(context), names);
  const wanted = facts.flatMap(({ id, type, size }) =>
    type === 'blob' && size <= MOST_BYTES ? [{ blob: id, size }] : [],
  );
  const texts = new Map<string, TextAt>();
  await readBlobs(context, wanted, (blob, content) => {
    texts.set(
      blob,
      content.includes(0) ? { kind: 'no-text' } : { kind: 'text', text: content.toString('utf8') },
    );
  });
  return facts.map(({ id, type, size }) => {
    if (type !== 'blob') return { kind: 'none' };
    return size > MOST_BYTES ? { kind: 'large', bytes: size } : (texts.get(id) ?? { kind: 'none' });
  });
}

/** Whether some commit after `from`, up to `to`, gave the file this content. False for commits that are not there. */
export async function heldBlob(
  context: GitContext,
  query: {
    readonly from: CommitSha;
    readonly to: CommitSha;
    readonly path: string;
    /** Its whole id. */
    readonly blob: string;
  },
): Promise<boolean> {
  const { exitCode, stdout } = await runGit(
    [
      'log',
      '--max-count=1000',
      '--format=',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      `${query.from}..${query.to}`,
      '--',
      `:(top,literal)${query.path}`,
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  return exitCode === 0 && stdout.split('\n').some((line) => line.split(' ')[3] === query.blob);
}
