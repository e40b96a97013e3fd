/** What a daemon says of itself when it is asked. Plain data, over the socket. */
import type { HeartbeatStatus } from '../connections/heartbeat.ts';
import type { ActiveRoutines } from '../routines/active-routines.ts';
import type { Problem } from '../routines/rules/problem.ts';
import type { TickReport } from '../scheduler/scheduler.ts';

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
