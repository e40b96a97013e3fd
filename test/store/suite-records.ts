/** Records by id, messages, and what a workspace remembers in small. */
import { describe, expect, it } from 'vitest';

import type { AuditEntry } from '../../src/words/audit.ts';
import { runIdOf } from '../kit/items.ts';
import { messageTo } from '../kit/messages.ts';
import { routineId } from '../kit/slots.ts';
import { AT, CHANGED, commentOf } from './suite-data.ts';
import type { NewStores } from './suite.ts';

export function recordsSuite(make: NewStores): void {
  describe('records', () => {
    it('are created once, and listed by their ids', async () => {
      const { comments } = make().open().review;
      expect(await comments.list()).toEqual([]);
      for (const id of ['M-10', 'M-2', 'M-1'])
        expect(await comments.create(commentOf(id))).toBe(true);
      expect(await comments.create({ ...commentOf('M-2'), text: 'other' })).toBe(false);
      expect((await comments.list()).map(({ id }) => id)).toEqual(['M-1', 'M-2', 'M-10']);
      expect(await comments.read('M-2')).toEqual(commentOf('M-2'));
      expect(await comments.read('M-3')).toBeNull();
      expect(await comments.listCorrupt()).toEqual([]);
    });

    it('are replaced where they are what was read, and written by their owner in any case', async () => {
      const place = make();
      const { comments } = place.open().review;
      const comment = commentOf('M-1');
      await comments.create(comment);
      await place.open().review.comments.replace(comment, { ...comment, text: 'theirs' });
      await expect(comments.replace(comment, { ...comment, text: 'mine' })).rejects.toMatchObject(
        CHANGED,
      );
      await expect(comments.replace(commentOf('M-7'), commentOf('M-7'))).rejects.toMatchObject(
        CHANGED,
      );
      expect((await comments.read('M-1'))?.text).toBe('theirs');
      await comments.write({ ...comment, text: 'owned' });
      expect((await comments.read('M-1'))?.text).toBe('owned');
    });

    it('of one kind are none of another', async () => {
      const { review, messages } = make().open();
      await review.comments.create(commentOf('M-1'));
      expect(await review.verdicts.list()).toEqual([]);
      expect(await messages.list()).toEqual([]);
    });
  });

  describe('messages', () => {
    it('are listed by id without being read, and removed', async () => {
      const { messages } = make().open();
      const ids = ['M-0123456789ab', 'M-00000000000a'];
      for (const id of ids) await messages.create(messageTo({ kind: 'desktop' }, { id }));
      expect(await messages.listIds()).toEqual(ids.toSorted());
      await messages.remove('M-0123456789ab');
      await messages.remove('M-0123456789ab');
      expect((await messages.list()).map(({ id }) => id)).toEqual(['M-00000000000a']);
    });

    it('are made once of a thing: what was noted is known until it is dropped', async () => {
      const place = make();
      const { told } = place.open();
      expect(await told.has('run:1')).toBe(false);
      await told.note('run:1');
      await told.note('run:1');
      expect(await place.open().told.has('run:1')).toBe(true);
      expect(await told.drop(new Date('2000-01-01'))).toBe(0);
      expect(await told.drop(new Date(Date.now() + 60_000))).toBe(1);
      expect(await told.has('run:1')).toBe(false);
    });
  });

  describe('what a workspace remembers', () => {
    it('of the inbox is what was set aside last', async () => {
      const { marks } = make().open();
      const mark = { entry: 'finding:F-1', stamp: 's', until: null, by: 'ada', at: AT };
      expect(await marks.read()).toEqual(new Map());
      await marks.write([mark, { ...mark, entry: 'note:D-1' }]);
      await marks.write([mark]);
      expect(await marks.read()).toEqual(new Map([['finding:F-1', mark]]));
      await marks.write([]);
      expect(await marks.read()).toEqual(new Map());
    });

    it('of what people did keeps each, oldest first, once it was begun', async () => {
      const place = make();
      const { audit } = place.open();
      const entry = (minute: number, by: string): AuditEntry => ({
        at: `2026-11-21T07:0${minute}:00.000Z`,
        by,
        from: 'page',
        where: '127.0.0.1:8800',
        what: '/review/land',
        said: 'Landed 1 branch.',
        outcome: 'done',
      });
      await audit.append(entry(1, 'ada'));
      expect(await audit.read()).toEqual([]);
      await audit.begin();
      await audit.begin();
      await audit.append(entry(2, 'ada'));
      await place.open().audit.append(entry(3, 'bo'));
      expect(await audit.read()).toEqual([entry(2, 'ada'), entry(3, 'bo')]);
    });

    it('of what people decided is the newest hundred decisions', async () => {
      const { decisions } = make().open();
      const made = Array.from({ length: 101 }, (_, at) => ({
        id: `U-${at}`,
        at: AT,
        by: 'ada',
        said: 'accepted F-1',
        changes: [],
      }));
      expect(await decisions.read()).toEqual([]);
      await decisions.write(made);
      expect(await decisions.read()).toEqual(made.slice(1));
      await decisions.write([]);
      expect(await decisions.read()).toEqual([]);
    });

    it('of accounts is which are not accepted now', async () => {
      const { accounts } = make().open();
      const account = 'claude (../A_KEY)';
      const breaker = { account, mark: 'one', openedAt: AT, reason: 'bad key', login: 'log in' };
      expect(await accounts.read(account)).toBeNull();
      await accounts.open(breaker);
      expect(await accounts.read(account)).toEqual(breaker);
      expect(await accounts.read('other')).toBeNull();
      await accounts.close(account);
      await accounts.close(account);
      expect(await accounts.read(account)).toBeNull();
    });

    it('of the page is where it is served, while it is', async () => {
      const place = make();
      const { pagePlace } = place.open();
      expect(await pagePlace.url()).toBeNull();
      await pagePlace.note('127.0.0.1:20417');
      expect(await place.open().pagePlace.url()).toBe('http://127.0.0.1:20417');
      await pagePlace.note(null);
      expect(await pagePlace.url()).toBeNull();
    });

    it('of usage is each entry, by day, newest day first', async () => {
      const { usage } = make().open();
      const entry = {
        kind: 'reserved',
        run: runIdOf(1),
        routine: routineId('sweep'),
        at: AT,
        amount: { usd: 1, tokens: 2 },
      } as const;
      const next = { ...entry, run: runIdOf(2) };
      expect(await usage.days()).toEqual([]);
      await usage.append('2026-11-20', [entry]);
      await usage.append('2026-11-21', [entry]);
      await usage.append('2026-11-21', [next]);
      await usage.append('2026-11-22', []);
      expect(await usage.days()).toEqual(['2026-11-21', '2026-11-20']);
      expect(await usage.read('2026-11-21')).toEqual({ entries: [entry, next], corrupt: [] });
      expect(await usage.read('2026-11-19')).toEqual({ entries: [], corrupt: [] });
      expect(await usage.drop('2026-11-21')).toEqual(['2026-11-20']);
      expect(await usage.days()).toEqual(['2026-11-21']);
    });
  });
}
