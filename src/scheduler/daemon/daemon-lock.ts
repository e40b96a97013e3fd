/** One daemon a workspace: a lock that names its process, since when it is there, and where it answers. */
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { makeFolder, readTextIfThere } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { parseIdentity, takeLock } from '../../platform/lock.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { openRuntimeFolder, socketPath } from '../../platform/runtime-folder.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { AppError } from '../../words/errors.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';

export interface DaemonAddress {
  readonly process: ProcessIdentity;
  /** ISO 8601. */
  readonly since: string;
  /** Path of its socket. Told here, because the runtime folder is not the same in every session. */
  readonly socket: string;
}

interface HeldDaemonLock extends Pick<DaemonAddress, 'since' | 'socket'> {
  release(): Promise<void>;
}

/** The daemon that is alive, or `null`. One small read. */
export async function findDaemon(stateDir: string): Promise<DaemonAddress | null> {
  const address = parseAddress(await readTextIfThere(machinePaths(stateDir).daemonLock));
  return address !== null && isAlive(address.process) ? address : null;
}

/** Throws `refused` naming the daemon that is there already. A dead one's lock is taken over. */
export async function takeDaemonLock({
  stateDir,
  env,
  clock,
}: {
  readonly stateDir: string;
  readonly env: Environment;
  readonly clock: Clock;
}): Promise<HeldDaemonLock> {
  await makeFolder(stateDir, 0o700);
  const socket = socketPath(await openRuntimeFolder(env), sha256(stateDir).slice(0, 16));
  const since = clock.now().toISOString();
  const path = machinePaths(stateDir).daemonLock;
  const lock = await takeLock({ path, clock }, { since, socket });
  if (lock.kind === 'taken') return { since, socket, release: () => lock.release() };
  throw alreadyRunning(lock.holder, parseAddress(lock.content)?.since ?? null);
}

export function alreadyRunning(process: ProcessIdentity, since: string | null): AppError {
  const from = since === null ? '' : `, since ${since}`;
  return new AppError('refused', {
    code: 'daemon-running',
    message: `a daemon runs for this workspace already: process ${process.pid}${from}`,
    hint: 'See what it does: roundsman status   End it: roundsman stop',
  });
}

function parseAddress(text: string | null): DaemonAddress | null {
  const process = parseIdentity(text);
  const value = text === null ? null : tryParseJson(text);
  if (process === null || !isRecord(value)) return null;
  const { since, socket } = value;
  return typeof since === 'string' && typeof socket === 'string'
    ? { process, since, socket }
    : null;
}
