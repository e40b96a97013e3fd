import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fileSlotStore } from '../../src/store/files/file-slot-store.ts';
import { slotFileName, bySchedule } from '../../src/store/files/slot-record.ts';
import { slotPaths } from '../../src/store/state-paths.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { DUE, routineId, SKIPPED, slotKey, slotRecord, STARTED } from '../kit/slots.ts';

const LONG_AGO = new Date('2000-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;

function keysOf(records: readonly SlotRecord[]): readonly string[] {
  return records.map(({ slot }) => slot.key);
}

function eventRecord(id: string, at: string): SlotRecord {
  return slotRecord(at, {
    slot: { key: slotKey(`event:webhook:${id}`), scheduledFor: at, trigger: 'webhook' },
    state: SKIPPED,
  });
}

describe('the slot store', () => {
  it('lists the open ones oldest first, and no longer once they are final', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const late = slotRecord('2026-11-21T03:00:00.000Z');
    const early = slotRecord('2026-11-21T02:00:00.000Z');
    const ended = slotRecord('2026-11-21T01:00:00.000Z', { state: SKIPPED });
    expect(await store.listOpen()).toEqual([]);
    await store.createAll([late, ended, early]);
    expect(await store.listOpen()).toEqual([early, late]);
    const queued: SlotRecord = { ...early, state: { kind: 'queued', reason: 'for a place' } };
    await store.updateAll([queued]);
    expect(await store.listOpen()).toEqual([queued, late]);
    expect(await fileSlotStore(stateDir).listOpen()).toEqual([queued, late]);
    await store.updateAll([
      { ...late, state: STARTED },
      { ...early, state: SKIPPED },
    ]);
    expect(await store.listOpen()).toEqual([]);
    expect(readdirSync(slotPaths(stateDir).hints)).toEqual([]);
  });

  it('sees what another process changed, and a slot that was opened again', async () => {
    const stateDir = temporaryFolder();
    const [one, two] = [fileSlotStore(stateDir), fileSlotStore(stateDir)];
    const record = slotRecord('2026-11-21T02:00:00.000Z');
    await one.create(record);
    expect(await two.listOpen()).toEqual([record]);
    await one.updateAll([{ ...record, state: STARTED }]);
    expect(await two.listOpen()).toEqual([]);
    const again: SlotRecord = {
      ...record,
      state: { kind: 'queued', reason: 'a retry' },
      attempts: 1,
    };
    await two.updateAll([again]);
    expect(await one.listOpen()).toEqual([again]);
  });

  it('takes any key: long ones, and those that differ in case or in a sign only', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const ids = [
      'a',
      'A',
      '../a',
      '..a',
      'a/b',
      'a.b',
      '%61',
      'x'.repeat(192),
      `${'x'.repeat(191)}y`,
      '"\\"',
    ];
    const records = ids.map((id) => eventRecord(id, '2026-11-21T02:00:00.000Z'));
    expect(await store.createAll(records)).toEqual(ids.map(() => true));
    for (const record of records)
      expect(await store.read(record.routine, record.slot.key)).toEqual(record);
    const names = readdirSync(slotPaths(stateDir).records);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(200);
    await store.fold({ before: new Date('2026-12-01T00:00:00.000Z'), dropBefore: LONG_AGO });
    expect(readdirSync(slotPaths(stateDir).records)).toEqual([]);
    expect(await store.createAll(records)).toEqual(ids.map(() => false));
    for (const record of records)
      expect(await store.read(record.routine, record.slot.key)).toEqual(record);
  });

  it('names a file that cannot be read, keeps it, and gives its slot to nobody', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const good = slotRecord('2026-11-21T02:00:00.000Z');
    const bad = slotRecord('2026-11-21T03:00:00.000Z');
    await store.createAll([good, bad]);
    const path = join(slotPaths(stateDir).records, slotFileName(bad.routine, bad.slot.key));
    writeFileSync(path, '{"routine":"sw');
    const corrupt = [{ path, problem: 'it is not JSON' }];
    expect(await store.list()).toEqual({ records: [good], corrupt });
    expect(await store.listOpen()).toEqual([good]);
    expect(await store.create(bad)).toBe(false);
    await store.fold({ before: new Date('2027-01-01T00:00:00.000Z'), dropBefore: LONG_AGO });
    expect(readFileSync(path, 'utf8')).toBe('{"routine":"sw');
    writeFileSync(path, '{"routine":"sweep"}');
    expect((await store.list()).corrupt).toEqual([
      { path, problem: 'it is not the record of a slot' },
    ]);
  });

  it('lists newest first within [from, to), of one routine, of given states, so many', async () => {
    const store = fileSlotStore(temporaryFolder());
    const hours = ['01', '02', '03', '04'].map((hour) => `2026-11-21T${hour}:00:00.000Z`);
    const ofSweep = hours.map((at, index) =>
      slotRecord(at, { state: index === 1 ? SKIPPED : DUE }),
    );
    const other = slotRecord('2026-11-21T02:00:00.000Z', { routine: routineId('sweep-2') });
    const event = eventRecord('x', '2026-11-21T02:30:00.000Z');
    await store.createAll([...ofSweep, other, event]);
    const list = async (filter: Parameters<typeof store.list>[0]): Promise<readonly string[]> =>
      (await store.list(filter)).records.map(({ slot }) => slot.scheduledFor.slice(11, 16));
    expect(await list({})).toEqual(['04:00', '03:00', '02:30', '02:00', '02:00', '01:00']);
    expect(await list({ limit: 3 })).toEqual(['04:00', '03:00', '02:30']);
    expect(await list({ from: hours[1] ?? '', to: hours[3] ?? '' })).toEqual([
      '03:00',
      '02:30',
      '02:00',
      '02:00',
    ]);
    expect(await list({ routine: routineId('sweep-2') })).toEqual(['02:00']);
    expect(await list({ routine: routineId('sweep'), states: ['skipped'] })).toEqual([
      '02:30',
      '02:00',
    ]);
    expect(await list({ routine: routineId('sweep'), states: ['skipped'], limit: 1 })).toEqual([
      '02:30',
    ]);
  });
});

