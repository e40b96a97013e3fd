import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openRuntimeFolder, socketPath } from '../../src/platform/sockets.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const SHARED = `/tmp/roundsman-${userInfo().uid}`;

describe('openRuntimeFolder', () => {
  it('is a private folder below the one of the session', async () => {
    const session = temporaryFolder('rt-');
    const folder = await openRuntimeFolder({ XDG_RUNTIME_DIR: session });
    expect(folder).toBe(join(session, 'roundsman'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('takes rights away that others have on it', async () => {
    const session = temporaryFolder('rt-');
    mkdirSync(join(session, 'roundsman'));
    chmodSync(join(session, 'roundsman'), 0o777);
    const folder = await openRuntimeFolder({ XDG_RUNTIME_DIR: session });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['is not set', () => undefined],
    ['is not there', () => join(temporaryFolder('rt-'), 'gone')],
    ['is not an absolute path', () => 'run'],
    ['is long', () => `/${'x'.repeat(90)}`],
    [
      'holds a link in the place of ours',
      () => {
        const session = temporaryFolder('rt-');
        symlinkSync('/etc', join(session, 'roundsman'));
        return session;
      },
    ],
  ])('is one under /tmp when that of the session %s', async (_, session) => {
    expect(await openRuntimeFolder({ XDG_RUNTIME_DIR: session() })).toBe(SHARED);
  });
});

describe('socketPath', () => {
  it('refuses what a socket would cut in silence', () => {
    expect(() => socketPath(`/${'x'.repeat(95)}`, 'a')).toThrow(
      `/${'x'.repeat(95)}/a.sock is too long for a socket`,
    );
    expect(socketPath('/run/user/1000/roundsman', 'a')).toBe('/run/user/1000/roundsman/a.sock');
  });
});
