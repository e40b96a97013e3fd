import { expect, test } from 'vitest';

import { codexSessions } from '../../../../src/engines/codex/sessions/index.ts';
import { RECORDED_ROOT, type RecordedSession } from '../../../kit/recorded-sessions.ts';
import { readWritten } from '../../../kit/written-session.ts';

const ID = '01a201b3-6f37-7740-8a29-e8a5850dd954';
const AT = '2026-11-22T05:00:00.000Z';
const PATH = `.codex/sessions/2026/11/22/rollout-2026-11-22T05-00-00-${ID}.jsonl`;

test('a command that continues in the background is still what it does', async () => {
  const { draft } = await read([
    asked('Run the tests.'),
    calls('a', 'exec_command', { cmd: 'npm test' }),
    returns('a', 'Chunk ID: 1\nProcess running with session ID 7\nOutput:\nstarted'),
    calls('b', 'write_stdin', { session_id: 7, chars: '' }),
  ]);
  expect(draft.standing).toEqual({ kind: 'tool', doing: 'running `npm test`' });
});

test('a command in code that runs tools is told as the command', async () => {
  const code = 'const r = await tools.exec_command({ cmd: "npm run \\"lint\\"" }); text(r);';
  const { draft } = await read([
    asked('Lint.'),
    item({ type: 'custom_tool_call', name: 'exec', call_id: 'a', input: code }),
  ]);
  expect(draft.standing).toEqual({ kind: 'tool', doing: 'running `npm run "lint"`' });
});

test('a command that is handed to a shell is told without the shell', async () => {
  const { draft } = await read([
    asked('Test.'),
    calls('a', 'shell', { command: ['bash', '-lc', 'npm test'] }),
  ]);
  expect(draft.standing).toEqual({ kind: 'tool', doing: 'running `npm test`' });
  const local = { type: 'exec', command: ['git', 'status'] };
  const older = await read([
    asked('Look.'),
    item({ type: 'local_shell_call', call_id: 'a', status: 'in_progress', action: local }),
  ]);
  expect(older.draft.standing).toEqual({
    kind: 'tool',
    doing: expect.stringContaining('`git status`'),
  });
});

test('a request for leave waits, until anything follows', async () => {
  const waits = [
    asked('Test.'),
    calls('a', 'shell', { command: ['bash', '-lc', 'npm test'] }),
    event({ type: 'exec_approval_request', call_id: 'a', command: ['bash', '-lc', 'npm test'] }),
  ];
  expect((await read(waits)).draft.standing).toEqual({
    kind: 'asks',
    what: 'permission for running `npm test`',
  });
  const answered = [...waits, returns('a', 'Exit code: 1\nWall time: 1\nOutput:\nfailed')];
  const { draft, entries } = await read(answered);
  expect(draft.standing).toEqual({ kind: 'model', doing: null });
  expect(entries.at(-1)).toMatchObject({ kind: 'tool', ok: false, output: 'failed' });
  const question = { type: 'request_user_input', questions: [{ question: 'Keep onChange?' }] };
  expect((await read([asked('Do it.'), event(question)])).draft.standing).toEqual({
    kind: 'asks',
    what: 'Keep onChange?',
  });
});

test('a patch tells the files that it changes', async () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: src/new.ts',
    '+x',
    '*** Update File: src/old.ts',
    '@@',
    '*** Delete File: src/gone.ts',
    '*** End Patch',
  ].join('\n');
  const { draft, entries } = await read([
    asked('Move it.'),
    item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'a', input: patch }),
    item({
      type: 'custom_tool_call_output',
      call_id: 'a',
      output: '{"output":"Success.","metadata":{"exit_code":0}}',
    }),
  ]);
  expect(draft.filesTouched).toEqual(['src/new.ts', 'src/old.ts', 'src/gone.ts']);
  expect(entries.at(-1)).toMatchObject({ act: 'edit', ok: true, output: 'Success.' });
});

