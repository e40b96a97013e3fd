/** Each program of ours drops what it was started with, before anything else. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../kit/git-repo.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** What earlier builds left is not among them. */
const [BUILT = ''] = readFileSync(join(DIST, '../.build/built.json'), 'utf8').split('"replaced"');
const PROGRAMS = (BUILT.match(/[a-z/]+\/main\.js(?=")/g) ?? []).toSorted();

/** Where descriptor 60 of the program led when it ended; it was started with a folder there. */
function leadsTo(program: string): string {
  const folder = temporaryFolder();
  const told = join(folder, 'told');
  const witness = join(folder, 'witness.mjs');
  writeFileSync(
    witness,
    `import { readlinkSync, writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(${JSON.stringify(told)}, readlinkSync('/proc/self/fd/60')));`,
  );
  const shell = 'exec 60</etc; exec "$@"';
  const words = [process.execPath, '--import', witness, join(DIST, program), '--version'];
  spawnSync('bash', ['-c', shell, 'bash', ...words], {
    env: { PATH: process.env['PATH'], HOME: folder },
    cwd: folder,
    stdio: 'ignore',
  });
  return readFileSync(told, 'utf8');
}

it('is said of every program that is built', () => {
  expect(PROGRAMS).toEqual([
    'cli/main.js',
    'collectors/builtin/main.js',
    'daemon/chore/main.js',
    'engines/acp/driver/main.js',
    'runtime/supervisor/main.js',
    'runtime/worker/main.js',
    'sandbox/inside/main.js',
  ]);
});

it.each(PROGRAMS)('%s has nothing left of it to hand on', (program) => {
  expect(leadsTo(program)).toBe('/dev/null');
});
