/** What a person does on other days: each told by what the page says afterwards, and by git where something changed there. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { agentProgram } from '../../kit/agent-program.ts';
import { openBrowser } from '../../kit/page-browser.ts';
import { auditOf, pageWorld, wholeNight, type PageWorld } from '../../kit/page-world.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const LONG = Array.from({ length: 60 }, (_, at) => `export const day${at} = ${at};`);

const to = (page: Page, path: string): Promise<unknown> =>
  page.goto(new URL(path, page.url()).href);
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).first().click();

/** What the page says was done; where it says nothing, the error tells what stands there. */
async function notice(page: Page): Promise<string> {
  await page.waitForLoadState('load');
  const said = page.locator('p.notice').first();
  if ((await said.count()) > 0) return said.innerText();
  throw new Error(`${page.url()} says nothing: ${await page.locator('main').innerText()}`);
}

/** A branch with a long file that changes at both ends, and another file. */
function longBranch(world: PageWorld): string {
  const changed = LONG.map((line, at) => (at === 4 || at === 50 ? `${line} // counted` : line));
  const { branch } = world.night('count-days', {
    files: { 'src/days.ts': `${changed.join('\n')}\n`, 'docs/days.md': '# Days\n' },
    message: 'Count two days',
    out: { 'report.md': '## Summary\n\nTwo days are counted.\n\n## Findings\n\nNone.\n' },
  });
  return branch ?? '';
}

async function expands(page: Page, branch: string): Promise<void> {
  await to(page, `/review/branch/${branch}`);
  const gaps = page.locator('.file', { hasText: 'days.ts' }).locator('[data-expand]');
  await gaps.first().waitFor();
  const [before, lines] = [await gaps.count(), page.locator('table.diff td.code')];
  const had = await lines.count();
  await gaps.nth(1).click();
  await page.getByText('export const day30 = 30;').waitFor();
  expect(await gaps.count()).toBe(before - 1);
  expect(await lines.count()).toBe(had + 39);
}

/** There is nowhere to push to: nothing is asked for. */
async function needsRemote(page: Page, branch: string): Promise<void> {
  await to(page, `/review/pull-request?what=${encodeURIComponent(branch)}`);
  await page.getByText('This repository has no remote').waitFor();
  expect(await page.locator('main form').count()).toBe(0);
}

async function splits(page: Page, { repo }: PageWorld, branch: string): Promise<void> {
  await to(page, `/review/branch/${branch}`);
  await follow(page, 'Split…');
  await page.getByLabel(/docs\/days\.md/).check();
  await press(page, 'Split');
  expect(await notice(page)).toMatch(/split/i);
  const left = repo.git('branch', '--list', 'roundsman/count-days/*', '--format=%(refname:short)');
  expect(left.trim().split('\n')).toHaveLength(2);
  expect(left).not.toContain(`${branch}\n`);
}

async function partsAndJoins(page: Page): Promise<void> {
  await to(page, '/review');
  const sets = await page.locator('li.set').count();
  await follow(page, /, and \d more/);
  await page.getByText('Change the group').click();
  await page
    .locator('form', { hasText: 'Take it out' })
    .locator('select')
    .selectOption({ index: 2 });
  await press(page, 'Take it out');
  expect(await notice(page)).toContain('is a group of its own now');
  expect(await page.locator('li.set').count()).toBe(sets + 1);
  await page.locator('.set-title', { hasNotText: ', and' }).first().click();
  await page.getByText('Change the group').click();
  await press(page, 'Add to the group');
  expect(await notice(page)).toContain('they are one group now');
  expect(await page.locator('li.set').count()).toBe(sets);
}

async function buildsUnion(page: Page): Promise<void> {
  await to(page, '/review');
  await follow(page, /, and \d more/);
  await press(page, 'Merge and test together');
  await page.waitForURL('**/jobs/**');
  await page.getByRole('link', { name: 'Open the result' }).waitFor({ timeout: 180_000 });
  await follow(page, 'Open the result');
  await page.getByRole('button', { name: 'Merge and test again' }).waitFor();
}

async function discardsAndRestores(page: Page, { repo }: PageWorld): Promise<void> {
  await to(page, '/review');
  await page.locator('a.branch', { hasText: 'count-days' }).first().click();
  const branch = decodeURIComponent(new URL(page.url()).pathname).replace('/review/branch/', '');
  const tip = repo.git('rev-parse', branch);
  await follow(page, 'Discard…');
  await page.getByLabel(/Reason/).fill('Days are counted elsewhere');
  await press(page, /^Discard/);
  expect(await notice(page)).toMatch(/discarded/i);
  expect(repo.git('branch', '--list', branch)).toBe('');
  await to(page, '/review/landings');
  await page
    .locator('li', { hasText: 'Days are counted elsewhere' })
    .getByRole('button', { name: 'Restore' })
    .click();
  expect(await notice(page)).toMatch(/restored|again|back/i);
  expect(repo.git('rev-parse', branch)).toBe(tip);
}

