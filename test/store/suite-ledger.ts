/** Findings, items, requests, notes, plans and what collectors keep: read, changed and written by compare and set. */
import { describe, expect, it } from 'vitest';

import type { Exclusively } from '../../src/store/ports.ts';
import type { Finding } from '../../src/words/finding.ts';
import type { ItemPlan } from '../../src/words/item.ts';
import type { Note, NoteKind } from '../../src/words/note.ts';
import { openFinding } from '../kit/findings.ts';
import { itemOf, keyOf, runIdOf } from '../kit/items.ts';
import { routineId } from '../kit/slots.ts';
import { AT, CHANGED, requestOf } from './suite-data.ts';
import type { NewStores } from './suite.ts';

const sweep = routineId('sweep');

export function ledgerSuite(make: NewStores): void {
  findingsSuite(make);
  itemsSuite(make);
  requestsSuite(make);
  notesSuite(make);
  describe('plans', () => {
    it('are created once, and replaced where they are what was read', async () => {
      const { plans } = make().open();
      const [late, early] = [planOf(2), planOf(1)];
      expect([await plans.create(late), await plans.create(early)]).toEqual([true, true]);
      expect(await plans.create({ ...early, engine: 'other' })).toBe(false);
      expect(await plans.list()).toEqual([early, late]);
      await plans.replace(early, { ...early, state: 'settled' });
      await expect(plans.replace(early, { ...early, state: 'declined' })).rejects.toMatchObject(
        CHANGED,
      );
      expect((await plans.read(early.id))?.state).toBe('settled');
      expect(await plans.read(runIdOf(3))).toBeNull();
    });
  });
  describe('what collectors keep', () => {
    it('is what each of each routine wrote last', async () => {
      const { memories } = make().open();
      const memory = {
        routine: sweep,
        collector: 'tickets',
        run: runIdOf(1),
        value: { told: ['A'] },
      };
      expect(await memories.read(sweep, 'tickets')).toBeNull();
      const older = { ...memory, value: 'older' };
      await memories.replace(null, older);
      await memories.replace(older, memory);
      await memories.replace(null, { ...memory, routine: routineId('other'), value: 1 });
      await expect(memories.replace(older, memory)).rejects.toMatchObject(CHANGED);
      await expect(memories.replace(null, memory)).rejects.toMatchObject(CHANGED);
      expect(await memories.read(sweep, 'tickets')).toEqual(memory);
      expect(await memories.read(sweep, 'release-notes')).toBeNull();
    });
  });
}

function findingsSuite(make: NewStores): void {
  describe('findings', () => {
    it('are none at first, and of all routines together', async () => {
      const { findings } = make().open();
      const before = await findings.read(sweep);
      expect(before).toEqual({ routine: sweep, lastRun: null, findings: [] });
      const own = [findingOf('F-1'), findingOf('F-2')];
      const stamp = await findings.stamp();
      await findings.replace(before, { ...before, findings: own });
      expect(await findings.stamp()).not.toBe(stamp);
      const digest = await findings.read(routineId('digest'));
      await findings.replace(digest, { ...digest, findings: [findingOf('F-3', 'digest')] });
      expect((await findings.read(sweep)).findings).toEqual(own);
      expect((await findings.listAll()).map(({ routine }) => routine).toSorted()).toEqual([
        'digest',
        'sweep',
        'sweep',
      ]);
    });

    it('are replaced only where they are what was read, also by the first who writes', async () => {
      const place = make();
      const [one, two] = [place.open().findings, place.open().findings];
      const before = await one.read(sweep);
      await two.replace(before, { ...before, findings: [findingOf('F-4')] });
      await expect(
        one.replace(before, { ...before, findings: [findingOf('F-5')] }),
      ).rejects.toMatchObject(CHANGED);
      expect((await one.read(sweep)).findings).toEqual([findingOf('F-4')]);
    });
  });
}

