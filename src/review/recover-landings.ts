/** Recovery before a new operation: finishes or reverts the landings and deletions that a crash interrupted. */
import { asAppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';
import { isOfHere } from './fleet/machine-of.ts';
import { alone, type Desk, discardedRef, openDesk } from './landing/desk.ts';
import { recoverAll } from './landing/recover-all.ts';

/** Whether any record or ref is in a transient state, which exists only while a process works on it. */
async function needsRecovery({ workspace, git }: Desk): Promise<boolean> {
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

/** Short, as the process that holds the lock recovers too. */
const WAIT_MS = 200;

/** Sentences on what was found and done. Costs two lists of records and one of refs where nothing is to be done. */
export async function recoverLandings(workspace: Workspace): Promise<readonly string[]> {
  const desk = openDesk(workspace);
  if (!(await needsRecovery(desk))) return [];
  try {
    return await alone(workspace, () => recoverAll(desk), WAIT_MS);
  } catch (thrown) {
    if (asAppError(thrown).reason === 'landing-under-way') return [];
    throw thrown;
  }
}
