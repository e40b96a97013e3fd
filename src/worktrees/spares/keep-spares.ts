/** Keeps as many spares as are wanted. One process at a time. */
import { freeBytesOf } from '../../platform/disk.ts';
import { makeFolder, writeDurably } from '../../platform/files.ts';
import { takeLock } from '../../platform/lock.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { belowFloor } from '../../words/disk-floor.ts';
import { bury } from '../tombstone.ts';
import { makeSpare, type SpareRequest } from './make-spare.ts';
import { listSpares, listUnfinishedSpares, readSpareRecord, SPARES_KEPT_MS } from './spare.ts';

/** A day's commits are a difference that costs little; more is made anew. */
const MAX_AGE_MS = 86_400_000;

interface SparesRequest extends SpareRequest {
  /** 0: none. */
  readonly count: number;
  readonly floorBytes: number;
}

export interface SparesReport {
  readonly ready: number;
  readonly made: number;
  /** Why there are fewer than were wanted; `null` when there are not. */
  readonly why: string | null;
}

/** May throw what git does; what was half made then goes at the next call. */
export async function keepSpares(request: SparesRequest): Promise<SparesReport> {
  const { workspace, clock } = request;
  const { spares, sparesLock } = machinePaths(workspace.stateDir);
  await makeFolder(spares);
  const lock = await takeLock({ path: sparesLock, clock }, {});
  if (lock.kind === 'held')
    return { ready: 0, made: 0, why: `process ${lock.holder.pid} is making some` };
  try {
    return await keep(request);
  } finally {
    await lock.release();
  }
}

async function keep(request: SparesRequest): Promise<SparesReport> {
  const { workspace, clock, floorBytes } = request;
  const { stateDir } = workspace;
  const freeBytes = await freeBytesOf(stateDir);
  const full = belowFloor(stateDir, { freeBytes, floorBytes });
  const count = full === null ? request.count : 0;
  let ready = await dropOthers(request, count);
  const until = new Date(clock.now().getTime() + SPARES_KEPT_MS).toISOString();
  await writeDurably(machinePaths(stateDir).sparesKept, JSON.stringify({ until }));
  let made = 0;
  while (ready < count && (await makeSpare(request))) {
    ready += 1;
    made += 1;
  }
  const why = ready < request.count ? (full ?? 'none can be made of a partial clone') : null;
  return { ready, made, why };
}

/** All that are unfinished, too old, or too many. Returns how many are left. */
async function dropOthers(request: SparesRequest, count: number): Promise<number> {
  const { stateDir } = request.workspace;
  const oldest = new Date(request.clock.now().getTime() - MAX_AGE_MS).toISOString();
  const fresh: string[] = [];
  const gone = [...(await listUnfinishedSpares(stateDir))];
  for (const folder of await listSpares(stateDir)) {
    const record = await readSpareRecord(folder);
    if (record !== null && record.madeAt > oldest && fresh.length < count) fresh.push(folder);
    else gone.push(folder);
  }
  if (gone.length > 0)
    await bury(request, { paths: gone, refs: [], linked: null, why: 'it is no longer needed' });
  return fresh.length;
}
