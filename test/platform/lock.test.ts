import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { withLock } from '../../src/platform/lock.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const lockModule = new URL('../../.build/modules/platform/lock.js', import.meta.url).href;
const clockModule = new URL('../../.build/modules/platform/clock.js', import.meta.url).href;

describe('withLock', () => {
  it('lets one process at a time through: no update of a shared counter is lost', async () => {
    const folder = temporaryFolder();
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const script = `
      import { readFileSync, writeFileSync } from 'node:fs';
      import { withLock } from ${JSON.stringify(lockModule)};
      import { systemClock } from ${JSON.stringify(clockModule)};
      for (let i = 0; i < 50; i += 1) {
        await withLock({ path: ${JSON.stringify(join(folder, 'lock'))}, clock: systemClock, waitMs: 30_000 }, async () => {
          const value = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
          await new Promise((resolve) => setImmediate(resolve));
          writeFileSync(${JSON.stringify(counter)}, String(value + 1));
        });
      }`;
    const run = promisify(execFile);
    await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
    );
    expect(readFileSync(counter, 'utf8')).toBe('200');
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('takes over the lock of a process that died', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, JSON.stringify({ ...ownIdentity(), startTime: '1' }));
    await expect(withLock({ path, clock: systemClock, waitMs: 0 }, async () => 'in')).resolves.toBe(
      'in',
    );
  });

  it('leaves a lock to its holder on another machine, whose processes cannot be seen from here', async () => {
    const path = join(temporaryFolder(), 'lock');
    const holder = JSON.stringify({ ...ownIdentity(), startTime: '1', machine: 'two' });
    writeFileSync(path, holder);
    const attempt = withLock({ path, clock: systemClock, waitMs: 0 }, async () => 'in');
    await expect(attempt).rejects.toThrow('is held by process');
    expect(readFileSync(path, 'utf8')).toBe(holder);
  });

  it('names the holder when it does not get the lock in time', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, JSON.stringify(ownIdentity()));
    const attempt = withLock({ path, clock: systemClock, waitMs: 0 }, async () => 'in');
    await expect(attempt).rejects.toThrow(`the lock ${path} is held by process ${process.pid}`);
  });
});
