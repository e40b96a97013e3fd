import type { GitCall } from './git-call.ts';

export type RefChange =
  | { readonly kind: 'set'; readonly ref: string; readonly to: string }
  /** Fails when there is one already. */
  | { readonly kind: 'create'; readonly ref: string; readonly to: string }
  /** Fails when it is not at `from` now. */
  | { readonly kind: 'move'; readonly ref: string; readonly from: string; readonly to: string }
  /** Nothing there is fine; with `from`, it fails when it is not there any more, or elsewhere. */
  | { readonly kind: 'delete'; readonly ref: string; readonly from?: string };

/** All or none. Throws when one of them cannot be done. @param reason for the reflogs, one line */
export async function updateRefs(
  git: GitCall,
  changes: readonly RefChange[],
  reason?: string,
): Promise<void> {
  const why = reason === undefined ? [] : ['-m', reason];
  await git(['update-ref', ...why, '-z', '--stdin'], { stdin: changes.map(lineOf).join('') });
}

function lineOf(change: RefChange): string {
  switch (change.kind) {
    case 'delete':
      return `delete ${change.ref}\0${change.from ?? ''}\0`;
    case 'create':
      return `create ${change.ref}\0${change.to}\0`;
    case 'set':
      return `update ${change.ref}\0${change.to}\0\0`;
    case 'move':
      return `update ${change.ref}\0${change.to}\0${change.from}\0`;
  }
}
