import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { dropInherited } from '../../src/platform/inherited-descriptors.ts';
import { removeSoon } from './git-repo.ts';

// As each program of ours does: to cover a high number in every program that is started costs more than starting it.
dropInherited();

/** No test sees the git settings, the state folder or the hooks' variables of whoever runs it. */
for (const name of Object.keys(process.env)) {
  // Where the real programs are kept is the machine's affair.
  if (name === 'ROUNDSMAN_TEST_AGENTS') continue;
  if (name.startsWith('GIT_') || name.startsWith('ROUNDSMAN_') || name.startsWith('XDG_'))
    delete process.env[name];
}
const home = mkdtempSync(join(tmpdir(), 'rm-home-'));
afterAll(() => removeSoon(home));
process.env['HOME'] = home;
process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
process.env['GIT_CONFIG_SYSTEM'] = '/dev/null';
process.env['GIT_CONFIG_NOSYSTEM'] = '1';
process.env['TZ'] = 'UTC';
