/**
 * The programs of fixtures/probed/ as bundles, made before the tests of a tier that kills them: they are started thousands of
 * times, and from single modules each start takes twice as long.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { bundlePrograms } from '../../scripts/build/bundle.mjs';

const PROGRAMS = ['command', 'daemon', 'review', 'supervisor', 'worker'] as const;
const FOLDER = 'TEST_PROBED';

export async function setup(): Promise<() => void> {
  // Below the checkout, where packages are found; builds remove what was left there.
  const staged = mkdtempSync(resolve('.build/staged-'));
  const programs = PROGRAMS.map((name) => ({
    folder: name,
    source: `test/fixtures/probed/${name}.mjs`,
  }));
  await bundlePrograms({ root: resolve('.'), staged, programs });
  process.env[FOLDER] = staged;
  return () => rmSync(staged, { recursive: true, force: true });
}

/** Absolute path. @throws in a tier whose tests kill none of them */
export function probedProgram(name: (typeof PROGRAMS)[number]): string {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error(`no bundle of ${name} was made for this tier`);
  return join(folder, name, 'main.js');
}
