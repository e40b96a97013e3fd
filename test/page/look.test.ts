import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { openBrowser } from '../kit/page-browser.ts';
import { pageWorld, wholeNight } from '../kit/page-world.ts';

it('looks', { timeout: 200_000 }, async () => {
  const world = pageWorld();
  console.time('night');
  wholeNight(world);
  console.timeEnd('night');
  const { page, seen, faults } = await openBrowser(world.open());
  console.timeEnd('open');
  const shot = async (name: string, to?: string): Promise<void> => {
    if (to !== undefined) await page.goto(new URL(to, page.url()).href);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
    writeFileSync(`/tmp/shots/${name}.html`, await page.content());
    console.log(name, page.url(), await page.title(), seen.splice?.(0), await faults());
  };
  await shot('inbox');
  await shot('review', '/review');
  const sets = await page.locator('.set-title').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  console.log(sets);
  let n = 0;
  for (const set of sets) await shot(`set${(n += 1)}`, set ?? '');
  const branches = await page.locator('a.branch').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  await shot('branch', branches[0] ?? '');
  await shot('branch-split', `${branches[0]}?view=split`);
  await shot('land', `/review/land?what=${encodeURIComponent((sets[0] ?? '').split('/').at(-1) ?? '')}`);
  await shot('landings', '/review/landings');
  await shot('outbox', '/outbox');
  const p = await page.locator('.set-title').first().getAttribute('href');
  await shot('proposal', p ?? '');
  await shot('questions', '/questions');
  await shot('question', (await page.locator('.set-title').first().getAttribute('href')) ?? '');
  await shot('doctor', '/doctor');
});