describe('folding', () => {
  const before = new Date('2026-11-10T00:00:00.000Z');
  const limits = { before, dropBefore: LONG_AGO };

  it('puts what ended a while ago into the file of its month, and everything is as it was', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const october = slotRecord('2026-10-31T23:00:00.000Z', { state: SKIPPED });
    const november = slotRecord('2026-11-01T00:00:00.000Z', { state: STARTED, attempts: 1 });
    const open = slotRecord('2026-11-01T01:00:00.000Z');
    const young = slotRecord('2026-11-02T00:00:00.000Z', {
      state: SKIPPED,
      changedAt: '2026-11-10T00:00:00.000Z',
    });
    await store.createAll([october, november, open, young]);
    expect(await store.fold(limits)).toEqual({ folded: 2, more: false, dropped: [] });
    const paths = slotPaths(stateDir);
    expect(readdirSync(paths.months)).toEqual([
      '2026-10.jsonl',
      '2026-11.jsonl',
      'open',
      'records',
    ]);
    expect(readdirSync(paths.records)).toHaveLength(2);
    for (const each of [store, fileSlotStore(stateDir)]) {
      expect((await each.list()).records).toEqual([young, open, november, october]);
      expect((await each.list({ limit: 3 })).records).toEqual([young, open, november]);
      expect((await each.list({ to: '2026-11-01T00:00:00.000Z' })).records).toEqual([october]);
      expect(await each.listOpen()).toEqual([open]);
      expect(await each.read(october.routine, october.slot.key)).toEqual(october);
      expect(await each.createAll([october, november, open, young])).toEqual([
        false,
        false,
        false,
        false,
      ]);
    }
    expect(await store.fold(limits)).toEqual({ folded: 0, more: false, dropped: [] });
  });

  it('folds no more at once than it may, and says that there is more', async () => {
    const store = fileSlotStore(temporaryFolder());
    const all = ['01', '02', '03'].map((day) =>
      slotRecord(`2026-11-${day}T00:00:00.000Z`, { state: SKIPPED }),
    );
    await store.createAll(all);
    expect(await store.fold({ ...limits, most: 2 })).toMatchObject({ folded: 2, more: true });
    expect((await store.list()).records).toHaveLength(3);
    expect(await store.fold({ ...limits, most: 2 })).toMatchObject({ folded: 1, more: false });
  });

  it('refuses a folded key of every kind, in whatever month it comes again', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const at = '2026-09-30T12:00:00.000Z';
    const keys = [
      'event:webhook:1',
      'manual:01kaaaaaaaaaaaaaaaaaaaaaaa',
      `backfill:${at}`,
      'replay:01kaaaaaaaaaaaaaaaaaaaaaaa:1',
      `at:${at}`,
    ];
    const records = keys.map((key) =>
      slotRecord(at, {
        slot: { key: slotKey(key), scheduledFor: at, trigger: 'manual' },
        state: SKIPPED,
      }),
    );
    await store.createAll(records);
    await store.fold(limits);
    const later = '2026-11-21T12:00:00.000Z';
    const again = records.map((record) => ({
      ...record,
      slot: { ...record.slot, scheduledFor: later },
    }));
    for (const each of [store, fileSlotStore(stateDir)])
      expect(await each.createAll(again)).toEqual(keys.map(() => false));
    expect(keysOf((await store.list()).records).toSorted()).toEqual(keys.toSorted());
  });

  it('lets a slot that is tried again stand once, with what became of it', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const record = slotRecord('2026-11-01T00:00:00.000Z', { state: STARTED, attempts: 1 });
    await store.create(record);
    await store.fold(limits);
    const again: SlotRecord = {
      ...record,
      state: { kind: 'queued', reason: 'a retry' },
      attempts: 2,
    };
    await store.updateAll([again]);
    expect((await store.list()).records).toEqual([again]);
    expect(await store.listOpen()).toEqual([again]);
    expect((await store.list({ states: ['started'] })).records).toEqual([]);
    const ended: SlotRecord = { ...again, state: STARTED };
    await store.updateAll([ended]);
    await store.fold(limits);
    expect((await fileSlotStore(stateDir).list()).records).toEqual([ended]);
    expect((await store.list({ states: ['queued'] })).records).toEqual([]);
    expect(await store.read(record.routine, record.slot.key)).toEqual(ended);
  });

  it('drops months that ended before the given day, and only those', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const all = ['2026-08-31', '2026-09-01', '2026-10-01'].map((day) =>
      slotRecord(`${day}T00:00:00.000Z`, { state: SKIPPED }),
    );
    await store.createAll(all);
    const dropBefore = new Date('2026-09-30T23:59:59.999Z');
    expect((await store.fold({ before, dropBefore })).dropped).toEqual(['2026-08']);
    expect((await store.list()).records).toHaveLength(2);
    const exactly = new Date('2026-10-01T00:00:00.000Z');
    expect((await store.fold({ before, dropBefore: exactly })).dropped).toEqual(['2026-09']);
    expect(await store.create(all[0] ?? slotRecord(''))).toBe(true);
  });

  it('names a line that cannot be read, and passes over one that was never finished', async () => {
    const stateDir = temporaryFolder();
    const store = fileSlotStore(stateDir);
    const record = slotRecord('2026-11-01T00:00:00.000Z', { state: SKIPPED });
    await store.create(record);
    await store.fold(limits);
    const path = join(slotPaths(stateDir).months, '2026-11.jsonl');
    writeFileSync(
      path,
      `${readFileSync(path, 'utf8')}what is this\n{"routine":"sweep","slot":{"key":"at:2026-11`,
    );
    const corrupt = [{ path, problem: 'line 2 is not a slot record' }];
    expect(await store.list()).toEqual({ records: [record], corrupt });
    const second = slotRecord('2026-11-02T00:00:00.000Z', { state: SKIPPED });
    await store.create(second);
    await store.fold(limits);
    expect(await store.list()).toEqual({ records: [second, record], corrupt });
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  });

  it('takes hints that lead nowhere away once they are old, and never those of open slots', async () => {
    const stateDir = temporaryFolder();
    const { hints } = slotPaths(stateDir);
    const store = fileSlotStore(stateDir);
    const open = slotRecord('2026-11-01T00:00:00.000Z');
    await store.create(open);
    writeFileSync(join(hints, 'left-behind.json.0'), 'half a rec');
    await store.fold(limits);
    expect(readdirSync(hints)).toHaveLength(2);
    await store.fold({ ...limits, before: new Date('2999-01-01T00:00:00.000Z') });
    expect(readdirSync(hints)).toHaveLength(1);
    expect(await store.listOpen()).toEqual([open]);
  });
});

