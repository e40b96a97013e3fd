import { describe, expect, test } from 'vitest';

import { judgeSession } from '../../../src/context/sessions/judge-session.ts';
import { claudeSessions } from '../../../src/engines/claude/sessions/index.ts';
import { codexSessions } from '../../../src/engines/codex/sessions/index.ts';
import type { ProcessLook, Standing } from '../../../src/engines/sessions/contract.ts';
import {
  readSession,
  recordedStore,
  RECORDED_ROOT,
  type RecordedSession,
} from '../../kit/recorded-sessions.ts';

const SLEEPS = 'running `touch running.txt; sleep 300`';
const TITLES: Readonly<Record<string, string>> = {
  tool: 'Run the tests until they pass.',
  killed: 'Run the tests until they pass.',
  model: 'Explain the cart.',
  ended: 'Write NOTES.md about the cart.',
  edit: 'Count what is in the cart.',
  resumed: 'Write NOTES.md about the cart.',
  permission: 'Run the tests.',
  question: 'Refactor the cart.',
  steps: 'Refactor the cart.',
  idle: 'Say hello.',
};

interface Expected {
  readonly standing: Standing;
  /** With its process alive; `null`: it left no marker. */
  readonly alive: readonly [state: string, doing: string | null, waitingOn: string | null];
  readonly files: readonly string[];
}

const CLAUDE: Readonly<Record<string, Expected>> = {
  tool: { standing: { kind: 'tool', doing: SLEEPS }, alive: ['working', SLEEPS, null], files: [] },
  killed: {
    standing: { kind: 'tool', doing: SLEEPS },
    alive: ['working', SLEEPS, null],
    files: [],
  },
  model: {
    standing: { kind: 'model', doing: null },
    alive: ['working', 'thinking', null],
    files: [],
  },
  ended: { standing: { kind: 'closed' }, alive: ['ended', null, null], files: ['NOTES.md'] },
  edit: { standing: { kind: 'closed' }, alive: ['ended', null, null], files: ['src/cart.ts'] },
  resumed: {
    standing: { kind: 'tool', doing: SLEEPS },
    alive: ['working', SLEEPS, null],
    files: ['NOTES.md'],
  },
  permission: {
    standing: { kind: 'tool', doing: 'running `npm test -- --run`' },
    alive: ['waiting', 'running `npm test -- --run`', 'permission for running `npm test -- --run`'],
    files: [],
  },
  question: {
    standing: { kind: 'asks', what: 'Should onChange be kept?' },
    alive: ['waiting', 'asks: Should onChange be kept?', 'Should onChange be kept?'],
    files: [],
  },
  steps: {
    standing: { kind: 'tool', doing: SLEEPS },
    alive: ['waiting', SLEEPS, `permission for ${SLEEPS}`],
    files: [],
  },
  idle: {
    standing: { kind: 'turn-over', said: 'Hello. The cart is fine.' },
    alive: ['idle', null, null],
    files: [],
  },
};

const CODEX: Readonly<Record<string, Expected>> = {
  tool: { standing: { kind: 'tool', doing: SLEEPS }, alive: ['working', SLEEPS, null], files: [] },
  killed: {
    standing: { kind: 'tool', doing: SLEEPS },
    alive: ['working', SLEEPS, null],
    files: [],
  },
  model: {
    standing: { kind: 'model', doing: null },
    alive: ['working', 'thinking', null],
    files: [],
  },
  ended: {
    standing: { kind: 'turn-over', said: 'NOTES.md is written.' },
    alive: ['idle', null, null],
    files: ['NOTES.md'],
  },
  resumed: {
    standing: { kind: 'tool', doing: SLEEPS },
    alive: ['working', SLEEPS, null],
    files: ['NOTES.md'],
  },
};

