// Bundles the programs with the kinds of this folder, as a package of its own in .build/outside.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { bundlePrograms } from '../../scripts/build/bundle.mjs';

const PROGRAMS = ['cli', 'runtime/supervisor', 'runtime/worker', 'collectors/builtin'];
const ASSETS = ['reports/templates', 'connections/webhook/bodies', 'page/assets', 'sandbox'];

const root = resolve('.');
const home = join(root, '.build', 'outside');
rmSync(home, { recursive: true, force: true });
mkdirSync(join(home, 'dist'), { recursive: true });
await bundlePrograms({
  root,
  staged: join(home, 'dist'),
  programs: PROGRAMS.map((folder) => ({
    folder,
    source: `test/outside/programs/${folder.split('/').at(-1)}.ts`,
  })),
});
for (const name of ASSETS)
  cpSync(join(root, 'dist', name), join(home, 'dist', name), { recursive: true });
cpSync(join(root, 'package.json'), join(home, 'package.json'));
cpSync(join(root, 'routines'), join(home, 'routines'), { recursive: true });