type Step =
  | { readonly kind: 'create'; readonly slots: readonly number[]; readonly open: boolean }
  | { readonly kind: 'update'; readonly slots: readonly number[]; readonly open: boolean }
  | {
      readonly kind: 'fold';
      readonly day: number;
      readonly crash: 'none' | 'before-removal' | 'torn';
      readonly part: number;
    }
  | { readonly kind: 'restart' };

const slots = fc.array(fc.nat(24), { maxLength: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), slots, open: fc.boolean() }),
  fc.record({ kind: fc.constant('update' as const), slots, open: fc.boolean() }),
  fc.record({
    kind: fc.constant('fold' as const),
    day: fc.nat(60),
    crash: fc.constantFrom('none' as const, 'before-removal' as const, 'torn' as const),
    part: fc.nat(1000),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

const START = Date.parse('2026-10-10T00:00:00.000Z');

/** Some by schedule, some events; two days apart, over two months. */
function numbered(number: number, open: boolean): SlotRecord {
  const at = new Date(START + number * 2 * DAY_MS).toISOString();
  const record =
    number % 3 === 0 ? eventRecord(`delivery ${number}`.replace(' ', '-'), at) : slotRecord(at);
  return { ...record, state: open ? DUE : SKIPPED };
}

/** Folds, and leaves the files as a crash at some point of it would have. */
async function foldAndCrash(
  stateDir: string,
  { day, crash, part }: Extract<Step, { kind: 'fold' }>,
): Promise<void> {
  const paths = slotPaths(stateDir);
  const copy = temporaryFolder();
  if (existsSync(paths.records)) cpSync(paths.records, copy, { recursive: true });
  const sizes = new Map(
    monthFiles(paths.months).map((name) => [name, sizeOf(join(paths.months, name))]),
  );
  const before = new Date(START + day * DAY_MS);
  await fileSlotStore(stateDir).fold({ before, dropBefore: LONG_AGO });
  if (crash === 'none') return;
  const back = readdirSync(copy).filter(
    (_name, index) => crash === 'torn' || (index + part) % 2 === 0,
  );
  for (const name of back) cpSync(join(copy, name), join(paths.records, name));
  if (crash !== 'torn') return;
  for (const name of monthFiles(paths.months)) {
    const path = join(paths.months, name);
    const old = sizes.get(name) ?? 0;
    truncateSync(path, old + Math.floor(((sizeOf(path) - old) * part) / 1000));
  }
}

function monthFiles(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
}

function sizeOf(path: string): number {
  return readFileSync(path).length;
}

describe('any sequence of creating, updating, folding, crashing and restarting', () => {
  it('keeps each slot exactly once, with its last state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const stateDir = temporaryFolder();
        mkdirSync(stateDir, { recursive: true });
        let store = fileSlotStore(stateDir);
        const model = new Map<number, SlotRecord>();
        /** Created twice, or not at all. */
        const wrong: number[] = [];
        for (const one of steps) {
          if (one.kind === 'restart') store = fileSlotStore(stateDir);
          if (one.kind === 'fold') await foldAndCrash(stateDir, one);
          if (one.kind === 'create') {
            const made = await store.createAll(one.slots.map((slot) => numbered(slot, one.open)));
            for (const [index, slot] of one.slots.entries()) {
              if (made[index] === model.has(slot)) wrong.push(slot);
              if (made[index] === true) model.set(slot, numbered(slot, one.open));
            }
          }
          if (one.kind === 'update') {
            const known = [...new Set(one.slots)].filter((slot) => model.has(slot));
            await store.updateAll(known.map((slot) => numbered(slot, one.open)));
            for (const slot of known) model.set(slot, numbered(slot, one.open));
          }
        }
        expect(wrong).toEqual([]);
        const expected = [...model.values()].toSorted(bySchedule);
        expect(await store.listOpen()).toEqual(
          expected.filter(({ state }) => state.kind === 'due'),
        );
        expect(await store.list()).toEqual({ records: expected.toReversed(), corrupt: [] });
        for (const record of expected)
          expect(await store.read(record.routine, record.slot.key)).toEqual(record);
      }),
      { numRuns: 60 },
    );
  });
});