describe.each(Object.entries(CLAUDE))('Claude Code, %s', (scenario, expected) => {
  const read = (): Promise<RecordedSession> =>
    readSession(claudeSessions, { CLAUDE_CONFIG_DIR: recordedStore('claude', scenario) });

  test('says what it was asked, where it stands and what it changed', async () => {
    const { draft, handle } = await read();
    expect(draft).toMatchObject({
      id: handle.id,
      engine: 'claude',
      cwd: RECORDED_ROOT,
      branch: 'main',
      title: TITLES[scenario],
      standing: expected.standing,
      filesTouched: expected.files.map((file) => `${RECORDED_ROOT}/${file}`),
    });
    expect(draft.startedAt).toMatch(/^2026-11-22T0[45]:/);
  });

  test('is believed while its process lives, and no longer', async () => {
    const { draft } = await read();
    const [state, doing, waitingOn] = expected.alive;
    const [marker] = draft.markers;
    const alive = { startTimeOf: () => marker?.startTime ?? null };
    expect(judged(draft, alive)).toMatchObject({ state, doing, waitingOn });
    const other = { startTimeOf: () => '1' };
    expect(judged(draft, other)).toMatchObject({ state: 'ended', waitingOn: null, pid: null });
    expect(judged(draft, {})).toMatchObject({ state: 'ended', waitingOn: null, pid: null });
  });

  test('gives entries of which every one is understood', async () => {
    const { entries } = await read();
    expect(entries[0]).toMatchObject({ kind: 'asked', text: TITLES[scenario] });
    expect(entries).not.toContain('unreadable');
  });
});

describe.each(Object.entries(CODEX))('Codex, %s', (scenario, expected) => {
  const read = (): Promise<RecordedSession> =>
    readSession(codexSessions, { CODEX_HOME: recordedStore('codex', scenario) });

  test('says what it was asked, where it stands and what it changed', async () => {
    const { draft, handle } = await read();
    expect(draft).toMatchObject({
      id: handle.id,
      engine: 'codex',
      cwd: RECORDED_ROOT,
      branch: 'main',
      title: TITLES[scenario],
      standing: expected.standing,
      filesTouched: expected.files,
      markers: [],
    });
    expect(draft.startedAt).toMatch(/^2026-11-22T0[45]:/);
  });

  test('is at work only with a process that holds its file open', async () => {
    const { draft, handle } = await read();
    const [state, doing, waitingOn] = expected.alive;
    const holder = {
      pid: 4711,
      startTime: '99',
      engine: 'codex',
      cwd: null,
      sessionId: null,
      openFiles: [handle.location],
    } as const;
    expect(judged(draft, { processes: [holder] })).toMatchObject({
      state,
      doing,
      waitingOn,
      pid: 4711,
    });
    expect(judged(draft, {})).toMatchObject({
      state: 'ended',
      evidence: { source: 'process', detail: 'no Codex process works in it' },
    });
  });

  test('gives entries of which every one is understood', async () => {
    const { entries } = await read();
    expect(entries[0]).toMatchObject({ kind: 'asked', text: TITLES[scenario] });
    expect(entries).not.toContain('unreadable');
  });
});

describe('the steps that an agent keeps', () => {
  const steps = [
    { text: 'Read the cart', state: 'doing' },
    { text: 'Change the cart', state: 'open' },
  ];

  test('are told after each change by Claude Code', async () => {
    const env = { CLAUDE_CONFIG_DIR: recordedStore('claude', 'steps') };
    const { entries } = await readSession(claudeSessions, env);
    const lists = entries.filter((entry) => entry !== 'unreadable' && entry.kind === 'steps');
    expect(lists).toHaveLength(3);
    expect(lists.at(-1)).toMatchObject({ steps });
  });
});

test('a whole conversation comes in order, each tool with what it gave back', async () => {
  const env = { CLAUDE_CONFIG_DIR: recordedStore('claude', 'edit') };
  const { entries } = await readSession(claudeSessions, env);
  expect(entries).toMatchObject([
    { kind: 'asked', text: 'Count what is in the cart.' },
    { kind: 'tool', name: 'Read', act: 'read', summary: 'src/cart.ts', ok: true },
    {
      kind: 'tool',
      name: 'Edit',
      act: 'edit',
      summary: 'src/cart.ts',
      files: ['/home/ada/shop/src/cart.ts'],
      ok: true,
    },
    { kind: 'said', text: 'The cart counts two. I decided to keep total a constant.' },
  ]);
});

function judged(
  draft: RecordedSession['draft'],
  look: Partial<ProcessLook>,
): ReturnType<typeof judgeSession> {
  return judgeSession(draft, {
    processes: [],
    visible: true,
    startTimeOf: () => null,
    pidNamespace: 'pid:[4026531836]',
    now: Date.parse('2026-11-22T06:00:00Z'),
    others: [draft],
    ...look,
  });
}
