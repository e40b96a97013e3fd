import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { claudeSessions } from '../../../../src/engines/claude/sessions/index.ts';
import { temporaryFolder } from '../../../kit/git-repo.ts';
import { RECORDED_ROOT, type RecordedSession } from '../../../kit/recorded-sessions.ts';
import { readWritten } from '../../../kit/written-session.ts';

const ID = '7fb57bf2-233a-4635-a360-712a08c51321';
const BASE = {
  cwd: RECORDED_ROOT,
  gitBranch: 'main',
  timestamp: '2026-11-22T05:00:00.000Z',
  sessionId: ID,
};

test('helpers of a session say nothing for it', async () => {
  const { draft, entries } = await read([
    asked('Ask the helpers.'),
    calls('a', 'Task', { description: 'Look around' }),
    { ...asked('You are a helper.'), isSidechain: true },
    { ...calls('b', 'Bash', { command: 'ls' }), isSidechain: true },
  ]);
  expect(draft.standing).toEqual({ kind: 'tool', doing: 'using Task: Look around' });
  expect(entries).toMatchObject([{ kind: 'asked' }, { kind: 'tool', name: 'Task', ok: null }]);
});

test('a turn that a person interrupted is over', async () => {
  const { draft } = await read([
    asked('Run the tests.'),
    calls('a', 'Bash', { command: 'npm test' }),
    returns('a', 'The user does not want this.', true),
    asked('[Request interrupted by user for tool use]'),
  ]);
  expect(draft.standing).toMatchObject({ kind: 'turn-over' });
  expect(draft.title).toBe('Run the tests.');
});

test('notes and summaries that the program wrote are not words of a person', async () => {
  const { draft, entries } = await read([
    { ...asked('Caveat: what follows was printed.'), isMeta: true },
    asked('<local-command-stdout>nothing</local-command-stdout>'),
    { ...asked('So far they talked about the cart.'), isCompactSummary: true },
    asked('Continue with the cart.'),
  ]);
  expect(draft.title).toBe('Continue with the cart.');
  expect(draft.standing).toEqual({ kind: 'model', doing: null });
  expect(entries).toHaveLength(1);
});

test('a name that a person or the program gave it is its title, the last one', async () => {
  const { draft } = await read([
    asked('Do it.'),
    { type: 'summary', summary: 'Cart work', leafUuid: 'x' },
    { type: 'custom-title', customTitle: 'Cart, second try', sessionId: ID },
  ]);
  expect(draft.title).toBe('Cart, second try');
});

test('a text before a tool, and a thought, do not end a turn', async () => {
  const said = (text: string, stop: string): object => answers([{ type: 'text', text }], stop);
  expect((await read([asked('Do it.'), said('First this.', 'tool_use')])).draft.standing).toEqual({
    kind: 'model',
    doing: null,
  });
  const thought = answers([{ type: 'thinking', thinking: 'Which one?' }], 'end_turn');
  const { draft, entries } = await read([asked('Do it.'), thought]);
  expect(draft.standing.kind).toBe('model');
  expect(entries[1]).toMatchObject({ kind: 'thought', text: 'Which one?' });
  expect((await read([asked('Do it.'), said('Done.', 'end_turn')])).draft.standing).toEqual({
    kind: 'turn-over',
    said: 'Done.',
  });
});

test('files come from every kind of edit, newest first, and not from one that failed', async () => {
  const file = (name: string): string => `${RECORDED_ROOT}/src/${name}.ts`;
  const { draft } = await read([
    asked('Change them.'),
    calls('a', 'Write', { file_path: file('one') }),
    returns('a', 'written'),
    calls('b', 'MultiEdit', { file_path: file('two') }),
    returns('b', 'changed'),
    calls('c', 'NotebookEdit', { notebook_path: file('three') }),
    returns('c', 'changed'),
    calls('d', 'Edit', { file_path: file('four') }),
    returns('d', 'no such text', true),
    calls('e', 'Edit', { file_path: file('one') }),
  ]);
  expect(draft.filesTouched).toEqual([file('one'), file('three'), file('two')]);
  expect(draft.standing).toEqual({ kind: 'tool', doing: 'editing src/one.ts' });
});

