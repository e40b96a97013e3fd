/** What people do most, with the keyboard alone: a routine is written, landed, paused; a branch lands from the list. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { openBrowser } from '../../kit/page-browser.ts';
import { pageWorld, RENAMED_DATES, type PageWorld } from '../../kit/page-world.ts';

const MOST_TABS = 80;

/** Goes on with Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tab = 0; tab < MOST_TABS; tab += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? '';
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`${page.url()}: Tab does not come to ${name}`);
}

async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('p.notice', { hasText: text }).waitFor();

/** The first name is none: the form says so at the field, and keeps it. */
async function writes(page: Page): Promise<void> {
  await pressKeys(page, 'g', 'r');
  await page.getByRole('heading', { level: 1, name: 'Routines' }).waitFor();
  await tabTo(page, 'New routine');
  await page.keyboard.press('Enter');
  await page.locator('#new-name:focus').waitFor();
  await page.keyboard.type('Docs Check');
  await page.keyboard.press('Enter');
  await page.locator('#new-name[aria-invalid]:focus').waitFor();
  await page.getByText('Try docs-check.').waitFor();
  await pressKeys(page, 'Control+a');
  await page.keyboard.type('docs-check');
  await page.keyboard.press('Enter');
  await page.locator('#definition').waitFor();
  await tabTo(page, 'Commit on a branch');
  await page.keyboard.press('Enter');
  await said(page, 'Committed on routines/docs-check');
}

async function landsFromList(page: Page, { repo }: PageWorld): Promise<void> {
  await pressKeys(page, 'g', 'v');
  await page.locator('li.set').waitFor();
  await pressKeys(page, 'j', 'l');
  await page.waitForURL('**/review/land?**');
  await tabTo(page, 'Land 1 branch on main');
  await page.keyboard.press('Enter');
  await said(page, 'Landed 1 branch');
  expect(repo.git('show', 'main:src/dates.ts')).toContain('readDate');
}

/** It stands in the working tree only: nothing is there to pause before it is enabled. */
async function enablesAndPauses(page: Page, world: PageWorld): Promise<void> {
  await pressKeys(page, 'g', 'r');
  await page.locator('main [data-row]').first().waitFor();
  await pressKeys(page, 'j', 'Enter');
  await page.getByRole('heading', { level: 1, name: 'rename-dates' }).waitFor();
  await tabTo(page, 'Enable…');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/enable');
  await tabTo(page, 'Enable rename-dates');
  await page.keyboard.press('Enter');
  await said(page, 'rename-dates is enabled');
  await tabTo(page, 'Pause');
  await page.keyboard.press('Enter');
  await said(page, 'rename-dates is paused');
  expect(world.roundsman('list').stdout).toContain('paused');
}

describe('by keyboard alone', () => {
  it(
    'a routine is written, a branch lands, a routine is enabled and paused',
    { timeout: 300_000 },
    async () => {
      const world = pageWorld();
      world.night('rename-dates', {
        files: { 'src/dates.ts': RENAMED_DATES },
        message: 'Call it readDate',
        out: { 'report.md': '## Summary\n\nRenamed.\n\n## Findings\n\nNone.\n' },
      });
      const { page, seen, faults } = await openBrowser(world.open());
      await landsFromList(page, world);
      await enablesAndPauses(page, world);
      await writes(page);
      expect(await faults()).toEqual([]);
      expect(seen).toEqual([]);
    },
  );
});
