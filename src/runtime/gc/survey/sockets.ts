/** The socket of this workspace's daemon, when the daemon died without taking it along. */
import { sha256 } from '../../../platform/hash.ts';
import { openRuntimeFolder, socketPath } from '../../../platform/runtime-folder.ts';
import { findDaemon } from '../../../scheduler/daemon/daemon-lock.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveySockets({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { env, location } = workspace;
  const daemon = await findDaemon(location.stateDir);
  const path = socketPath(await openRuntimeFolder(env), sha256(location.stateDir).slice(0, 16));
  return present([
    await remainsAt(
      'socket',
      path,
      daemon === null
        ? { kind: 'left', why: 'the daemon that answered there is dead' }
        : { kind: 'needed', why: `the daemon (process ${daemon.process.pid}) answers there` },
    ),
  ]);
}
