/** The list of runs, and what of it is shown. */
import { expect, it } from 'vitest';

import { shortIdOf } from '../../../src/words/ids.ts';
import type { TriggerKind } from '../../../src/words/slot.ts';
import { openTestPage } from '../../kit/page.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

/** Ids of one process only grow, so these are made once. */
it('runs are shown by how and until when they started', async () => {
  const page = await openTestPage();
  const at = async (time: string, trigger: TriggerKind) =>
    shortIdOf((await storeEndedRun(page.workspace, { at: time, trigger })).id);
  const runs = {
    monday: await at('2031-03-03T12:00:00.000Z', 'schedule'),
    tuesday: await at('2031-03-04T12:00:00.000Z', 'manual'),
    wednesday: await at('2031-03-05T12:00:00.000Z', 'webhook'),
  };
  const shown = async (query: string): Promise<readonly string[]> => {
    const { body } = await page.get(`/runs${query}`);
    return Object.entries(runs).flatMap(([name, id]) => (body.includes(id) ? [name] : []));
  };
  for (const [query, expected] of ASKED)
    expect([query, await shown(query)]).toEqual([query, expected]);
  for (const query of UNREADABLE) expect([query, await shown(query)]).toEqual([query, ALL]);
});

const ALL = ['monday', 'tuesday', 'wednesday'];
const ASKED: readonly (readonly [query: string, expected: readonly string[]])[] = [
  ['', ALL],
  ['?started=schedule', ['monday']],
  ['?started=hand', ['tuesday']],
  ['?started=event', ['wednesday']],
  ['?day=2031-03-04', ['monday', 'tuesday']],
  ['?day=2031-03-03', ['monday']],
  ['?day=2031-03-04&started=hand', ['tuesday']],
  ['?day=2031-03-02', []],
  ['?show=failed', []],
];
/** As if nothing was asked for. */
const UNREADABLE = ['?day=2031-99-99', '?day=0001-01-01', '?started=__proto__', '?before=x'];

it('keeps one filter while another changes, and leads out of nothing', async () => {
  const page = await openTestPage();
  const { body } = await page.get('/runs?started=hand&day=2031-03-02');
  expect(body).toContain('No such run.');
  expect(body).toContain('href="/runs"');
  expect(body).toContain('href="/runs?started=hand&amp;day=2031-03-02&amp;show=failed"');
  expect(body).toMatch(/<input type="hidden" name="started" value="hand"/);
});
