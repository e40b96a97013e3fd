/** Six entries and settings; addresses of before lead on. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { openTestPage } from '../../kit/page.ts';

const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/board', '/'],
  ['/library', '/findings'],
  ['/settings', '/status'],
  ['/?kind=finding', '/inbox?kind=finding'],
  ['/?aside=1', '/inbox?aside=1'],
  ['/?after=finding:F-1', '/inbox'],
];

describe('the places of the page', () => {
  it('are seven, and each marks itself', async () => {
    const page = await openTestPage();
    const { body } = await page.get('/notes');
    const [, nav = ''] = /<nav id="places"[^>]*>([\s\S]*?)<\/nav>/.exec(body) ?? [];
    expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      '/',
      '/inbox',
      '/review',
      '/routines',
      '/runs',
      '/findings',
      '/status',
    ]);
    expect(nav.match(/aria-current="page"/g)).toHaveLength(1);
    expect(body).toMatch(/<a href="\/notes" aria-current="page">\s*Notes/);
  });

  it.each(MOVED)('%s leads to %s', async (from, to) => {
    const page = await openTestPage();
    const { status, headers } = await page.get(from);
    expect([status, headers['location']]).toEqual([303, to]);
  });

  it('keep what is to be said once for the next page, not for what the script asks again', async () => {
    const page = await openTestPage({ repo: gitRepo({ 'a.txt': 'a\n' }) });
    await page.post('/inbox/undo', {});
    expect((await page.get('/inbox', { 'x-fresh': '1' })).body).not.toContain('nothing to undo');
    expect((await page.get('/inbox')).body).toContain('nothing to undo');
    expect((await page.get('/inbox')).body).not.toContain('nothing to undo');
  });
});
