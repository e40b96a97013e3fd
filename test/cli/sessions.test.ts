import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { completeCommandLine } from '../../src/cli/completion/complete.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';

const FIRST = '7fb57bf2-233a-4635-a360-712a08c51321';
const SECOND = '7fb57bf2-aaaa-4635-a360-712a08c51322';

interface Here {
  readonly folder: string;
  readonly home: string;
  readonly stateDir: string;
  readonly call: (
    ...args: readonly string[]
  ) => Promise<{ exit: number; out: string; err: string }>;
}

/** A repository with a routine, and that many sessions of Claude Code. */
function here({ sessions = [FIRST], settings = '' } = {}): Here {
  const folder = gitRepo({
    'roundsman.yaml': `engine: builtin\n${settings}`,
    'routines/sweep.yaml':
      'on: manual\nagent:\n  engine: command\n  command: ["true"]\n  prompt: Look.\n',
    'routines/built.yaml':
      'on: manual\ncollect: [todos]\nagent: { engine: builtin, builtin: todo-sweep }\n',
  }).path;
  const home = temporaryFolder();
  const stateDir = temporaryFolder();
  const store = join(home, '.claude', 'projects', folder.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(store, { recursive: true });
  for (const id of sessions) writeFileSync(join(store, `${id}.jsonl`), linesOf(folder, id));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ROUNDSMAN_STATE_DIR: stateDir,
    TZ: 'UTC',
  };
  const call: Here['call'] = async (...args) => {
    const terminal = recordingTerminal();
    const line = { args, env, folder, terminal, supervisor: null };
    const run = args[0] === '__complete' ? completeCommandLine : runCommandLine;
    return { exit: await run(line), ...terminal.written };
  };
  return { folder, home, stateDir, call };
}

function linesOf(cwd: string, sessionId: string): string {
  const about = { cwd, gitBranch: 'main', timestamp: new Date().toISOString(), sessionId };
  const records = [
    { type: 'user', message: { role: 'user', content: 'Mend the cart.' }, ...about },
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'We decided to keep the cart because it is used.' }],
      },
      ...about,
    },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

describe('roundsman sessions', () => {
  it('is a table for people, and for programs what its contract says', async () => {
    const { call, folder } = here();
    const { out } = await call('sessions');
    expect(out).toContain('Mend the cart.');
    expect(out).toContain(FIRST.slice(0, 8));
    const [one, ...rest] = JSON.parse((await call('sessions', '--json')).out);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      id: FIRST,
      engine: 'claude',
      cwd: folder,
      branch: 'main',
      runId: null,
      pid: null,
    });
    expect(Object.keys(one).toSorted()).toEqual(
      [
        'id',
        'engine',
        'cwd',
        'branch',
        'title',
        'state',
        'waitingOn',
        'evidence',
        'startedAt',
        'lastActivityAt',
        'doing',
        'filesTouched',
        'runId',
        'pid',
      ].toSorted(),
    );
  });

  it('shows what was asked for only, and says when that is nothing', async () => {
    const { call } = here();
    expect(JSON.parse((await call('sessions', '--engine', 'codex', '--json')).out)).toEqual([]);
    expect((await call('sessions', '--state', 'waiting')).out).toContain(
      'No session here is waiting.',
    );
    expect((await here({ sessions: [] }).call('sessions')).out).toContain(
      'No session of any agent was active in this repository within 7d. Older ones: roundsman sessions --all',
    );
    const bad = await call('sessions', '--state', 'asleep');
    expect(bad).toMatchObject({
      exit: 2,
      err: expect.stringContaining('no session can be "asleep"'),
    });
  });

  it('looks at no engine that is switched off, and says on stderr what cannot be read', async () => {
    const off = here({ settings: 'sessions: { off: [claude] }\n' });
    expect(JSON.parse((await off.call('sessions', '--json')).out)).toEqual([]);
    const odd = here();
    mkdirSync(join(odd.home, '.codex'));
    writeFileSync(join(odd.home, '.codex', 'sessions'), 'no folder');
    const { out, err } = await odd.call('sessions');
    expect(out).toContain('Mend the cart.');
    expect(err).toMatch(/^note: codex: could not be looked at/);
  });
});

describe('one session', () => {
  it('is named by a part of its id that no other has', async () => {
    const { call } = here({ sessions: [FIRST, SECOND] });
    expect((await call('sessions', 'show', FIRST.slice(0, 10))).out).toContain('Mend the cart.');
    const two = await call('sessions', 'show', '7fb57bf2');
    expect(two.exit).not.toBe(0);
    expect(two.err).toContain(FIRST);
    expect(two.err).toContain(SECOND);
    const none = await call('sessions', 'show', 'ffffffff');
    expect(none.exit).not.toBe(0);
    expect(none.err).toContain('ffffffff');
  });

  it('is handed over to a new file, never over another or through a link', async () => {
    const { call, folder } = here();
    const out = join(folder, 'over.md');
    expect((await call('sessions', 'handoff', FIRST, '--out', 'over.md')).exit).toBe(0);
    const written = readFileSync(out, 'utf8');
    expect(written).toContain('We decided to keep the cart');
    const again = await call('sessions', 'handoff', FIRST, '--out', 'over.md');
    expect(again.exit).not.toBe(0);
    expect(again.err).toContain(`${out} is there already`);
    expect(readFileSync(out, 'utf8')).toBe(written);
    symlinkSync(join(folder, 'elsewhere.md'), join(folder, 'link.md'));
    expect((await call('sessions', 'handoff', FIRST, '--out', 'link.md')).exit).not.toBe(0);
    expect(existsSync(join(folder, 'elsewhere.md'))).toBe(false);
  });

  it('is completed by its short id', async () => {
    const { call } = here();
    expect((await call('__complete', 'words', 'sessions', 'show', '')).out).toContain(
      `${FIRST.slice(0, 8)}\tclaude: Mend the cart.`,
    );
    expect((await call('__complete', 'words', 'run', 'sweep', '--with', '')).out).toContain(
      FIRST.slice(0, 8),
    );
  });

  it.each([
    ['one that nobody knows', ['run', 'sweep', '--with', 'ffffffff'], 'ffffffff'],
    [
      'one that nobody knows, queued',
      ['run', 'sweep', '--queue', '--with', 'ffffffff'],
      'ffffffff',
    ],
    [
      'one that nobody knows, detached',
      ['run', 'sweep', '--detach', '--with', 'ffffffff'],
      'ffffffff',
    ],
    [
      'an engine that reads nothing',
      ['run', 'built', '--with', FIRST],
      'works with the built-in engine',
    ],
  ])('leaves no run behind when it cannot be gone on with: %s', async (_, args, words) => {
    const { call, stateDir } = here();
    const { exit, err } = await call(...args);
    expect(exit).not.toBe(0);
    expect(err).toContain(words);
    expect(existsSync(join(stateDir, 'runs'))).toBe(false);
    expect(JSON.parse((await call('runs', '--json')).out)).toEqual([]);
  });
});
