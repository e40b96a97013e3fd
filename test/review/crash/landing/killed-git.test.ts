/** Not Roundsman dies here but the git that it started, such as by a system that is out of memory. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../kit/git-repo.ts';
import { expectNothingHalf, reviewUntil, stateOf } from '../../../kit/landing-crash.ts';
import { landingWorld } from '../../../kit/landing-world.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 3_000 }, (_one, at) => [`many/${1_000 + at}.txt`, `${at}\n`.repeat(20)]),
);
const REQUEST = { what: 'fix/many', by: 'ada', reason: 'because', anyway: true };

/** A git of which one call is killed as soon as a file is there. */
function mortalGit(verb: string, file: string): { readonly path: string; readonly mark: string } {
  const folder = temporaryFolder('rm-git-');
  const mark = join(folder, 'killed');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    join(folder, 'bin', 'git'),
    `#!/bin/sh
case " $* " in *' ${verb} '*)
  ${real} "$@" & pid=$!
  until [ -e '${file}' ] || [ ! -e /proc/$pid ]; do :; done
  kill -9 $pid && touch '${mark}'
  wait $pid
  exit 137 ;;
esac
exec ${real} "$@"
`,
    { mode: 0o755 },
  );
  return { path: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, mark };
}

test('a git that is killed while it writes files leaves nothing half, and the landing can be done again', async () => {
  const world = await landingWorld();
  world.branch('fix/many', { files: { ...FILES, 'src/a.ts': 'export const a = 2;\n' } });
  world.repo.write('notes.txt', 'mine\n');
  const before = stateOf(world);
  const git = mortalGit('--ff-only', 'many/1003.txt');
  const env = { ...world.env, PATH: git.path };
  const ran = reviewUntil({ ...world, env }, 'land', { request: REQUEST, point: null });
  expect(existsSync(git.mark)).toBe(true);
  expect(ran.said).toContain('could not be moved');
  expect(stateOf(world)).toEqual(before);
  await expectNothingHalf(world);
  expect(reviewUntil(world, 'land', { request: REQUEST, point: null }).said).toBe('done');
  expect(world.repo.git('status', '--porcelain')).toBe('?? notes.txt');
});