async function edits(page: Page): Promise<void> {
  await to(page, '/outbox');
  await follow(page, /Amounts below zero/);
  await page.getByText('Edit', { exact: true }).click();
  await page.getByLabel('Title').fill('Negative amounts lose their sign');
  await press(page, 'Keep the new wording');
  await notice(page);
  await to(page, '/outbox');
  await follow(page, /Negative amounts lose their sign/);
}

async function judgesFindings(page: Page): Promise<void> {
  await to(page, '/findings');
  const row = (text: string) => page.locator('li.finding', { hasText: text });
  await row('31st').getByRole('button', { name: 'Accept' }).click();
  expect(await notice(page)).toBe('Accepted: parseDate takes the 31st of every month');
  await row('every year').getByPlaceholder('Reason').fill('One year is all there is');
  await row('every year').getByRole('button', { name: 'Dismiss' }).click();
  expect(await notice(page)).toBe('Dismissed: monthTotal counts entries of every year');
  await row('half a cent').getByRole('button', { name: 'Snooze' }).click();
  expect(await notice(page)).toMatch(/^Snoozed until [-\d]{10}: format rounds half a cent down$/);
  await to(page, '/findings?show=aside');
  expect(await page.locator('li.finding').count()).toBe(2);
  await row('every year').locator('summary').click();
  await row('every year').getByText('One year is all there is').waitFor();
  await row('every year').getByRole('button', { name: 'Take back' }).click();
  expect(await notice(page)).toContain('Taken back');
}

interface Told {
  readonly ids: readonly string[];
  readonly text: string;
}

/** What the live part of a run tells, until `wanted` was among it. */
function listen(
  page: Page,
  request: { url: string; after: string; wanted: string },
): Promise<Told> {
  return page.evaluate(async ({ url, after, wanted }) => {
    const done = new AbortController();
    const headers: Record<string, string> = after === '' ? {} : { 'last-event-id': after };
    const answer = await fetch(url, { headers, signal: done.signal });
    const reader = answer.body?.getReader();
    if (reader === undefined) throw new Error('nothing is told');
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes(wanted)) {
      const { value, done: isOver } = await reader.read();
      if (isOver) break;
      text += decoder.decode(value, { stream: true });
    }
    done.abort();
    return { ids: [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? ''), text };
  }, request);
}

async function watchesAndCancels(page: Page, world: PageWorld): Promise<void> {
  world.agentRoutine('long-look', agentProgram('hangs'), 'workspace: { isolation: private }\n');
  await to(page, '/routines/long-look');
  await press(page, 'Run now');
  expect(await notice(page)).toContain('is queued');
  await waitUntil(() => {
    const runs: readonly { readonly state: string }[] = JSON.parse(
      world.roundsman('runs', '--json').stdout,
    );
    return runs.some(({ state }) => state === 'running') ? true : null;
  });
  // The routine's own page shows it without being loaded again.
  await page.locator('#routine-now td a[href^="/runs/"]').first().waitFor();
  await to(page, '/runs?routine=long-look');
  await page.locator('main td a[href^="/runs/"]').first().click();
  await page.locator('#lines').getByText('started').waitFor();
  const url = await page.locator('[data-live]').getAttribute('data-live');
  const whole = await listen(page, { url: url ?? '', after: '', wanted: 'started' });
  expect(whole.ids.length).toBeGreaterThan(2);
  // A connection that broke goes on after what arrived.
  const [first = ''] = whole.ids;
  const rest = await listen(page, { url: url ?? '', after: first, wanted: 'started' });
  expect(rest.ids).toEqual(whole.ids.slice(1));
  await press(page, 'Cancel');
  expect(await notice(page)).toMatch(/^Asked run \w+ to stop\./);
  await page.getByText('cancelled').first().waitFor();
}

describe('at the page', () => {
  it(
    'a diff is expanded, branches are split, parted, joined, united, discarded and restored',
    {
      timeout: 200_000,
    },
    async () => {
      const world = pageWorld({ 'src/days.ts': `${LONG.join('\n')}\n` });
      wholeNight(world);
      const branch = longBranch(world);
      const { page, seen } = await openBrowser(world.open());
      await expands(page, branch);
      await needsRemote(page, branch);
      await splits(page, world, branch);
      await partsAndJoins(page);
      await buildsUnion(page);
      await discardsAndRestores(page, world);
      await edits(page);
      expect(seen).toEqual([]);
    },
  );

  it(
    'findings are judged, and a run is watched and cancelled',
    {
      timeout: 200_000,
    },
    async () => {
      const world = pageWorld();
      auditOf(world);
      const { page, seen } = await openBrowser(world.open());
      await judgesFindings(page);
      await watchesAndCancels(page, world);
      expect(seen).toEqual([]);
    },
  );
});
