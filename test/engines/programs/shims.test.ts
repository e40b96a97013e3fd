import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { askVersion } from '../../../src/engines/programs/ask-version.ts';
import { findRealProgram } from '../../../src/engines/programs/find-real-program.ts';
import type { ProgramSpec } from '../../../src/engines/programs/program-spec.ts';
import { findNode } from '../../../src/engines/programs/real-in-package.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

/** One program that is all others, by the name that it is called by, as version managers have it. */
function versionManager(versions: Readonly<Record<string, string>>): {
  readonly shims: string;
  readonly env: Readonly<Record<string, string>>;
  readonly set: (name: string, version: string) => void;
} {
  const home = temporaryFolder('rm-shims-');
  const shims = join(home, 'shims');
  mkdirSync(shims);
  const manager = join(home, 'manager');
  const place = (name: string): string => join(home, `${name}.version`);
  const text = `#!/bin/sh\ncase "\${0##*/}" in\nmanager) echo 2026.1.0 ;;\n*) read -r line < "${home}/\${0##*/}.version"; echo "$line" ;;\nesac\n`;
  writeFileSync(manager, text, { mode: 0o755 });
  for (const [name, version] of Object.entries(versions)) {
    symlinkSync(manager, join(shims, name));
    writeFileSync(place(name), `${version}\n`);
  }
  return {
    shims,
    env: { HOME: home, PATH: shims },
    set: (name, version) => writeFileSync(place(name), `${version}\n`),
  };
}

function specOf(name: string): ProgramSpec {
  return {
    name,
    about: { name, install: 'install it', tested: null },
    packages: ['no-such-package'],
    real: { kind: 'found' },
  };
}

describe('a program that a version manager stands in for', () => {
  it('is started by its own name, and told apart from others behind the same file', async () => {
    const { shims, env } = versionManager({ one: '1.2.3', other: '4.5.6' });
    expect(await findRealProgram(specOf('one'), { env })).toEqual({
      kind: 'ready',
      version: '1.2.3',
      program: [join(shims, 'one')],
      warnings: [],
    });
    expect(await findRealProgram(specOf('other'), { env })).toMatchObject({ version: '4.5.6' });
  });

  it('is asked each time: another version leaves its file as it was', async () => {
    const { shims, env, set } = versionManager({ one: '1.2.3' });
    expect(await askVersion([join(shims, 'one')], env)).toBe('1.2.3');
    set('one', '1.3.0');
    expect(await askVersion([join(shims, 'one')], env)).toBe('1.3.0');
  });

  it('is Node by its own name, and never the manager', async () => {
    const { shims, env } = versionManager({ node: 'v22.20.0' });
    const search = { asked: join(shims, 'x'), packageRoot: '/nowhere/lib/x', env };
    expect(await findNode({ ...search, atLeast: '22.19.0' })).toEqual({
      kind: 'found',
      path: join(shims, 'node'),
    });
    const tooOld = await findNode({ ...search, atLeast: '99.0.0' });
    expect(tooOld).toMatchObject({
      kind: 'not-found',
      seen: [{ path: join(shims, 'node'), version: '22.20.0' }, {}],
    });
  });
});
