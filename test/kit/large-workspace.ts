/** A state folder after years: some records of every kind, written by the stores, and very many runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { systemClock } from '../../src/platform/clock.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { DEFINITION, commentOf, requestOf } from '../store/suite-data.ts';
import { openFinding } from './findings.ts';
import { itemOf, runIdOf } from './items.ts';
import { messageTo } from './messages.ts';
import { DUE, routineId, SKIPPED, slotRecord } from './slots.ts';
import { storedRun } from './stored-run-data.ts';

const START = Date.parse('2024-01-01T00:00:00.000Z');
const HOUR = 3_600_000;

export async function largeWorkspace(stateDir: string, runs: number): Promise<void> {
  writeRuns(stateDir, runs);
  await writeRecords(stateDir);
  await writeLedgers(stateDir);
}

/** As a supervisor leaves them, without the syncs. */
function writeRuns(stateDir: string, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const { spec, record } = storedRun({ routine: `sweep-${number % 7}`, at: instant(number) });
    const paths = runPaths(stateDir, spec.id);
    mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
    writeFileSync(paths.spec, JSON.stringify(spec));
    writeFileSync(paths.state, JSON.stringify(record));
  }
}

async function writeRecords(stateDir: string): Promise<void> {
  const stores = openStores(stateDir, systemClock);
  const { findings, items, proposals, messages, notes, told, review, events, memories } = stores;
  for (const name of ['sweep-1', 'sweep-2']) {
    const before = await findings.read(routineId(name));
    const found = Array.from({ length: 50 }, (_, at) =>
      openFinding({ id: `F-${name.slice(-1)}${at}`, routine: routineId(name) }),
    );
    await findings.replace(before, { ...before, findings: found });
  }
  const { key: _key, ...item } = itemOf(1);
  for (let at = 0; at < 30; at += 1) {
    await items.make({ ...item, title: `Überschrift ${at} \u0000\u{1f600}` });
    await proposals.create(requestOf(`P-aaaaaa-${at}`, instant(at)));
    await messages.create(
      messageTo({ kind: 'desktop' }, { id: `M-${String(at).padStart(12, '0')}` }),
    );
    await review.comments.create(commentOf(`M-${at}`));
    await told.note(`run:${at}`);
  }
  await notes.create({
    kind: 'decision',
    state: 'proposed',
    versions: [{ title: 'Dates', text: 'UTC', reason: '', paths: [], by: 'ada', at: instant(1) }],
    origin: { routine: null, run: null, session: null },
    createdAt: instant(1),
    verdict: null,
    replaces: null,
  });
  await stores.definitions.put(DEFINITION);
  await events.putAll([Uint8Array.of(0, 255, 10), new TextEncoder().encode('{"a":1}')]);
  const memory = {
    routine: routineId('sweep-1'),
    collector: 'tickets',
    run: runIdOf(1),
    value: [1],
  };
  await memories.replace(null, memory);
  await stores.pauses.write({
    routine: routineId('sweep-3'),
    by: 'ada',
    at: instant(2),
    reason: 'x',
  });
  await stores.schedule.writeCursor({ plannedTo: instant(3) });
  await stores.marks.write([
    { entry: 'finding:F-10', stamp: 's', until: null, by: 'ada', at: instant(1) },
  ]);
}

/** Slots, most of them folded, and usage. */
async function writeLedgers(stateDir: string): Promise<void> {
  const { slots, usage } = openStores(stateDir, systemClock);
  const records = Array.from({ length: 3_000 }, (_, at): SlotRecord =>
    slotRecord(instant(at), { state: SKIPPED, changedAt: instant(at) }),
  );
  await slots.createAll(records);
  const before = new Date(START + 2_500 * HOUR);
  await slots.fold({ before, dropBefore: new Date(0) });
  await slots.createAll([slotRecord(instant(9_000), { state: DUE })]);
  for (let day = 0; day < 30; day += 1)
    await usage.append(
      instant(day * 24).slice(0, 10),
      Array.from({ length: 50 }, (_, at) => ({
        kind: 'reserved' as const,
        run: runIdOf(at + 1),
        routine: routineId('sweep-1'),
        at: instant(day * 24),
        amount: { usd: 0.1, tokens: at },
      })),
    );
  mkdirSync(join(stateDir, 'cache'), { recursive: true });
}

function instant(hours: number): string {
  return new Date(START + hours * HOUR).toISOString();
}
