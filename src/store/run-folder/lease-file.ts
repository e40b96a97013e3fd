/**
 * The leases that the worker of this machine holds, one file a run: so a worker that is started again goes on with them, and
 * the supervisor of a run sees whether its worker still renews it. Built-ins only: supervisors use it.
 */
import { join } from 'node:path';

import { uptimeSeconds } from '../../platform/environment.ts';
import {
  listFolder,
  makeFolder,
  readTextIfThere,
  removeAtOnce,
  replaceText,
} from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import type { Lease } from '../dispatch-port.ts';
import { machinePaths } from '../machine-paths.ts';

/** Failure code of a run that ended because its lease did. */
export const LEASE_LOST = 'lease-lost';

export interface LeaseFile extends Lease {
  /** The process that renews it. */
  readonly worker: ProcessIdentity;
  /** In seconds of `uptimeSeconds` of the boot that `worker` belongs to; past it the run ends itself. 0: the lease is lost. */
  readonly until: number;
}

/**
 * Their folder must be there. Outlives the worker, and not a loss of power, which ends the run too: its spec says that it
 * needs a lease (`RunSpec.leased`), so it does not begin again without one.
 */
export async function writeLease(stateDir: string, lease: LeaseFile): Promise<void> {
  await replaceText(leasePath(stateDir, lease.run), JSON.stringify(lease));
}

/** `null`: the run has none, or the file tells nothing. */
export async function readLease(stateDir: string, run: RunId): Promise<LeaseFile | null> {
  const text = await readTextIfThere(leasePath(stateDir, run));
  const worker = parseWorker(text);
  const value = text === null ? null : tryParseJson(text);
  if (worker === null || !isRecord(value)) return null;
  const { queue, id, retryCount, until } = value;
  if (typeof queue !== 'string' || typeof id !== 'string') return null;
  if (typeof retryCount !== 'number' || typeof until !== 'number') return null;
  return { run, queue, id, retryCount, worker, until };
}

/** Makes their folder; gives those that are there. */
export async function openLeases(stateDir: string): Promise<readonly LeaseFile[]> {
  const { leases: folder } = machinePaths(stateDir);
  await makeFolder(folder);
  const names = await listFolder(folder);
  const ids = names.map((name) => name.replace(/\.json$/, '')).filter((id) => isRunId(id));
  const leases = await Promise.all(ids.map((id) => readLease(stateDir, id)));
  return leases.filter((lease) => lease !== null);
}

export async function removeLease(stateDir: string, run: RunId): Promise<void> {
  await removeAtOnce(leasePath(stateDir, run));
}

/** Whether it was not renewed in time, by the clock of this machine that never goes back. */
export function isLeaseOver({ until, worker }: LeaseFile, here: ProcessIdentity): boolean {
  return worker.bootId !== here.bootId || uptimeSeconds() > until;
}

function leasePath(stateDir: string, run: RunId): string {
  return join(machinePaths(stateDir).leases, `${run}.json`);
}

function parseWorker(text: string | null): ProcessIdentity | null {
  const value = text === null ? null : tryParseJson(text);
  return isRecord(value) ? parseIdentity(JSON.stringify(value['worker'] ?? null)) : null;
}
