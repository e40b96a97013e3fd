/**
 * State folders as each release wrote them, read by the program of today: what `--json` says of them is what it said on the
 * day. A key may come; none may go, and none may change. `record-state.ts` makes such a folder; `vitest -u` writes what is said.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shiftedClock } from '../kit/shifted-clock.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = dirname(dirname(HERE));
const PROGRAM = join(PACKAGE, 'dist', 'cli', 'main.js');
/** Where the recorded records say that they are. */
const ROOT = '/tmp/roundsman-golden';

/** By the name of the file that holds what each says. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  list: ['list'],
  next: ['next', 'fails'],
  status: ['status'],
  slots: ['slots'],
  runs: ['runs'],
  show: ['show', 'todo-sweep'],
  'show-failed': ['show', 'fails'],
  'show-waiting': ['show', 'asks'],
  logs: ['logs', 'notes'],
  preview: ['preview', 'todo-sweep'],
  reports: ['reports'],
  'reports-show': ['reports', 'show', 'notes'],
  search: ['search', 'feed'],
  review: ['review'],
  'review-show': ['review', 'show', 'todo-sweep'],
  'review-comments': ['review', 'comments'],
  'review-restore': ['review', 'restore'],
  findings: ['findings'],
  'findings-all': ['findings', '--all'],
  outbox: ['outbox', '--all'],
  figures: ['figures'],
  decisions: ['decisions', '--all'],
  'decision-show': ['decisions', 'show', 'D-1'],
  knowledge: ['knowledge', '--all'],
  items: ['items', '--all'],
  'item-show': ['items', 'show', 'RM-1'],
  messages: ['messages', '--all'],
  validate: ['validate'],
  'no-such-run': ['show', 'zzzzzz'],
  'no-such-command': ['inboxes'],
  'no-such-finding': ['findings', 'show', 'F-0000000000'],
};

describe.each([{ version: '0.1.0', run: 'sd8skx' }])('state of $version', ({ version, run }) => {
  const recorded = join(HERE, version);
  const recordedAt = Date.parse(readFileSync(join(recorded, 'at'), 'utf8').trim());

  beforeAll(() => {
    rmSync(ROOT, { recursive: true, force: true });
    mkdirSync(ROOT);
    execFileSync('tar', ['-xzf', join(recorded, 'state.tar.gz'), '-C', ROOT]);
  });

  afterAll(() => {
    rmSync(ROOT, { recursive: true, force: true });
  });

  it.each([...Object.entries(ASKED), ['brief', ['brief', run]] as const])(
    'answers %s as it did',
    async (name, args) => {
      const clock = shiftedClock(new Date(recordedAt + 60_000).toISOString());
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], {
        cwd: join(ROOT, 'roundsman-demo'),
        env: {
          PATH: process.env['PATH'],
          HOME: join(ROOT, 'home'),
          TZ: 'UTC',
          LANG: 'C.UTF-8',
          USER: 'ann',
          ...clock.env,
        },
        encoding: 'utf8',
      });
      const said = stdout.replaceAll(PACKAGE, '<package>');
      expect({ stderr, said }).not.toMatchObject({ said: '' });
      await expect(`exit ${status}\n${said}`).toMatchFileSnapshot(join(recorded, `${name}.txt`));
    },
  );
});
