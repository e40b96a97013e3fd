/** What a daemon says of itself when it is asked. Plain data, over the socket. */
import type { HeartbeatStatus } from '../connections/heartbeat.ts';
import { makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import type { ActiveRoutines } from '../routines/active-routines.ts';
import type { Problem } from '../routines/rules/problem.ts';
import type { TickReport } from '../scheduler/scheduler.ts';
import { machinePaths } from '../store/machine-paths.ts';

export interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  readonly lastTick: LastTick | null;
  readonly ticks: { readonly done: number; readonly failed: number };
  /** When time alone changes something, ISO 8601; `null`: never, as things are. */
  readonly wakeAt: string | null;
  readonly maxRunning: number;
  readonly definitions: DefinitionsStatus;
  /** Where webhooks are taken, `127.0.0.1:8787`; `null`: nowhere. */
  readonly hooks: string | null;
  /** Where the page is, `127.0.0.1:20417`; `null`: nowhere. */
  readonly page: string | null;
  readonly heartbeat: HeartbeatStatus;
  /** Of the disk that runs are kept on; below the floor nothing starts. 0 = no floor. */
  readonly disk: { readonly freeBytes: number; readonly floorBytes: number };
  /** What goes wrong now, as sentences. */
  readonly problems: readonly string[];
}

interface LastTick {
  readonly at: string;
  readonly tookMs: number;
  readonly wokenBy: TickReport['wokenBy'];
  /** Why it failed; `null` when it did not. */
  readonly error: string | null;
  /** In a row. */
  readonly failures: number;
}

export interface DefinitionsStatus {
  readonly ref: string | null;
  readonly commit: string | null;
  readonly active: number;
  readonly broken: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
  readonly local: ActiveRoutines['local'];
}

export function definitionsStatus(active: ActiveRoutines): DefinitionsStatus {
  return {
    ref: active.ref,
    commit: active.commit,
    active: active.routines.filter(({ enabled }) => enabled).length,
    broken: active.broken,
    local: active.local,
  };
}

/** Counts ticks, for status requests. */
export interface TickCount {
  note(report: TickReport): void;
  facts(): Pick<DaemonStatus, 'lastTick' | 'ticks' | 'wakeAt'>;
}

export function tickCount(): TickCount {
  let last: TickReport | null = null;
  let done = 0;
  let failed = 0;
  return {
    note: (report) => {
      last = report;
      if (report.kind === 'done') done += 1;
      else failed += 1;
    },
    facts: () => ({
      lastTick: last === null ? null : lastTick(last),
      ticks: { done, failed },
      wakeAt:
        last?.kind === 'done' && last.wakeAt !== null ? new Date(last.wakeAt).toISOString() : null,
    }),
  };
}

function lastTick(report: TickReport): LastTick {
  return {
    at: report.at.toISOString(),
    tookMs: Math.round(report.tookMs * 10) / 10,
    wokenBy: report.wokenBy,
    error: report.kind === 'failed' ? wordsOf(report.thrown) : null,
    failures: report.kind === 'failed' ? report.failures : 0,
  };
}

export function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

// The newest daemon of a workspace, kept after it ended: whose state folder it is, and whether it ended in order.
export interface DaemonRecord {
  readonly name: string;
  /** The checkout that it was started for, absolute. */
  readonly root: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  /** `null`: it still runs, or it ended without a word. */
  readonly stoppedAt: string | null;
}

export async function writeDaemonRecord(stateDir: string, record: DaemonRecord): Promise<void> {
  await makeFolder(stateDir, 0o700);
  await writeDurably(machinePaths(stateDir).daemonRecord, JSON.stringify(record));
}

export async function readDaemonRecord(stateDir: string): Promise<DaemonRecord | null> {
  const value = tryParseJson((await readTextIfThere(machinePaths(stateDir).daemonRecord)) ?? '');
  return isDaemonRecord(value) ? value : null;
}

function isDaemonRecord(value: unknown): value is DaemonRecord {
  return (
    isRecord(value) &&
    ['name', 'root', 'since'].every((key) => typeof value[key] === 'string') &&
    typeof value['pid'] === 'number' &&
    (value['stoppedAt'] === null || typeof value['stoppedAt'] === 'string')
  );
}