test('a list of steps that is written whole is told', async () => {
  const todos = [
    { content: 'Read', status: 'completed', activeForm: 'Reading' },
    { content: 'Change', status: 'in_progress', activeForm: 'Changing' },
    { content: 'Test', status: 'pending', activeForm: 'Testing' },
  ];
  const { entries } = await read([
    asked('Do it.'),
    calls('a', 'TodoWrite', { todos }),
    returns('a', 'Todos have been modified'),
  ]);
  expect(entries).toContainEqual(
    expect.objectContaining({
      kind: 'steps',
      steps: [
        { text: 'Read', state: 'done' },
        { text: 'Change', state: 'doing' },
        { text: 'Test', state: 'open' },
      ],
    }),
  );
});

test('what was written after the word that it ended does not take that back, a new question does', async () => {
  const ended = [
    asked('Run the tests.'),
    calls('a', 'Bash', { command: 'npm test' }),
    { type: 'cost-state', sessionId: ID, totalCostUSD: 0 },
    returns('a', 'Exit code 137', true),
  ];
  expect((await read(ended)).draft.standing).toEqual({ kind: 'closed' });
  expect((await read([...ended, asked('Again.')])).draft.standing.kind).toBe('model');
});

test('a session that was begun elsewhere and is at work here is found by its live-marker', async () => {
  const home = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(home, '.claude', path, '..'), { recursive: true });
    writeFileSync(join(home, '.claude', path), text);
  };
  const line = JSON.stringify({ ...asked('Begin.'), cwd: '/elsewhere' });
  write(`projects/-elsewhere/${ID}.jsonl`, `${line}\n`);
  const places = claudeSessions.places({ kind: 'person', env: { HOME: home } });
  const find = (): ReturnType<typeof claudeSessions.find> =>
    claudeSessions.find({ places, roots: [RECORDED_ROOT], since: null });
  expect(await find()).toEqual({ kind: 'found', handles: [] });
  const marker = {
    pid: 7,
    sessionId: ID,
    cwd: `${RECORDED_ROOT}/src`,
    procStart: '1',
    status: 'busy',
  };
  write('sessions/7.json', JSON.stringify(marker));
  write('sessions/8.json', '{"pid":"eight"}');
  write('sessions/9.json', 'torn');
  expect(await find()).toMatchObject({ kind: 'found', handles: [{ id: ID }] });
});

test('stores of a person and of a run are where the programs keep them', () => {
  const person = (env: Readonly<Record<string, string>>): unknown =>
    claudeSessions.places({ kind: 'person', env });
  expect(person({ HOME: '/home/ada' })).toEqual([{ path: '/home/ada/.claude' }]);
  expect(person({ HOME: '/home/ada', CLAUDE_CONFIG_DIR: '/cfg' })).toEqual([{ path: '/cfg' }]);
  expect(claudeSessions.places({ kind: 'run', home: '/run/home' })).toEqual([
    { path: '/run/home/claude' },
  ]);
});

async function read(records: readonly unknown[]): Promise<RecordedSession> {
  return await readWritten(claudeSessions, `.claude/projects/-home-ada-shop/${ID}.jsonl`, records);
}

function asked(text: string): object {
  return { type: 'user', message: { role: 'user', content: text }, ...BASE };
}

function answers(content: readonly object[], stop: string): object {
  return { type: 'assistant', message: { role: 'assistant', content, stop_reason: stop }, ...BASE };
}

function calls(id: string, name: string, input: object): object {
  return answers([{ type: 'tool_use', id, name, input }], 'tool_use');
}

function returns(id: string, content: string, isError = false): object {
  const result = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
  return { type: 'user', message: { role: 'user', content: [result] }, ...BASE };
}
