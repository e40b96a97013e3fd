/** What `roundsman demo` leaves, as the program ships. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

it('leaves a fix to land, a finding to dismiss, a failed run and a surge of tickets', () => {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    npm_command: '',
  };
  const built = runCli(['demo'], { cwd: home, env });
  const tour = built.stdout.split('\n').slice(-5, -1);
  expect(tour).toEqual([
    'Look around: cd roundsman-demo',
    '  roundsman land small-fixes       merge a small fix',
    '  roundsman show feed-check --log  see why a run failed',
    '  roundsman morning                decide on the rest',
  ]);
  expect(built.exitCode).toBe(0);

  const cwd = join(home, 'roundsman-demo');
  const roundsman = (...args: readonly string[]): CliResult => runCli(args, { cwd, env });
  expect(roundsman('show', 'feed-check', '--log').stdout).toContain(
    'feed.csv:3: parcel P205603 has no postcode',
  );
  expect(roundsman('findings').stdout).toMatch(/A bounce counts only half/);
  const digest = roundsman('reports', 'show', 'ticket-digest').stdout;
  expect(digest).toMatch(/^(Growing|New): Unknown parcels? \(/m);
  expect(roundsman('review', 'diff', 'small-fixes').stdout).toContain(
    '+  if (!kilometres) throw new Error(`parcel ${id} has no distance`);',
  );
  const landed = roundsman('land', 'small-fixes', '--yes');
  expect([landed.exitCode, landed.stderr]).toEqual([0, '']);

  const again = runCli(['demo', cwd], { cwd: home, env });
  expect(again.exitCode).toBe(0);
  expect(again.stdout).not.toContain('land small-fixes');
}, 120_000);
