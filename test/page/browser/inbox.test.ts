/** The inbox in a real browser: decided by keys, one, several and a whole run, taken back, and live. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { openBrowser } from '../../kit/page-browser.ts';
import { auditOf, pageWorld, wholeNight, type PageWorld } from '../../kit/page-world.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const row = (page: Page, text: string): Locator => page.locator('.waiting > li', { hasText: text });
const beside = (page: Page): Locator => page.locator('#beside');
const said = (page: Page, text: string): Promise<void> =>
  page.locator('p.notice', { hasText: text }).waitFor();

/** One that would be lost with a page that is loaded again. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate('window.kept = true');
}

async function isSamePage(page: Page): Promise<unknown> {
  return page.evaluate('window.kept');
}

/** Unlike enough that none is taken for another one. */
const NAMES =
  'anchor basket cellar donkey engine falcon garden hammer island jacket kettle ladder magnet napkin oyster parcel quiver rocket saddle tunnel urchin valley walnut xylophone yogurt zipper bronze candle dagger easel'.split(
    ' ',
  );

interface Told {
  readonly title: string;
  readonly verdict: { readonly kind: string } | null;
}

function findingsOf(world: PageWorld): readonly string[] {
  const found: readonly Told[] = JSON.parse(world.roundsman('findings', '--all', '--json').stdout);
  return found
    .map(({ title, verdict }) => `${title.split(' ')[0]} ${verdict?.kind ?? 'open'}`)
    .toSorted();
}

/** The code that it is about stands beside it. */
async function opensBeside(page: Page): Promise<void> {
  await row(page, '31st').locator('a').click();
  await beside(page).getByText('Two callers rely on it').waitFor();
  await beside(page).locator('.quote .hit', { hasText: "text.split('-')" }).waitFor();
  await page.keyboard.press('j');
  await beside(page).getByText('Only the month is compared.').waitFor();
}

async function dismissesWithReason(page: Page, world: PageWorld): Promise<void> {
  await page.keyboard.press('d');
  await page.locator('#bulk-words:focus').waitFor();
  await page.keyboard.type('One year is all there is');
  await page.keyboard.press('Enter');
  await said(page, 'Dismissed F-');
  await row(page, 'every year').waitFor({ state: 'detached' });
  expect(findingsOf(world)).toContain('monthTotal dismissed');
  await page.keyboard.press('u');
  await said(page, 'Undone: dismissed F-');
  await row(page, 'every year').waitFor();
  expect(findingsOf(world)).toEqual(['format open', 'monthTotal open', 'parseDate open']);
}

async function acceptsSelected(page: Page, world: PageWorld): Promise<void> {
  await row(page, 'every year').locator('input').check();
  await row(page, 'half a cent').locator('input').check();
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('a');
  await said(page, 'Accepted 2.');
  expect(findingsOf(world)).toEqual(['format accepted', 'monthTotal accepted', 'parseDate open']);
  await page.getByRole('button', { name: 'Undo: accepted 2' }).click();
  await said(page, 'Undone: accepted 2.');
}

async function acceptsWholeRun(page: Page, world: PageWorld): Promise<void> {
  await row(page, '31st').locator('a').click();
  await page.keyboard.press('A');
  await said(page, 'Accepted 3.');
  expect(findingsOf(world)).toEqual([
    'format accepted',
    'monthTotal accepted',
    'parseDate accepted',
  ]);
  await page.keyboard.press('u');
  await said(page, 'Undone: accepted 3.');
  expect(findingsOf(world)).toEqual(['format open', 'monthTotal open', 'parseDate open']);
}

