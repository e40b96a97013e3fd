import { isOfHere } from '../fleet/machine-of.ts';
import { discardedRef, type Desk } from './desk.ts';

/** Whether any record or ref is in a transient state, which exists only while a process works on it. */
export async function needsRecovery({ workspace, git }: Desk): Promise<boolean> {
  const { review } = workspace;
  const [allLandings, allDiscarded] = await Promise.all([
    review.landings.list(),
    review.discarded.list(),
  ]);
  const landings = allLandings.filter((one) => isOfHere(workspace, one));
  const discarded = allDiscarded.filter((one) => isOfHere(workspace, one));
  const passing = landings.some(
    ({ state, endedAt }) =>
      state.kind !== 'queued' && (endedAt === null || state.kind === 'undoing'),
  );
  if (passing || discarded.some(({ state }) => state === 'deleting')) return true;
  const { stdout } = await git([
    'for-each-ref',
    '--format=%(refname) %(objectname)',
    '--',
    'refs/roundsman/landing/',
    'refs/roundsman/discarded/',
    'refs/heads/',
  ]);
  if (stdout.includes('refs/roundsman/landing/')) return true;
  const refs = new Set(stdout.split('\n'));
  return discarded.some(
    ({ id, state, branch, tip }) =>
      state === 'discarded' &&
      !refs.has(`${discardedRef(id)} ${tip}`) &&
      refs.has(`refs/heads/${branch} ${tip}`),
  );
}
