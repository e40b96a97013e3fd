/** For commands that queued or changed something: the daemon, if there is one, looks at once. */
import type { Workspace } from '../../workspace/contract.ts';
import { askDaemon } from './ask-daemon.ts';
import { findDaemon } from './daemon-lock.ts';

/** Never rejects. A daemon that does not answer (it is just coming up) looks by itself soon: that is `woken` too. */
export async function pokeDaemon({ location }: Workspace): Promise<'woken' | 'no-daemon'> {
  const asked = await askDaemon(location.stateDir, 'wake', 1_000);
  return asked.kind === 'no-daemon' ? 'no-daemon' : 'woken';
}

/** Whether one plans, here or on another machine that shares the records. That one looks by itself. */
export async function isPlanned({ location, dispatch }: Workspace): Promise<boolean> {
  if ((await findDaemon(location.stateDir)) !== null) return true;
  return dispatch !== null && (await dispatch.planner.who()) !== null;
}