/** From a branch, whose diff has such keys of its own on other pages, `j` and `k` go on in the list. */
async function walksOverBranch(page: Page): Promise<void> {
  const branch = page.locator('.waiting > li[data-kind="change-set"]').first();
  await branch.locator('a').click();
  await beside(page).locator('table.diff').first().waitFor();
  await beside(page).getByRole('link', { name: 'Side by side' }).click();
  const split = beside(page).locator('table.diff.split').first();
  await split.waitFor();
  expect(await split.evaluate((table) => getComputedStyle(table).display)).toBe('table');
  expect(new URL(page.url()).pathname).toBe('/inbox');
  const rows = page.locator('.waiting > li');
  const place = (): Promise<number> =>
    rows.evaluateAll((all) => all.findIndex((one) => one.classList.contains('here')));
  const before = await place();
  await page.keyboard.press('j');
  expect(await place()).toBe(before + 1);
  await page.keyboard.press('k');
  expect(await place()).toBe(before);
}

/** Each key that does something here, and no other. */
async function listsItsKeys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  const lines = await page.locator('#help .keys > div:visible dd').allInnerTexts();
  await page.keyboard.press('Escape');
  expect(lines).toEqual(expect.arrayContaining(['accept', 'snooze', 'next, previous entry']));
  expect(lines).not.toContain('next, previous change');
  expect(lines).not.toContain('bring back');
}

/** The field is marked where the eye is, and nothing is decided. */
async function asksForTheReason(page: Page, world: PageWorld): Promise<void> {
  await row(page, '31st').locator('a').click();
  await beside(page).getByText('Two callers rely on it').waitFor();
  await beside(page).getByRole('button', { name: 'Dismiss' }).click();
  const why = beside(page).locator('input[aria-invalid]:focus');
  await why.waitFor();
  expect(await why.getAttribute('placeholder')).toBe('Say why: later runs read it');
  expect(findingsOf(world)).toEqual(['format open', 'monthTotal open', 'parseDate open']);
}

async function snoozesAndBringsBack(page: Page): Promise<void> {
  await row(page, '31st').locator('a').click();
  await page.keyboard.press('s');
  await said(page, 'Snoozed F-');
  await page.keyboard.press('u');
  await said(page, 'Undone:');
}

/** What was decided elsewhere in the meantime is not decided again. */
async function refusesWhatChanged(page: Page, world: PageWorld): Promise<void> {
  const box = row(page, 'half a cent').locator('input');
  const id = /F-[0-9a-f]+/.exec(await box.inputValue())?.[0] ?? '';
  await box.check();
  world.roundsman('findings', 'accept', id);
  await page.keyboard.press('a');
  await said(page, '1 entry left as it was: it was decided elsewhere');
}

