import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { permittedMounts } from '../../src/sandbox/permitted-mounts.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

/** A home with a store in it, behind a link; a state folder; a repository. */
function place(): {
  readonly home: string;
  readonly real: string;
  readonly closed: readonly string[];
} {
  const top = temporaryFolder();
  const home = join(top, 'home');
  const real = join(top, 'disk', 'store');
  for (const path of [join(home, 'notes'), real, join(top, 'state/runs'), join(top, 'repo/.git')])
    mkdirSync(path, { recursive: true });
  symlinkSync(real, join(home, 'store'));
  return { home, real, closed: [join(top, 'state'), join(top, 'repo/.git')] };
}

describe('permissions.read', () => {
  it('shows a folder at its own path, and one behind a link at both', () => {
    const { home, real, closed } = place();
    const read = ['~/notes', `${home}/store/`];
    expect(permittedMounts({ read, home, closed })).toEqual({
      mounts: [
        { kind: 'read', path: join(home, 'notes'), from: join(home, 'notes') },
        { kind: 'read', path: real },
        { kind: 'read', path: join(home, 'store'), from: real },
      ],
      notices: [],
    });
  });

  it('names what is not there', () => {
    const { home, closed } = place();
    expect(permittedMounts({ read: ['~/nothing'], home, closed })).toEqual({
      mounts: [],
      notices: ['permissions.read: `~/nothing` is not there, so the run could not read it'],
    });
  });

  it.each(['/', '~/', '~/../home'])('refuses the whole home folder: %s', (asked) => {
    const { home, closed } = place();
    expect(() => permittedMounts({ read: [asked], home, closed })).toThrow(
      `permissions.read: ${asked} holds your whole home folder`,
    );
  });

  it('refuses the state folder and the repository, from above, from below and through a link', () => {
    const { home, closed } = place();
    const [state = '', gitDir = ''] = closed;
    symlinkSync(join(state, 'runs'), join(home, 'runs'));
    for (const asked of [state, join(state, 'runs'), join(gitDir, '..'), gitDir, '~/runs']) {
      expect(() => permittedMounts({ read: [asked], home, closed })).toThrow(
        `permissions.read: ${asked} holds, or lies in, Roundsman's state folder or the repository's .git`,
      );
    }
  });
});
