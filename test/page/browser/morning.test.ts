/** A whole morning at the page, in a real browser: what is pressed there is seen in git and on the page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { openBrowser } from '../../kit/page-browser.ts';
import {
  pageWorld,
  talkedTo,
  variantsOf,
  wholeNight,
  type PageWorld,
} from '../../kit/page-world.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const to = (page: Page, path: string): Promise<unknown> =>
  page.goto(new URL(path, page.url()).href);
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).first().click();
const heading = (page: Page): Promise<string> =>
  page.getByRole('heading', { level: 1 }).innerText();

/** What the page says was done; where it says nothing, the error tells what stands there. */
async function notice(page: Page): Promise<string> {
  await page.waitForLoadState('load');
  const said = page.locator('p.notice').first();
  if ((await said.count()) > 0) return said.innerText();
  throw new Error(`${page.url()} says nothing: ${await page.locator('main').innerText()}`);
}

async function reads(page: Page): Promise<void> {
  expect(await heading(page)).toMatch(/^Good (morning|afternoon|evening)$/);
  await follow(page, /^\d+ waiting$/);
  expect(await heading(page)).toBe('Inbox');
  await to(page, '/review');
  await follow(page, /rename-dates\//);
  await follow(page, 'Report');
  await page.getByText('with its three callers').first().waitFor();
}

async function choosesOne(page: Page, { repo }: PageWorld): Promise<void> {
  await to(page, '/review');
  await follow(page, /Describe one way/);
  await follow(page, /Compare 2 side by side/);
  expect(await heading(page)).toBe('2 variants of one task');
  expect(await page.locator('table.compare-files tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^docs\/ways\.md\s+added \+3 −0\s+added \+3 −0$/),
  ]);
  await page
    .locator('table.compare form')
    .first()
    .getByLabel('Reason, optional')
    .fill('the shorter one');
  await press(page, 'Choose this one');
  expect(await notice(page)).toMatch(/landed, 1 other discarded\.$/);
  expect(repo.git('show', 'main:docs/ways.md')).toContain('# One way');
  expect(repo.git('branch', '--list', 'roundsman/two-ways/*').split('\n').length).toBeLessThan(2);
}

async function comments(page: Page, world: PageWorld, branch: string): Promise<void> {
  await to(page, `/review/branch/${branch}`);
  await page.locator('td.no[data-new="3"]').click();
  await page.locator('tr.form-row textarea').fill('In which zone?');
  await page.locator('tr.form-row').getByRole('button', { name: 'Add comment' }).click();
  expect(await notice(page)).toContain('is written down');
  await page.locator('tr.talk .comment-text').getByText('In which zone?').waitFor();
  await press(page, /Send 1 comment/);
  expect(await notice(page)).toContain('works on them');
  await waitUntil(() => (world.claude.starts().length === 2 ? true : null));
  const second = world.claude.starts()[1];
  expect(second?.prompt).toContain('In which zone?');
  expect(second?.resumed).toBe(true);
}

async function answers(page: Page, world: PageWorld): Promise<void> {
  await to(page, '/questions');
  await follow(page, /The old name parseDate/);
  await press(page, 'Keep both');
  expect(await notice(page)).toBe('Answered: the run continues.');
  await waitUntil(() =>
    world.repo.git('branch', '--list', 'roundsman/ask-owner/*') === '' ? null : true,
  );
}

async function approves(page: Page, world: PageWorld): Promise<void> {
  await to(page, '/outbox');
  await follow(page, /Amounts below zero/);
  await press(page, 'Approve');
  expect(await notice(page)).toBe('Approved 1 request, and done.');
  const items: readonly unknown[] = JSON.parse(world.roundsman('items', '--json').stdout);
  expect(items).toEqual([
    expect.objectContaining({ title: 'Amounts below zero lose their sign', state: 'open' }),
  ]);
}

async function landsAndUndoes(page: Page, { repo }: PageWorld): Promise<void> {
  const before = repo.git('rev-parse', 'main');
  await to(page, '/review');
  await follow(page, /, and 2 more/);
  expect(await page.locator('.couplings li').count()).toBeGreaterThan(1);
  await follow(page, 'Land…');
  expect(await heading(page)).toBe('Land 3 branches on main');
  await page.getByLabel('Reason, optional').fill('They belong together');
  await press(page, 'Land 3 branches on main');
  expect(await notice(page)).toMatch(/^Landed 3 branches: main is at [0-9a-f]{9}\.$/);
  const landed = repo.git('show', '--stat', '--format=', `${before}..main`);
  expect(landed).toContain('src/list.ts');
  expect(repo.git('show', 'main:src/dates.ts')).toContain('readDate');
  await page
    .locator('details[open] form')
    .getByLabel('Reason, required')
    .fill('One caller is left');
  await press(page, 'Undo this landing');
  expect(await notice(page)).toBe(`Undone: main is at ${before.slice(0, 9)} again.`);
  expect(repo.git('rev-parse', 'main')).toBe(before);
}

describe('a morning at the page', () => {
  it('is done whole, and seen in git', { timeout: 600_000 }, async () => {
    const world = pageWorld();
    wholeNight(world);
    variantsOf(world);
    const guide = talkedTo(world);
    const { page, seen } = await openBrowser(world.open());
    await reads(page);
    await choosesOne(page, world);
    await comments(page, world, guide.branch ?? '');
    await answers(page, world);
    await approves(page, world);
    await landsAndUndoes(page, world);
    expect(seen).toEqual([]);
  });
});
