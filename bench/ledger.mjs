// Deciding on slots and recording them, against a bare loop of exclusive creates of the same content, in the same run
// and folder. On the disk where there is one: the syncs are what it is about.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { sharedCalendar } from '../.build/modules/scheduler/calendar.js';
import { PLAN_LIMITS } from '../.build/modules/scheduler/contract.js';
import { runTick } from '../.build/modules/scheduler/tick.js';
import { fileLocks } from '../.build/modules/store/files/file-locks.js';
import { filePauseStore } from '../.build/modules/store/files/file-schedule-store.js';
import { fileScheduleStore } from '../.build/modules/store/files/file-schedule-store.js';
import { fileSlotStore } from '../.build/modules/store/files/file-slot-store.js';
import { DEFAULT_POLICY } from '../.build/modules/words/policy.js';
import { median, timed } from './measure.mjs';

const MINUTE_MS = 60_000;
const ROUNDS = 100;
const LARGE_ROUNDS = 3;
const SMALL = 100;
const LARGE = 10_000;

export async function ledger() {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-ledger-'));
  try {
    return [await tickOfHundred(folder), await recordTenThousand(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A whole tick with 100 due together, beyond 100 bare creates: both at the 99th percentile, because a disk that others
 * use too is as slow for either.
 */
async function tickOfHundred(folder) {
  const bare = [];
  const ours = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const records = recordsOf(SMALL, round);
    const tick = await tickIn(join(folder, `tick-${round}`), SMALL);
    bare.push(await timed(() => createBare(join(folder, `bare-${round}`), records)));
    ours.push(await timed(tick));
  }
  const extra = percentile(ours, 0.99) - percentile(bare, 0.99);
  return {
    name: 'decide on 100 slots due together and record them, p99 - p99 of 100 exclusive creates + fsync',
    value: Math.round(extra),
    bound: 50,
    unit: 'ms',
    ok: extra < 50,
    detail: `tick ${words(ours)}, creates ${words(bare)}, ${ROUNDS} rounds`,
  };
}

/** A tick as the daemon makes it, lock and cursor included; only the runs are not made. */
async function tickIn(stateDir, count) {
  const now = Date.UTC(2026, 10, 21, 2);
  const routines = Array.from({ length: count }, (_, index) => routineOf(`routine-${index}`));
  const schedule = fileScheduleStore(stateDir);
  const slots = fileSlotStore(stateDir);
  const starter = {
    live: async () => [],
    newRunId: () => newRunId(new Date(now)),
    start: async () => undefined,
    has: async () => false,
    stop: async () => undefined,
  };
  const parts = {
    slots,
    schedule,
    pauses: filePauseStore(stateDir),
    starter,
    history: { of: async () => new Map() },
    calendar: sharedCalendar(),
    exclusively: fileLocks(stateDir, systemClock).admission,
    limits: { ...PLAN_LIMITS, maxRunning: 4 },
  };
  await runTick(parts, { routines, now: now - MINUTE_MS, lastStartAt: null });
  return async () => {
    const { decisions } = await runTick(parts, { routines, now, lastStartAt: null });
    if (decisions.length < count) throw new Error(`only ${decisions.length} decisions`);
  };
}

function routineOf(id) {
  const when = { kind: 'cron', expression: '0 2 * * *' };
  return {
    id,
    name: id,
    definition: '0'.repeat(64),
    source: 'ref',
    enabled: true,
    triggers: [{ kind: 'schedule', when, timezone: 'UTC' }],
    policy: DEFAULT_POLICY,
  };
}

async function recordTenThousand(folder) {
  const bare = [];
  const ours = [];
  for (let round = 0; round < LARGE_ROUNDS; round += 1) {
    const records = recordsOf(LARGE, round);
    const store = fileSlotStore(join(folder, `large-${round}`));
    const both = [
      async () => bare.push(await timed(() => createBare(join(folder, `loop-${round}`), records))),
      async () => ours.push(await timed(() => createAll(store, records))),
    ];
    // Who goes first takes turns.
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
  }
  const share = median(bare) / median(ours);
  return {
    name: 'record 10,000 slots at once / speed of a loop of create + fsync',
    value: Number((share * 100).toFixed(0)),
    bound: 50,
    unit: '%',
    ok: share >= 0.5,
    detail: `slots ${median(ours).toFixed(0)} ms, loop ${median(bare).toFixed(0)} ms, medians of ${LARGE_ROUNDS}`,
  };
}

async function createAll(store, records) {
  const made = await store.createAll(records);
  if (made.length !== records.length || made.includes(false)) throw new Error('not all were made');
}

async function createBare(folder, records) {
  mkdirSync(folder);
  for (const [index, record] of records.entries()) {
    const file = await open(join(folder, `${index}.json`), 'wx');
    await file.writeFile(JSON.stringify(record));
    await file.sync();
    await file.close();
  }
}

function recordsOf(count, round) {
  const at = new Date(Date.UTC(2026, 10, 21) + round * 60_000).toISOString();
  return Array.from({ length: count }, (_, index) => ({
    routine: `routine-${index}`,
    slot: { key: `at:${at}`, scheduledFor: at, trigger: 'schedule' },
    state: { kind: 'queued', reason: 'for a place: 4 of 4 are taken' },
    recordedAt: at,
    changedAt: at,
    definition: '0'.repeat(64),
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
  }));
}

function words(values) {
  return `${percentile(values, 0.99).toFixed(0)} ms (median ${median(values).toFixed(0)})`;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
