/** Slots, the schedule, runs that were decided, and the contents that they are pinned to; and the locks over all of it. */
import { describe, expect, it } from 'vitest';

import { sha256 } from '../../src/platform/hash.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { runIdOf } from '../kit/items.ts';
import { DUE, routineId, SKIPPED, slotRecord, STARTED } from '../kit/slots.ts';
import { AT, DEFINITION, runOf } from './suite-data.ts';
import type { NewStores } from './suite.ts';

const sweep = routineId('sweep');

export function scheduleSuite(make: NewStores): void {
  slotsSuite(make);
  foldingSuite(make);
  contentsSuite(make);
  runsSuite(make);
  describe('the schedule', () => {
    it('keeps how far planning has come, and from when each schedule counts', async () => {
      const place = make();
      const { schedule } = place.open();
      expect(await schedule.readCursor()).toEqual({ plannedTo: null });
      expect(await schedule.readStarts()).toEqual(new Map());
      const starts = new Map([[sweep, { schedule: 'x', since: AT }]]);
      await schedule.writeCursor({ plannedTo: AT });
      await schedule.writeStarts(starts);
      expect(await place.open().schedule.readCursor()).toEqual({ plannedTo: AT });
      expect(await place.open().schedule.readStarts()).toEqual(starts);
      expect(await schedule.listSetAside()).toEqual([]);
    });

    it('keeps a pause until it is removed, and when that was', async () => {
      const { pauses } = make().open();
      const pause = { routine: sweep, by: 'ada', at: AT, reason: 'too noisy' };
      expect(await pauses.remove(sweep, AT)).toBe(false);
      await pauses.write({ ...pause, reason: 'an earlier one' });
      await pauses.write(pause);
      expect(await pauses.list(AT)).toEqual([pause]);
      expect(await pauses.listResumed(AT)).toEqual(new Map());
      expect(await pauses.remove(sweep, '2026-11-22T09:00:00.000Z')).toBe(true);
      expect(await pauses.remove(sweep, AT)).toBe(false);
      expect(await pauses.list(AT)).toEqual([]);
      expect(await pauses.listResumed(AT)).toEqual(new Map([[sweep, '2026-11-22T09:00:00.000Z']]));
    });

    it('ends a pause by itself at the instant that it names', async () => {
      const { pauses } = make().open();
      const until = '2026-11-22T09:00:00.000Z';
      const pause = { routine: sweep, by: 'ada', at: AT, reason: '', until };
      await pauses.write(pause);
      expect(await pauses.list('2026-11-22T08:59:59.999Z')).toEqual([pause]);
      expect(await pauses.listResumed('2026-11-22T08:59:59.999Z')).toEqual(new Map());
      expect(await pauses.list(until)).toEqual([]);
      expect(await pauses.listResumed(until)).toEqual(new Map([[sweep, until]]));
      expect(await pauses.remove(sweep, until)).toBe(false);
    });
  });
  describe('a lock', () => {
    it('lets one at a time through, gives back what was done, and is free after a failure', async () => {
      const place = make();
      let inside = 0;
      let most = 0;
      const enter = (number: number): Promise<number> =>
        place.open().locks.ledger(async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          if (number === 2) throw new Error('failed inside');
          return number;
        });
      const entered = await Promise.allSettled([1, 2, 3, 4].map(enter));
      expect(most).toBe(1);
      expect(entered.map((one) => (one.status === 'fulfilled' ? one.value : null))).toEqual([
        1,
        null,
        3,
        4,
      ]);
    });

    it('is no other one', async () => {
      const { locks } = make().open();
      const all = await locks.admission(() =>
        locks.ledger(() => locks.messages(() => locks.usage(async () => 'inside all'))),
      );
      expect(all).toBe('inside all');
    });
  });
}