test('a plan and what it thought are told', async () => {
  const plan = [
    { step: 'Read', status: 'completed' },
    { step: 'Change', status: 'in_progress' },
  ];
  const { entries } = await read([
    asked('Do it.'),
    item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Two steps.' }] }),
    calls('a', 'update_plan', { plan }),
    returns('a', 'Plan updated'),
  ]);
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'thought', text: 'Two steps.' }));
  expect(entries).toContainEqual(
    expect.objectContaining({
      kind: 'steps',
      steps: [
        { text: 'Read', state: 'done' },
        { text: 'Change', state: 'doing' },
      ],
    }),
  );
});

test('what the program puts into the mouth of a person is none of their words', async () => {
  const { draft, entries } = await read([
    asked('<environment_context>\n  <cwd>/home/ada/shop</cwd>\n</environment_context>'),
    asked('# AGENTS.md instructions for /home/ada/shop\n\nBe kind.'),
    asked('<user_instructions>Be kind.</user_instructions>'),
    asked('Fix the cart.'),
  ]);
  expect(draft.title).toBe('Fix the cart.');
  expect(entries).toHaveLength(1);
});

test('a turn that ended or was broken off is over', async () => {
  for (const type of ['task_complete', 'turn_aborted']) {
    const { draft } = await read([
      asked('Test.'),
      calls('a', 'exec_command', { cmd: 'npm test' }),
      event({ type }),
    ]);
    expect(draft.standing.kind).toBe('turn-over');
  }
});

test('one that goes on elsewhere is where it continues, and keeps where it began apart', async () => {
  const { draft, handle } = await read([
    asked('Go.'),
    { timestamp: AT, type: 'turn_context', payload: { cwd: `${RECORDED_ROOT}/packages/one` } },
    { timestamp: AT, type: 'session_meta', payload: { id: 'parent', cwd: '/of/the/parent' } },
  ]);
  expect(handle.cwd).toBe(RECORDED_ROOT);
  expect(draft.cwd).toBe(`${RECORDED_ROOT}/packages/one`);
});

test('a thread that another one started for a part of its work is not a session', async () => {
  const meta = {
    timestamp: AT,
    type: 'session_meta',
    payload: { id: ID, cwd: RECORDED_ROOT, source: { subagent: 'review' } },
  };
  await expect(readWritten(codexSessions, PATH, [meta, asked('Review.')])).rejects.toThrow(
    'not one session: found',
  );
});

test('lines of early versions, without anything around them, are read', async () => {
  const { draft, entries } = await readWritten(codexSessions, PATH, [
    { id: ID, timestamp: AT, instructions: null, git: { branch: 'old' }, cwd: RECORDED_ROOT },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] },
    { type: 'function_call', name: 'shell', call_id: 'a', arguments: '{"command":["ls"]}' },
  ]);
  expect(draft).toMatchObject({
    title: 'Fix it.',
    branch: 'old',
    standing: { kind: 'tool', doing: 'running `ls`' },
  });
  expect(entries).toHaveLength(2);
});

test('stores of a person and of a run are where the program keeps them', () => {
  const person = (env: Readonly<Record<string, string>>): unknown =>
    codexSessions.places({ kind: 'person', env });
  expect(person({ HOME: '/home/ada' })).toEqual([{ path: '/home/ada/.codex/sessions' }]);
  expect(person({ HOME: '/h', CODEX_HOME: '/cfg' })).toEqual([{ path: '/cfg/sessions' }]);
  expect(codexSessions.places({ kind: 'run', home: '/run' })).toEqual([
    { path: '/run/codex/sessions' },
  ]);
});

async function read(records: readonly unknown[]): Promise<RecordedSession> {
  const payload = { id: ID, timestamp: AT, cwd: RECORDED_ROOT, git: { branch: 'main' } };
  const meta = { timestamp: AT, type: 'session_meta', payload };
  return await readWritten(codexSessions, PATH, [meta, ...records]);
}

function item(payload: object): object {
  return { timestamp: AT, type: 'response_item', payload };
}

function event(payload: object): object {
  return { timestamp: AT, type: 'event_msg', payload };
}

function asked(text: string): object {
  return item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
}

function calls(id: string, name: string, input: object): object {
  return item({ type: 'function_call', name, call_id: id, arguments: JSON.stringify(input) });
}

function returns(id: string, output: string): object {
  return item({ type: 'function_call_output', call_id: id, output });
}
