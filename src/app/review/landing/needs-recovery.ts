import type { Workspace } from '../../contract.ts';

/** Whether anything stands in a state that only lasts while somebody is at it. */
export async function needsRecovery({ review }: Pick<Workspace, 'review'>): Promise<boolean> {
  const [landings, discarded] = await Promise.all([
    review.landings.list(),
    review.discarded.list(),
  ]);
  const passing = landings.some(
    ({ state, endedAt }) =>
      state.kind !== 'queued' && (endedAt === null || state.kind === 'undoing'),
  );
  return passing || discarded.some(({ state }) => state === 'deleting');
}