function itemsSuite(make: NewStores): void {
  describe('items', () => {
    it('get keys that are used once, however many ask at once', async () => {
      const place = make();
      const [one, two] = [place.open().items, place.open().items];
      const wanted = { count: 20, routine: sweep, run: runIdOf(1), now: AT };
      const keys = await Promise.all([one.reserve(wanted), two.reserve(wanted)]);
      expect(new Set(keys.flat()).size).toBe(40);
      expect((await one.list()).map(({ state }) => state)).toEqual(
        Array.from({ length: 40 }, () => 'reserved'),
      );
    });

    it('are made whole, and replaced where they are what was read', async () => {
      const { items } = make().open();
      const { key: _key, ...content } = itemOf(1);
      const made = await items.make(content);
      expect(await items.read(made.key)).toEqual(made);
      const stamp = await items.stamp();
      await items.replace(made, { ...made, title: 'theirs' });
      expect(await items.stamp()).not.toBe(stamp);
      await expect(items.replace(made, { ...made, title: 'mine' })).rejects.toMatchObject(CHANGED);
      expect((await items.read(made.key))?.title).toBe('theirs');
      expect(await items.read(keyOf(77))).toBeNull();
      await expect(items.replace(itemOf(77), itemOf(77))).rejects.toMatchObject(CHANGED);
    });

    it('lose no change of many that read, change and write under the lock', async () => {
      const place = make();
      const { key: _key, ...content } = itemOf(1);
      const { key } = await place.open().items.make(content);
      const add = async (text: string): Promise<void> => {
        const { items, locks } = place.open();
        await underLock(locks.ledger, async () => {
          const item = await items.read(key);
          if (item === null) throw new Error('gone');
          await items.replace(item, { ...item, body: `${item.body}${text}` });
        });
      };
      const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
      await Promise.all(texts.map(add));
      const body = (await place.open().items.read(key))?.body ?? '';
      expect(body.split('').toSorted()).toEqual(texts);
    });

    it('are changed by exactly one of many that read the same without a lock', async () => {
      const place = make();
      const { key: _key, ...content } = itemOf(1);
      const made = await place.open().items.make(content);
      const results = await Promise.allSettled(
        ['a', 'b', 'c', 'd', 'e'].map((title) =>
          place.open().items.replace(made, { ...made, title }),
        ),
      );
      const won = results.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      const [winner] = ['a', 'b', 'c', 'd', 'e'].filter(
        (_title, at) => results[at]?.status === 'fulfilled',
      );
      expect((await place.open().items.read(made.key))?.title).toBe(winner);
    });
  });
}

function underLock(lock: Exclusively, work: () => Promise<void>): Promise<void> {
  return lock(work);
}

function requestsSuite(make: NewStores): void {
  describe('requests', () => {
    it('are created once, listed by time and replaced where they are what was read', async () => {
      const { proposals } = make().open();
      const first = requestOf('P-aaaaaa-2', '2026-11-20T00:00:00.000Z');
      const others = [requestOf('P-bbbbbb-10'), requestOf('P-bbbbbb-2')];
      for (const one of [...others, first]) expect(await proposals.create(one)).toBe(true);
      expect(await proposals.create({ ...first, hash: 'another' })).toBe(false);
      expect((await proposals.list()).map(({ id }) => id)).toEqual([
        'P-aaaaaa-2',
        'P-bbbbbb-2',
        'P-bbbbbb-10',
      ]);
      await proposals.replace(first, { ...first, state: 'declined' });
      await expect(proposals.replace(first, { ...first, state: 'approved' })).rejects.toMatchObject(
        CHANGED,
      );
      expect((await proposals.read(first.id))?.state).toBe('declined');
      expect(await proposals.read('P-cccccc-1')).toBeNull();
    });
  });
}

function notesSuite(make: NewStores): void {
  describe('notes', () => {
    it('are numbered by kind, and given back oldest first', async () => {
      const { notes } = make().open();
      expect(await notes.list()).toEqual([]);
      const made = [
        await notes.create(draft('decision')),
        await notes.create(draft('knowledge')),
        await notes.create({ ...draft('decision'), createdAt: '2026-11-20T09:00:00.000Z' }),
      ];
      expect(made.map(({ id }) => id)).toEqual(['D-1', 'K-1', 'D-2']);
      expect((await notes.list()).map(({ id }) => id)).toEqual(['D-2', 'D-1', 'K-1']);
      expect((await notes.list('decision')).map(({ id }) => id)).toEqual(['D-2', 'D-1']);
      expect(await notes.read('K-1')).toEqual(made[1]);
      expect(await notes.read('K-2')).toBeNull();
      expect(await notes.read('../K-1')).toBeNull();
    });

    it('get no id twice, also when many are made at once', async () => {
      const { notes } = make().open();
      const made = await Promise.all(
        Array.from({ length: 12 }, () => notes.create(draft('knowledge'))),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(12);
    });

    it('are replaced where they are what was read', async () => {
      const { notes } = make().open();
      const note = await notes.create(draft('decision'));
      const stamp = await notes.stamp();
      await notes.replace(note, { ...note, state: 'approved' });
      expect(await notes.stamp()).not.toBe(stamp);
      await expect(notes.replace(note, { ...note, state: 'rejected' })).rejects.toMatchObject(
        CHANGED,
      );
      expect((await notes.read(note.id))?.state).toBe('approved');
    });
  });
}

function findingOf(id: string, routine = 'sweep'): Finding {
  return openFinding({ id, routine: routineId(routine) });
}

function draft(kind: NoteKind): Omit<Note, 'id'> {
  const text = { title: 'Dates are UTC', text: 'Store UTC.', reason: '', paths: [] };
  return {
    kind,
    state: 'proposed',
    versions: [{ ...text, by: 'ada', at: AT }],
    origin: { routine: null, run: null, session: null },
    createdAt: AT,
    verdict: null,
    replaces: null,
  };
}

function planOf(number: number): ItemPlan {
  return {
    id: runIdOf(number),
    item: keyOf(1),
    state: 'proposed',
    engine: 'builtin',
    run: null,
    tasks: [],
    problems: [],
    createdAt: AT,
    decision: null,
  };
}
