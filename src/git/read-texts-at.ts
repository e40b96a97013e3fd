/** Texts of files in commits, many by two processes. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { readBlobs } from './cat-file.ts';
import { gitIn } from './git-call.ts';
import { objectSizes } from './object-sizes.ts';
import type { GitContext } from './run-git.ts';

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
