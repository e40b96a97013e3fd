/** Builds of a copy of this checkout: side by side, while programs of the build before them run, and when nothing changed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { checkoutCopy } from '../kit/checkout-copy.ts';

const checkout = checkoutCopy();
const program = join(checkout, 'dist/cli/main.js');
const changed = join(checkout, 'src/cli/main.ts');
const soonGone = join(checkout, 'src/page/assets/soon-gone.css');
const soonGoneBuilt = join(checkout, 'dist/page/assets/soon-gone.css');

function startBuild(): ChildProcess {
  return spawn(process.execPath, ['scripts/build.mjs'], { cwd: checkout, stdio: 'inherit' });
}

async function ended(process: ChildProcess): Promise<number | null> {
  if (process.exitCode === null) await once(process, 'exit');
  return process.exitCode;
}

function build(): number | null {
  return spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: checkout, stdio: 'inherit' })
    .status;
}

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

describe('a build', () => {
  it('is skipped when the sources did not change, and made again when its files did', () => {
    const before = statSync(program).ino;
    expect(build()).toBe(0);
    expect(statSync(program).ino).toBe(before);
    writeFileSync(program, '// broken\n');
    expect(build()).toBe(0);
    expect(readFileSync(program, 'utf8')).not.toBe('// broken\n');
  });

  it('leaves no moment without a program that starts, also when two are made at once', async () => {
    appendFileSync(changed, '// changed\n');
    writeFileSync(soonGone, '');
    const before = statSync(program).ino;
    const builds = [startBuild(), startBuild()];
    const failed: string[] = [];
    const all = Promise.all(builds.map(ended));
    let starts = 0;
    while (builds.some(({ exitCode }) => exitCode === null)) {
      const started = spawn(process.execPath, [program, '--version'], { stdio: 'pipe' });
      let said = '';
      started.stderr?.on('data', (chunk) => (said += String(chunk)));
      if ((await ended(started)) !== 0) failed.push(said);
      starts += 1;
    }
    expect(await all).toEqual([0, 0]);
    expect(failed).toEqual([]);
    expect(starts).toBeGreaterThan(1);
    expect(statSync(program).ino).not.toBe(before);
    expect(readdirSync(join(checkout, '.build'))).toEqual(['built.json', 'modules']);
  });

  it('goes on when the one that held the lock was killed', async () => {
    appendFileSync(changed, '// changed again\n');
    const killed = startBuild();
    const lock = join(checkout, '.build/lock');
    while (!existsSync(lock)) await new Promise(setImmediate);
    killed.kill('SIGKILL');
    await ended(killed);
    expect(existsSync(lock)).toBe(true);
    expect(build()).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it('keeps what it no longer has for three builds, outside of the package', () => {
    rmSync(soonGone);
    build();
    expect(existsSync(soonGoneBuilt)).toBe(true);
    const packed = packedFiles();
    expect(packed).toContain('dist/page/assets/page.css');
    expect(packed).not.toContain('dist/page/assets/soon-gone.css');

    for (const _ of [1, 2, 3]) {
      expect(existsSync(soonGoneBuilt)).toBe(true);
      appendFileSync(changed, '// changed once more\n');
      build();
    }
    expect(existsSync(soonGoneBuilt)).toBe(false);
  });
});

function packedFiles(): readonly string[] {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return [...packed.stdout.matchAll(/"path": "([^"]+)"/g)].flatMap(([, path = '']) => path);
}
