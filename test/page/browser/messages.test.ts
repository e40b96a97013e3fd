/** What a person sees of what could not be told, and does about it, in a real browser. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { faultsOf, openBrowser, type BrowserWishes, type Watched } from '../../kit/page-browser.ts';
import { pageWorld, type PageWorld } from '../../kit/page-world.ts';
import { MUTE_MAIL, toldNight } from '../../kit/told-night.ts';

const to = (page: Page, path: string): Promise<unknown> =>
  page.goto(new URL(path, page.url()).href);

it(
  'messages are listed, sent again and dropped; the mail of a run can be read by everybody',
  { timeout: 600_000 },
  async () => {
    const world = pageWorld({}, MUTE_MAIL);
    const { run, clear } = toldNight(world);
    const watched = await openBrowser(world.open());
    const { page } = watched;
    await page.getByRole('link', { name: /^not told: / }).click();
    await page.getByText('a part of it is not a folder').first().waitFor();
    await page.locator('.entry-title a').click();
    clear();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page
      .getByText(/M-[0-9a-f]{12}: sent at/)
      .first()
      .waitFor();
    expect(readdirSync(join(world.home, 'digests'))).toHaveLength(1);

    await to(page, '/messages');
    const mail = page.locator('[data-row]', { hasText: 'mail to team@example.com' });
    await mail.getByText('not sent yet').waitFor();
    await page.getByRole('link', { name: /^Sent/ }).click();
    expect(await page.locator('[data-row]').count()).toBe(2);

    await to(page, `/runs/${run.id}`);
    await page.getByRole('table', { name: 'Messages of this run' }).waitFor();
    await page.getByRole('link', { name: 'mail to team@example.com' }).click();
    await page.getByRole('heading', { level: 1 }).getByText('ticket-digest').waitFor();

    await readsEverywhere(world, run.id, watched);
    await to(page, '/messages');
    await mail.getByLabel('Why it is not to be sent').fill('told in person');
    await mail.getByRole('button', { name: 'Drop' }).click();
    await page.getByText('is dropped: it is not sent.').waitFor();
    await page.getByText('Everything was sent.').first().waitFor();
    expect(watched.seen).toEqual([]);
  },
);

/** The HTML part of a mail runs nothing, not even axe: a copy of it is looked at, on white and on black. */
async function faultsHere({ page, context, faults }: Watched): Promise<readonly string[]> {
  if (!page.url().endsWith('/html')) return faults();
  const copy = await context.newPage();
  await copy.setContent(await page.content());
  const isDark = await copy.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await copy.addStyleTag({ content: `html { background: ${isDark ? '#000' : '#fff'} }` });
  const found = await faultsOf(copy);
  await copy.close();
  return found;
}

const LOOKS: readonly (readonly [name: string, wishes: BrowserWishes])[] = [
  ['light', {}],
  ['dark', { dark: true }],
  ['phone', { size: { width: 390, height: 844 } }],
];

/** Where PAGE_SHOTS names a folder, what each looks like is kept there. */
async function readsEverywhere(world: PageWorld, run: string, first: Watched): Promise<void> {
  await to(first.page, '/messages');
  const message = await first.page.locator('[data-row] a').first().getAttribute('href');
  const pages = [
    '/',
    '/inbox',
    '/messages',
    '/messages?state=sent',
    message ?? '',
    `/runs/${run}`,
    `/runs/${run}/mail`,
    `/runs/${run}/mail/html`,
  ];
  const folder = process.env['PAGE_SHOTS'];
  for (const [name, wishes] of LOOKS) {
    const watched = await openBrowser(world.link(), wishes);
    for (const [at, path] of pages.entries()) {
      await to(watched.page, path);
      expect(await faultsHere(watched), `${name} ${path}`).toEqual([]);
      const wide = await watched.page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      expect(wide[0], `${name} ${path}`).toBeLessThanOrEqual(wide[1] ?? 0);
      if (folder !== undefined)
        await watched.page.screenshot({ path: join(folder, `${at}-${name}.png`), fullPage: true });
    }
    expect(watched.seen).toEqual([]);
  }
}