function slotsSuite(make: NewStores): void {
  describe('slots', () => {
    it('say of each record whether it was created, and keep the first of two', async () => {
      const { slots } = make().open();
      const one = slotRecord('2026-11-21T02:00:00.000Z');
      const two = slotRecord('2026-11-21T03:00:00.000Z');
      const created = await slots.createAll([one, two, { ...two, state: SKIPPED }]);
      expect(created).toEqual([true, true, false]);
      expect(await slots.create({ ...one, state: STARTED })).toBe(false);
      expect(await slots.read(one.routine, one.slot.key)).toEqual(one);
      expect(await slots.read(two.routine, two.slot.key)).toEqual(two);
      expect(await slots.read(routineId('other'), two.slot.key)).toBeNull();
    });

    it('go to exactly one of many that want the same', async () => {
      const place = make();
      const record = slotRecord('2026-11-21T02:00:00.000Z', { state: STARTED });
      const won = await Promise.all(
        Array.from({ length: 10 }, () => place.open().slots.create(record)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('are listed oldest first while they are open, whoever changes them', async () => {
      const place = make();
      const [slots, others] = [place.open().slots, place.open().slots];
      const late = slotRecord('2026-11-21T03:00:00.000Z');
      const early = slotRecord('2026-11-21T02:00:00.000Z');
      const ended = slotRecord('2026-11-21T01:00:00.000Z', { state: SKIPPED });
      expect(await slots.listOpen()).toEqual([]);
      await slots.createAll([late, ended, early]);
      const queued: SlotRecord = { ...early, state: { kind: 'queued', reason: 'for a place' } };
      await others.updateAll([queued]);
      expect(await slots.listOpen()).toEqual([queued, late]);
      await others.updateAll([
        { ...late, state: STARTED },
        { ...early, state: SKIPPED },
      ]);
      expect(await slots.listOpen()).toEqual([]);
    });

    it('are listed newest first within [from, to), of one routine, of given states, so many', async () => {
      const { slots } = make().open();
      const hours = ['01', '02', '03', '04'].map((hour) => `2026-11-21T${hour}:00:00.000Z`);
      await slots.createAll([
        ...hours.map((at, index) => slotRecord(at, { state: index === 1 ? SKIPPED : DUE })),
        slotRecord('2026-11-21T02:30:00.000Z', { routine: routineId('sweep-2') }),
      ]);
      const list = async (filter: Parameters<typeof slots.list>[0]): Promise<readonly string[]> =>
        (await slots.list(filter)).records.map(({ slot }) => slot.scheduledFor.slice(11, 16));
      expect(await list({})).toEqual(['04:00', '03:00', '02:30', '02:00', '01:00']);
      expect(await list({ limit: 2 })).toEqual(['04:00', '03:00']);
      expect(await list({ from: hours[1] ?? '', to: hours[3] ?? '' })).toEqual([
        '03:00',
        '02:30',
        '02:00',
      ]);
      expect(await list({ routine: routineId('sweep-2') })).toEqual(['02:30']);
      expect(await list({ states: ['skipped'] })).toEqual(['02:00']);
    });
  });
}

function foldingSuite(make: NewStores): void {
  const before = new Date('2026-11-10T00:00:00.000Z');
  const limits = { before, dropBefore: new Date('2000-01-01T00:00:00.000Z') };

  describe('slots that ended a while ago', () => {
    it('are folded, and everything is as it was', async () => {
      const place = make();
      const { slots } = place.open();
      const old = slotRecord('2026-10-31T23:00:00.000Z', { state: SKIPPED });
      const ran = slotRecord('2026-11-01T00:00:00.000Z', { state: STARTED, attempts: 1 });
      const open = slotRecord('2026-11-01T01:00:00.000Z');
      const changedAt = '2026-11-10T00:00:00.000Z';
      const young = slotRecord('2026-11-02T00:00:00.000Z', { state: SKIPPED, changedAt });
      const all = [young, open, ran, old];
      await slots.createAll(all);
      expect(await slots.fold(limits)).toEqual({ folded: 2, more: false, dropped: [] });
      for (const each of [slots, place.open().slots]) {
        expect((await each.list()).records).toEqual(all);
        expect(await each.listOpen()).toEqual([open]);
        expect(await each.read(old.routine, old.slot.key)).toEqual(old);
        expect(await each.createAll(all)).toEqual(all.map(() => false));
      }
      expect(await slots.fold(limits)).toEqual({ folded: 0, more: false, dropped: [] });
      const again: SlotRecord = { ...ran, state: { kind: 'queued', reason: 'a retry' } };
      await slots.updateAll([again]);
      expect(await slots.listOpen()).toEqual([again, open]);
      expect((await slots.list()).records).toHaveLength(4);
    });

    it('are folded so many at once, and dropped by the month', async () => {
      const { slots } = make().open();
      const days = ['2026-08-31', '2026-09-01', '2026-10-01'];
      const all = days.map((day) => slotRecord(`${day}T00:00:00.000Z`, { state: SKIPPED }));
      await slots.createAll(all);
      const turn = { ...limits, most: 2 };
      expect(await slots.fold(turn)).toEqual({ folded: 2, more: true, dropped: [] });
      expect(await slots.fold(turn)).toEqual({ folded: 1, more: false, dropped: [] });
      const dropBefore = new Date('2026-09-30T23:59:59.999Z');
      expect((await slots.fold({ before, dropBefore })).dropped).toEqual(['2026-08']);
      expect((await slots.list()).records).toHaveLength(2);
      expect(await slots.create(all[0] ?? slotRecord(AT))).toBe(true);
    });
  });
}

function contentsSuite(make: NewStores): void {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  describe('contents', () => {
    it('of events are kept by the hash of their bytes', async () => {
      const { events } = make().open();
      const payloads = [bytes('one'), Uint8Array.of(0, 255, 10), bytes('one'), bytes('')];
      const hashes = await events.putAll(payloads);
      expect(hashes).toEqual(payloads.map(sha256));
      expect(await events.put(bytes('one'))).toBe(hashes[0]);
      for (const [index, hash] of hashes.entries())
        expect(Uint8Array.from((await events.read(hash)) ?? [1])).toEqual(payloads[index]);
      expect(await events.read(sha256('never put'))).toBeNull();
      expect(await events.putAll([])).toEqual([]);
    });

    it('of definitions are given back as they were put, however often', async () => {
      const { definitions } = make().open();
      await definitions.put(DEFINITION);
      await definitions.put(DEFINITION);
      expect(await definitions.read(DEFINITION.hash)).toMatchObject({
        hash: DEFINITION.hash,
        file: DEFINITION.file,
      });
      expect(await definitions.read('b'.repeat(64))).toBeNull();
    });

    it('of deployments are kept by environment and ref, whatever their names', async () => {
      const { deployments } = make().open();
      const place = { environment: '../review/x', ref: null };
      const entry = { id: 'd1', previous: null, deployed: 'aaa', at: AT };
      await deployments.write({ place, deployments: [entry] });
      expect(await deployments.read(place)).toEqual({ place, deployments: [entry] });
      const byRef = { ...place, ref: 'origin/live' };
      expect(await deployments.read(byRef)).toEqual({ place: byRef, deployments: [] });
    });
  });
}

function runsSuite(make: NewStores): void {
  describe('runs that have not begun', () => {
    it('are listed newest first, and known to every process', async () => {
      const place = make();
      const { runs } = place.open();
      for (const spec of [runOf(1), runOf(3, 'digest'), runOf(2)]) await runs.create(spec);
      const others = place.open().runs;
      const ids = [runIdOf(3), runIdOf(2), runIdOf(1)];
      expect(await others.listIds()).toEqual(ids);
      expect((await others.list()).runs.map(({ spec }) => spec.id)).toEqual(ids);
      expect((await others.list({ limit: 1 })).runs).toHaveLength(1);
      expect((await others.listViews({ routine: routineId('digest') })).views).toHaveLength(1);
      expect(await others.listUnfinished()).toHaveLength(3);
      expect((await others.read(runIdOf(2)))?.record).toBeNull();
      expect(await others.read(runIdOf(9))).toBeNull();
    });
  });
}
