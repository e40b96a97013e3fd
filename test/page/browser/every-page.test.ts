/** Every page as people have them: light and dark, on a phone, by keyboard alone, and without script. */
import { describe, expect, it } from 'vitest';

import { openBrowser, type Watched } from '../../kit/page-browser.ts';
import { takePictures, type PictureOf } from '../../kit/page-pictures.ts';
import {
  auditOf,
  pageWorld,
  variantsOf,
  wholeNight,
  type PageWorld,
} from '../../kit/page-world.ts';
import { MUTE_MAIL, toldNight } from '../../kit/told-night.ts';
import { weeksOfWork } from '../../kit/weeks-of-work.ts';

const PAGES = [
  '/',
  '/inbox',
  '/inbox?aside=1',
  '/routines',
  '/routines/new?name=look-around',
  '/routines/dead-code/edit?schedule=weekdays+at+07:00',
  '/routines/new?name=Bad+Name',
  '/routines/dead-code',
  '/routines/dead-code/enable',
  '/routines/dead-code/acceptance',
  '/runs',
  '/review',
  '/review/landings',
  '/outbox',
  '/questions',
  '/findings',
  '/items',
  '/audit',
  '/notes',
  '/messages',
  '/messages?state=sent',
  '/sessions',
  '/history',
  '/search?q=dates',
  '/home/plots',
  '/status',
  '/doctor',
  '/doctor/checks',
  '/connections',
];

async function goTo({ page }: Watched, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

async function linkOf({ page }: Watched, selector: string): Promise<string> {
  const href = await page.locator(selector).first().getAttribute('href');
  if (href === null) throw new Error(`${page.url()} has no ${selector}`);
  return href;
}

/** Also those that only this world has. */
async function allPages(world: PageWorld, watched: Watched): Promise<readonly string[]> {
  const found: string[] = [];
  await goTo(watched, '/review');
  const set = await linkOf(watched, '.set-title');
  const branch = await linkOf(watched, 'a.branch');
  found.push(set, branch, `${branch}?view=split`, `/review/land?what=${set.split('/').at(-1)}`);
  found.push(`/review/discard?what=${set.split('/').at(-1)}`);
  await goTo(watched, '/outbox');
  found.push(await linkOf(watched, '.set-title'));
  await goTo(watched, '/questions');
  found.push(await linkOf(watched, '.set-title'));
  await goTo(watched, '/inbox');
  found.push(...(await entriesOfKinds(watched)));
  await goTo(watched, '/runs');
  const run = await linkOf(watched, 'main a[href^="/runs/"]');
  found.push(run, ...['brief', 'files', 'log', 'mail'].map((part) => `${run}/${part}`));
  const findings: readonly { readonly id: string }[] = JSON.parse(
    world.roundsman('findings', '--all', '--json').stdout,
  );
  if (findings[0] === undefined) throw new Error('no finding');
  found.push(`/findings/${findings[0].id}`);
  for (const list of ['items', 'sessions', 'messages']) {
    await goTo(watched, `/${list}`);
    found.push(await linkOf(watched, `main a[href^="/${list}/"]`));
  }
  await goTo(watched, '/review');
  await watched.page.getByRole('link', { name: /2 variants/ }).click();
  found.push(await linkOf(watched, '.variants a.button'));
  return [...PAGES, ...found];
}

/** One of each kind. */
async function entriesOfKinds({ page }: Watched): Promise<readonly string[]> {
  const all = await page
    .locator('.waiting > li')
    .evaluateAll((rows) =>
      rows.map((one) => [one.dataset['kind'] ?? '', one.dataset['open'] ?? '']),
    );
  return [...new Map(all.map(([kind = '', to = '']) => [kind, to])).values()];
}

/** A name for the path of each. */
function picturesOf(pages: readonly string[]): readonly PictureOf[] {
  const names: readonly (readonly [string, RegExp])[] = [
    ['home', /^\/$/],
    ['inbox', /^\/inbox$/],
    ['run', /^\/runs\/./],
    ['set', /^\/review\/S-/],
    ['branch', /^\/review\/branch\/[^?]*$/],
    ['compare', /^\/review\/compare/],
    ['proposal', /^\/outbox\/./],
  ];
  return names.flatMap(([name, is]) => {
    const path = pages.find((one) => is.test(one));
    return path === undefined ? [] : [{ name, path }];
  });
}

/** Also pages that are wider than the screen. */
async function faultsOn(watched: Watched, pages: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const path of pages) {
    await goTo(watched, path);
    const { body, screen } = await watched.page.evaluate(() => ({
      body: document.documentElement.scrollWidth,
      screen: window.innerWidth,
    }));
    if (body > screen) faults.push(`${path}: ${body} wide on ${screen}`);
    faults.push(...(await watched.faults()).map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

describe('every page', () => {
  it(
    'has no serious fault for whoever reads otherwise, and asks nobody else',
    { timeout: 600_000 },
    async () => {
      const world = pageWorld({}, MUTE_MAIL);
      await weeksOfWork(world);
      wholeNight(world);
      variantsOf(world);
      auditOf(world);
      toldNight(world);
      const light = await openBrowser(world.open());
      const pages = await allPages(world, light);
      if (process.env['PAGE_PICTURES'] !== undefined) await takePictures(world, picturesOf(pages));
      const dark = await openBrowser(world.link(), { dark: true });
      const phone = await openBrowser(world.link(), { size: { width: 390, height: 844 } });
      // At once: a browser leaves a core idle while the daemon answers.
      const [inLight, inDark, onPhone] = await Promise.all([
        faultsOn(light, pages),
        faultsOn(dark, pages),
        faultsOn(phone, pages),
      ]);
      expect({ inLight, inDark, onPhone }).toEqual({ inLight: [], inDark: [], onPhone: [] });
      expect(light.seen.join('\n')).toBe('');

      await byKeyboard(await openBrowser(world.link()));
      await withoutScript(await openBrowser(world.link(), { script: false }));
    },
  );
});

/** From the review to a comment, without a mouse. */
async function byKeyboard(watched: Watched): Promise<void> {
  const { page, seen } = watched;
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await page.waitForURL('**/review');
  await goTo(watched, await linkOf(watched, 'a.branch'));
  await page.keyboard.press('n');
  await page.locator('.file:focus').waitFor();
  await page.keyboard.press('j');
  await page.locator('tbody.hunk:focus').waitFor();
  await page.keyboard.press('c');
  await page.locator('tr.form-row textarea:focus').waitFor();
  await page.keyboard.type('By keyboard alone.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('is written down').first().waitFor();
  await page.locator('tr.talk .comment-text').getByText('By keyboard alone.').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.press('v');
  await page.locator('.file.is-viewed').first().waitFor();
  await page.reload();
  await page.locator('.file.is-viewed').first().waitFor();
  await page.keyboard.press('l');
  await page.waitForURL('**/review/land?**');
  expect(seen).toEqual([]);
}

/** Reads a diff, comments on a line, and declines a proposal, by links and forms alone. */
async function withoutScript(watched: Watched): Promise<void> {
  const { page } = watched;
  await goTo(watched, '/review');
  await goTo(watched, await linkOf(watched, 'a.branch'));
  expect(await page.locator('table.diff tr.added').count()).toBeGreaterThan(0);
  await page.locator('details.talk-panel > summary').click({ trial: true });
  await page.locator('.file-tools a').first().click();
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
  await goTo(watched, '/outbox');
  await page.locator('.set-title').first().click();
  await page.getByLabel('Reason, required to decline').fill('Not now');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Declined 1 request; later runs are told.').waitFor();
}
