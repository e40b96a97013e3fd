// Recording slots, against a bare loop of exclusive creates of the same content, in the same run and folder.
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { fileSlotStore } from '../dist/store/files/file-slot-store.js';
import { median, timed, workFolder } from './measure.mjs';

const ROUNDS = 60;
const SMALL = 100;
const LARGE = 10_000;

export async function ledger() {
  const { folder, where } = workFolder('ledger');
  return [await recordHundred(folder, where), await recordTenThousand(folder, where)];
}

/** The 99th percentile of recording 100 slots at once, beyond the median of 100 bare creates. */
async function recordHundred(folder, where) {
  const bare = [];
  const ours = [];
  const store = fileSlotStore(join(folder, 'hundred'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const records = recordsOf(SMALL, round);
    bare.push(await timed(() => createBare(join(folder, `bare-${round}`), records)));
    ours.push(await timed(() => createAll(store, records)));
  }
  const extra = percentile(ours, 0.99) - median(bare);
  return {
    name: 'record 100 slots, p99 - 100 exclusive creates + fsync',
    value: Math.round(extra),
    bound: 50,
    unit: 'ms',
    ok: extra < 50,
    detail: `slots ${percentile(ours, 0.99).toFixed(0)} ms (median ${median(ours).toFixed(0)}), creates ${median(bare).toFixed(0)} ms, ${ROUNDS} rounds, ${where}`,
  };
}

async function recordTenThousand(folder, where) {
  const bare = [];
  const ours = [];
  for (let round = 0; round < 5; round += 1) {
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
    detail: `slots ${median(ours).toFixed(0)} ms, loop ${median(bare).toFixed(0)} ms, ${where}`,
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

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