describe('the inbox', () => {
  it(
    'is worked through by keys, each act undone, without loading the page',
    { timeout: 200_000 },
    async () => {
      const world = pageWorld();
      auditOf(world);
      const { page, seen, faults } = await openBrowser(world.open(), {
        size: { width: 1400, height: 900 },
      });
      await page.goto(new URL('/inbox', page.url()).href);
      await markPage(page);
      await listsItsKeys(page);
      await walksOverBranch(page);
      await opensBeside(page);
      await asksForTheReason(page, world);
      await opensBeside(page);
      await dismissesWithReason(page, world);
      await acceptsSelected(page, world);
      await acceptsWholeRun(page, world);
      await snoozesAndBringsBack(page);
      await refusesWhatChanged(page, world);
      expect(await faults()).toEqual([]);
      expect(await isSamePage(page)).toBe(true);
      expect(seen).toEqual([]);
    },
  );

  it(
    'takes in what comes while it is looked at, and keeps what is selected',
    { timeout: 200_000 },
    async () => {
      const world = pageWorld();
      auditOf(world);
      const { page, seen } = await openBrowser(world.open());
      await page.goto(new URL('/inbox', page.url()).href);
      await markPage(page);
      await row(page, 'half a cent').locator('input').check();
      world.night('watch', {
        out: {
          'report.md': '## Summary\n\nOne thing is new.\n\n## Findings\n\n- Leap days are lost\n',
          'findings.jsonl': `${JSON.stringify({ title: 'Leap days are lost', severity: 'high', path: 'src/dates.ts', line: 4, body: 'They are.' })}\n`,
        },
      });
      await row(page, 'Leap days are lost').waitFor({ timeout: 30_000 });
      expect(await row(page, 'half a cent').locator('input').isChecked()).toBe(true);
      expect(await page.locator('.group h2').first().innerText()).toBe('watch');
      expect(await isSamePage(page)).toBe(true);
      expect(seen).toEqual([]);
    },
  );

  it(
    'answers a question beside the list by keys alone, and stays in the list',
    { timeout: 200_000 },
    async () => {
      const world = pageWorld();
      wholeNight(world);
      const { page, seen, faults } = await openBrowser(world.open(), {
        size: { width: 1400, height: 900 },
      });
      await page.goto(new URL('/inbox?kind=question', page.url()).href);
      await markPage(page);
      await beside(page).getByRole('button', { name: 'Keep both' }).waitFor();
      expect(await beside(page).getByRole('button', { name: 'Snooze' }).count()).toBe(1);
      expect(await faults()).toEqual([]);
      await page.keyboard.press('1');
      await said(page, 'Answered: the run continues.');
      expect(new URL(page.url()).pathname).toBe('/inbox');
      expect(await row(page, 'The old name parseDate').count()).toBe(0);
      expect(await isSamePage(page)).toBe(true);
      const isKept = (): boolean =>
        world.repo.git('branch', '--list', 'roundsman/ask-owner/*') !== '';
      await waitUntil(() => (isKept() ? true : null));
      expect(seen).toEqual([]);
    },
  );

  it(
    'opens an entry over the list on a phone, decides there, and stays in the list',
    { timeout: 200_000 },
    async () => {
      const world = pageWorld();
      auditOf(world);
      wholeNight(world);
      const { page, seen, faults } = await openBrowser(world.open(), {
        size: { width: 390, height: 800 },
      });
      await page.goto(new URL('/inbox', page.url()).href);
      await markPage(page);
      const sheet = page.getByRole('dialog', { name: 'The opened entry' });
      await row(page, 'half a cent').locator('a').click();
      await sheet.getByText('first seen').waitFor();
      expect(await faults()).toEqual([]);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await row(page, 'half a cent').locator('a').click();
      await sheet.getByRole('button', { name: 'Accept' }).click();
      await said(page, 'Accepted F-');
      await sheet.waitFor({ state: 'hidden' });
      await row(page, 'The old name parseDate').locator('a').click();
      await sheet.getByRole('button', { name: 'Keep both' }).click();
      await said(page, 'Answered: the run continues.');
      expect(new URL(page.url()).pathname).toBe('/inbox');
      expect(await isSamePage(page)).toBe(true);
      expect(seen).toEqual([]);
    },
  );

  it(
    'folds a long list, opens it where the walk comes to it, and says how many of the selected are folded',
    { timeout: 200_000 },
    async () => {
      const world = pageWorld();
      const titles = Array.from({ length: 30 }, (_, at) => `${NAMES[at] ?? ''} is never called`);
      world.night('unused', {
        out: {
          'report.md': `## Summary\n\nThirty functions are unused.\n\n## Findings\n\n${titles.map((title) => `- ${title}\n`).join('')}`,
          'findings.jsonl': titles
            .map(
              (title, at) =>
                `${JSON.stringify({ title, severity: 'low', path: `src/${NAMES[at] ?? ''}.ts`, line: 1, body: 'No caller.' })}\n`,
            )
            .join(''),
        },
      });
      const { page, seen, faults } = await openBrowser(world.open(), {
        size: { width: 1400, height: 900 },
      });
      await page.goto(new URL('/inbox', page.url()).href);
      const rows = page.locator('.waiting > li');
      expect([await rows.count(), await page.locator('.waiting > li:visible').count()]).toEqual([
        30, 20,
      ]);
      await page.getByText('and 10 more').waitFor();
      expect(await faults()).toEqual([]);
      await page.locator('[data-select-all]').check();
      await page.getByText('30 selected, 10 of them folded').waitFor();
      for (let press = 0; press < 25; press += 1) await page.keyboard.press('j');
      await page.locator('.waiting > li.here:visible').waitFor();
      expect(await page.locator('.waiting > li:visible').count()).toBe(30);
      expect(seen).toEqual([]);
    },
  );
});
