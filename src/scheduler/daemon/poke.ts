/** For commands that queued or changed something: the daemon, if there is one, looks at once. */
import type { Workspace } from '../../workspace/contract.ts';
import { askDaemon } from './ask-daemon.ts';

/** Never rejects. A daemon that does not answer (it is just coming up) looks by itself soon: that is `woken` too. */
export async function pokeDaemon({ location }: Workspace): Promise<'woken' | 'no-daemon'> {
  const asked = await askDaemon(location.stateDir, 'wake', 1_000);
  return asked.kind === 'no-daemon' ? 'no-daemon' : 'woken';
}
