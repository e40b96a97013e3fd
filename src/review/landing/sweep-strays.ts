/** Refs and folders of ours that a crash left where no record speaks of them. Under the lock: nobody else is at it. */
import type { Desk } from './desk.ts';
import { dropOwnRefs } from './drop-own-refs.ts';
import { removeScratchFolders } from './scratch.ts';

export async function sweepStrays(desk: Desk): Promise<void> {
  const { stdout } = await desk.git([
    'for-each-ref',
    '--format=%(refname)',
    '--',
    'refs/roundsman/landing/',
  ]);
  const { review } = desk.workspace;
  const busy = new Set(
    (await review.landings.list())
      .filter(({ state }) => state.kind === 'moving' || state.kind === 'undoing')
      .map(({ id }) => id),
  );
  const refs = stdout.split('\n').filter((ref) => ref !== '');
  await dropOwnRefs(
    desk,
    refs.filter((ref) => !busy.has(ref.split('/')[3] ?? '')),
  );
  await removeScratchFolders(desk);
}
