import type { GitCall } from './git-call.ts';

export type RefChange =
  | { readonly kind: 'set'; readonly ref: string; readonly to: string }
  /** Fails when there is one already. */
  | { readonly kind: 'create'; readonly ref: string; readonly to: string }
  /** Nothing there is fine. */
  | { readonly kind: 'delete'; readonly ref: string };

/** All or none. Throws when one of them cannot be done. */
export async function updateRefs(git: GitCall, changes: readonly RefChange[]): Promise<void> {
  const lines = changes.map((change) =>
    change.kind === 'delete'
      ? `delete ${change.ref}\0\0`
      : change.kind === 'create'
        ? `create ${change.ref}\0${change.to}\0`
        : `update ${change.ref}\0${change.to}\0\0`,
  );
  await git(['update-ref', '-z', '--stdin'], { stdin: lines.join('') });
}
