import { execFileSync } from 'node:child_process';

import { expect, it, vi } from 'vitest';

import { hostTimezone } from '../../src/platform/environment.ts';

const CANONICAL = 'Intl.DateTimeFormat().resolvedOptions().timeZone';

it('the zone of the machine is the one that the data of zones gives', () => {
  vi.stubEnv('TZ', undefined);
  const theirs = execFileSync(process.execPath, ['-p', CANONICAL], { encoding: 'utf8' }).trim();
  const ours = new Intl.DateTimeFormat('en', { timeZone: hostTimezone() });
  expect(ours.resolvedOptions().timeZone).toBe(theirs);
  vi.unstubAllEnvs();
});
