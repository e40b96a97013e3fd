/** Two people at one page, each in a browser of their own: what one may do, what the other did, and the list of both. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { openBrowser, type Watched } from '../../kit/page-browser.ts';
import { pageWorld } from '../../kit/page-world.ts';

const SETTINGS = `page:
  people:
    header: X-Forwarded-User
    roles: { viewer: [vic], reviewer: [ada], admin: [root] }
`;

const to = (page: Page, path: string): Promise<unknown> =>
  page.goto(new URL(path, page.url()).href);
/** All but that which closes what is opened over the list. */
const buttons = (page: Page): Promise<number> =>
  page.locator('main button:not(form[method="dialog"] *)').count();

it('one lands while the other declines, and the audit list shows both', async () => {
  const world = pageWorld({}, SETTINGS);
  const { branch } = world.night('add-guide', {
    files: { 'docs/guide.md': '# Guide\n' },
    message: 'Begin a guide',
    out: { 'report.md': '## Summary\n\nA guide.\n\n## Findings\n\nNone.\n' },
  });
  world.night(
    'ask',
    {
      out: {
        'report.md': '## Summary\n\nOne request.\n\n## Findings\n\nNone.\n',
        'proposals.jsonl': `${JSON.stringify({ type: 'file-item', key: 'RM-1', title: 'Amounts lose their sign', body: 'In src/money.ts.', findings: [] })}\n`,
      },
    },
    'workspace: { isolation: private }\noutputs: { file-item: { tracker: local, max: 5 } }\n',
  );
  const link = world.open();
  const browserOf = (name: string): Promise<Watched> =>
    openBrowser(link, { headers: { 'X-Forwarded-User': name } });
  const [ada, root, vic] = [
    await browserOf('ada'),
    await browserOf('root'),
    await browserOf('vic'),
  ];

  // A viewer reads, and is offered nothing to press.
  await to(vic.page, '/inbox');
  await vic.page.locator('.waiting > li', { hasText: 'Amounts lose their sign' }).waitFor();
  expect(await buttons(vic.page)).toBe(0);
  await to(vic.page, `/review/land?what=${encodeURIComponent(branch ?? '')}`);
  expect(await buttons(vic.page)).toBe(0);
  expect(await vic.page.getByRole('link', { name: 'Audit' }).count()).toBe(0);

  await to(ada.page, `/review/land?what=${encodeURIComponent(branch ?? '')}`);
  await to(root.page, '/outbox');
  await root.page.getByLabel(/^Choose /).check();
  await root.page.getByLabel(/Reason/).fill('We track these elsewhere');
  await Promise.all([
    ada.page.getByRole('button', { name: 'Land 1 branch on main' }).click(),
    root.page.getByRole('button', { name: 'Decline the chosen' }).click(),
  ]);
  await ada.page.locator('p.notice', { hasText: 'Landed 1 branch' }).waitFor();
  await root.page.locator('p.notice', { hasText: /declined/i }).waitFor();
  expect(world.repo.git('show', 'main:docs/guide.md')).toContain('# Guide');

  // The commands and records have their names.
  const landed = world.roundsman('explain', 'main', '--json').stdout;
  expect(landed).toContain('"ada"');

  await to(root.page, '/status');
  await root.page.getByRole('link', { name: 'Audit' }).click();
  const rows = await root.page.locator('main tbody tr').allInnerTexts();
  const of = (name: string, what: string): number =>
    rows.filter((row) => row.includes(name) && row.includes(what)).length;
  expect([rows.length, of('ada', '/review/land'), of('root', '/outbox/decide')]).toEqual([2, 1, 1]);
  expect(await root.faults()).toEqual([]);
  const csv = world.roundsman('figures', '--audit', '--csv').stdout.trim().split('\r\n');
  expect(csv).toHaveLength(3);

  // What is done in a terminal stands there too.
  expect(world.roundsman('pause', 'ask', '--reason', 'enough').exitCode).toBe(0);
  const entries: readonly { from: string; by: string; what: string }[] = JSON.parse(
    world.roundsman('figures', '--audit', '--json').stdout,
  );
  expect(entries.at(-1)).toMatchObject({ from: 'terminal', by: 'dana', what: 'pause' });
  for (const { seen } of [ada, root, vic]) expect(seen).toEqual([]);
});
