import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { etcMounts, madeUpEtc } from '../../src/sandbox/etc-folder.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const USER = { uid: 1000, gid: 1000, home: '/home/me' };

describe('/etc inside', () => {
  it('names one user with the home folder, and one host', () => {
    expect(madeUpEtc(USER)).toEqual({
      passwd:
        'root:x:0:0:root:/:/bin/sh\nroundsman:x:1000:1000::/home/me:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n',
      group: 'root:x:0:\nroundsman:x:1000:\nnogroup:x:65534:\n',
      hosts: '127.0.0.1 localhost roundsman\n::1 localhost\n',
      'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
    });
  });

  it('makes no second user of an odd home folder, and none of nobody', () => {
    const { passwd } = madeUpEtc({ uid: 65_534, gid: 65_534, home: '/a\nroot2:x:0:0::/:' });
    expect(passwd).toBe('root:x:0:0:root:/:/bin/sh\nroundsman:x:65534:65534::/:/bin/sh\n');
  });

  it('is one folder that is made once, with nothing in it that names secrets', async () => {
    const cache = temporaryFolder();
    const mounts = await etcMounts(cache, USER);
    const [etc] = mounts;
    expect(etc).toMatchObject({ kind: 'read', path: '/etc' });
    const folder = etc?.kind === 'read' ? (etc.from ?? '') : '';
    expect(readFileSync(join(folder, 'passwd'), 'utf8')).toBe(madeUpEtc(USER)['passwd']);
    for (const name of ['shadow', 'ssh', 'sudoers', 'resolv.conf', 'machine-id', 'hostname'])
      expect(existsSync(join(folder, name))).toBe(false);
    for (const mount of mounts.slice(1)) {
      expect(mount.kind).toBe('read');
      expect(statSync(join(folder, mount.path.slice('/etc/'.length))).isDirectory()).toBe(true);
    }
    const before = statSync(folder).ino;
    expect(await etcMounts(cache, USER)).toEqual(mounts);
    expect(statSync(folder).ino).toBe(before);
    expect(readdirSync(join(cache, 'etc'))).toHaveLength(1);
  });

  it('is another folder for another user, and whole whoever makes it first', async () => {
    const cache = temporaryFolder();
    const [first, same, other] = await Promise.all([
      etcMounts(cache, USER),
      etcMounts(cache, USER),
      etcMounts(cache, { ...USER, uid: 1001 }),
    ]);
    expect(same).toEqual(first);
    expect(other[0]).not.toEqual(first[0]);
    expect(readdirSync(join(cache, 'etc'))).toHaveLength(2);
  });
});
