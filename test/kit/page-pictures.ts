/** The pictures of docs/page.md. Taken only where PAGE_PICTURES is set: they would change with every run of the tests. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { openBrowser, type BrowserWishes } from './page-browser.ts';
import type { PageWorld } from './page-world.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const LIGHT = { size: { width: 1080, height: 660 } };
const PHONE = { size: { width: 390, height: 780 } };

export interface PictureOf {
  readonly name: string;
  readonly path: string;
}

/** @param pages each once; the inbox also on a phone */
export async function takePictures(world: PageWorld, pages: readonly PictureOf[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await take(world, LIGHT, pages);
  const inbox = pages.filter(({ name }) => name === 'inbox');
  await take(
    world,
    PHONE,
    inbox.map(({ path }) => ({ name: 'inbox-phone', path })),
  );
}

async function take(
  world: PageWorld,
  wishes: BrowserWishes,
  pictures: readonly PictureOf[],
): Promise<void> {
  const { page } = await openBrowser(world.link(), wishes);
  const { origin } = new URL(page.url());
  for (const { name, path } of pictures) {
    await page.goto(`${origin}${path}`);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.screenshot({ path: `${FOLDER}page-${name}.png` });
  }
}
