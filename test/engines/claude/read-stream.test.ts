import { expect, it } from 'vitest';

import { openClaudeReader } from '../../../src/engines/claude/read-stream.ts';
import { outcomeOf, type AgentTold } from '../../../src/runtime/supervisor/agent-stream.ts';
import type { Usage } from '../../../src/words/usage.ts';
import { readerSuite } from '../../kit/reader-suite.ts';
import { recordedStream, toldBy } from '../../kit/recorded-stream.ts';
import { CLAUDE_STREAMS } from './recorded.ts';

readerSuite('claude', {
  open: openClaudeReader,
  recordings: CLAUDE_STREAMS.map(({ name }) => name),
});

it.each(CLAUDE_STREAMS)('tells how $name ended, and what it took', ({ name, ...expected }) => {
  const { outcome } = toldBy(openClaudeReader, recordedStream(name), { exitCode: 0, signal: null });
  const { end, finalText, sessionId, usage, tools, retries, unknown } = outcome;
  expect({
    end: end.reason,
    message: end.message,
    text: finalText,
    session: sessionId,
    usage:
      usage === null
        ? null
        : [usage.inputTokens, usage.cachedTokens, usage.outputTokens, usage.costUsd],
    tools: [tools.started, tools.failed],
    retries,
    unknown,
  }).toStrictEqual({ ...expected, unknown: 0 });
});

const INIT = JSON.stringify({
  type: 'system',
  subtype: 'init',
  session_id: 's',
  cwd: '/work/tree',
  model: 'm',
  claude_code_version: '2.1.329',
});

function told(usageBefore: Usage | null, ...lines: readonly unknown[]): AgentTold {
  const reader = openClaudeReader({ usageBefore });
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return outcomeOf(reader, texts, { exitCode: 0, signal: null });
}

function resultLine(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'result', subtype: 'success', is_error: false, result: 'Done.', ...fields };
}

it('calls nothing a success but a result that says so twice', () => {
  const endOf = (fields: Readonly<Record<string, unknown>>): unknown =>
    told(null, INIT, resultLine(fields)).outcome.end;
  expect(endOf({})).toStrictEqual({ reason: 'success', message: null });
  expect(endOf({ is_error: true })).toStrictEqual({ reason: 'error', message: 'Done.' });
  expect(endOf({ is_error: undefined })).toStrictEqual({ reason: 'error', message: 'Done.' });
  expect(endOf({ subtype: 'error_during_execution', errors: ['No such session'] })).toStrictEqual({
    reason: 'error',
    message: 'No such session',
  });
});

it('knows a log-in that is missing by its words, and overload by its status', () => {
  const endOf = (fields: Readonly<Record<string, unknown>>): unknown =>
    told(null, INIT, resultLine({ is_error: true, ...fields })).outcome.end;
  expect(endOf({ result: 'Not logged in · Please run /login' })).toStrictEqual({
    reason: 'unauthorized',
    message: 'Not logged in · Please run /login',
  });
  expect(endOf({ result: 'Overloaded', api_error_status: 529 })).toStrictEqual({
    reason: 'limit',
    message: 'Overloaded',
  });
});

it('says until when a log-in has reached its limit', () => {
  const limit = { status: 'rejected', resetsAt: 1_795_000_000 };
  const { outcome } = told(
    null,
    INIT,
    { type: 'rate_limit_event', rate_limit_info: limit },
    resultLine({ is_error: true, api_error_status: 429, result: 'Limit reached' }),
  );
  expect(outcome.end).toStrictEqual({
    reason: 'limit',
    message: 'Limit reached (until 2026-11-18T11:06:40.000Z)',
  });
});

it('collects what was denied once each, with the line that would permit it', () => {
  const { stdout } = recordedStream('claude/noperm');
  expect(told(null, ...stdout).denied).toStrictEqual([
    {
      kind: 'permission',
      target: 'Write: /lab/work/claude/wt-noperm/NOTES.md',
      reason: 'is not permitted; to permit it: write: [NOTES.md]',
      count: 1,
    },
    {
      kind: 'permission',
      target: "Bash: git add -A && git commit -q -m 'Add NOTES.md' && git log --oneline -1",
      reason: '',
      count: 1,
    },
  ]);
});

it('names the host of an address that it might not fetch, and no line for files elsewhere', () => {
  const denied = (tool: string, input: unknown): unknown =>
    told(
      null,
      INIT,
      resultLine({
        permission_denials: [{ tool_name: tool, tool_use_id: 'x', tool_input: input }],
      }),
    ).denied.map(({ reason }) => reason);
  const permit = 'is not permitted; to permit it: ';
  expect(denied('WebFetch', { url: 'https://docs.example.com/page?q=1' })).toStrictEqual([
    `${permit}network: { allow: [docs.example.com] }`,
  ]);
  expect(denied('Edit', { file_path: '/work/tree/docs/a b.md' })).toStrictEqual([
    `${permit}write: ["docs/a b.md"]`,
  ]);
  expect(denied('Edit', { file_path: '/work/other.md' })).toStrictEqual(['']);
  expect(denied('WebFetch', { url: 'no address' })).toStrictEqual(['']);
});

it('counts a session that continues from where it was', () => {
  const before = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: 0.0006 };
  const { stdout } = recordedStream('claude/resume-2');
  const usage = told(before, ...stdout).outcome.usage;
  expect(usage).toMatchObject({ inputTokens: 100, cachedTokens: 0, outputTokens: 20 });
  expect(usage?.costUsd).toBeCloseTo(0.0006, 10);
});

it('counts the turn alone when the session knows less than what was used before', () => {
  const before = { inputTokens: 5000, cachedTokens: 0, outputTokens: 300, costUsd: 0.1 };
  const { stdout } = recordedStream('claude/plain');
  expect(told(before, ...stdout).outcome.usage).toStrictEqual({
    inputTokens: 900,
    cachedTokens: 0,
    outputTokens: 12,
    costUsd: 0.002_88,
  });
});

it('tells the last words of a program that did not begin', () => {
  const reader = openClaudeReader({ usageBefore: null });
  reader.errorLine('error: unknown option --nonsense');
  reader.errorLine('');
  expect(reader.end({ exitCode: 1, signal: null })).toStrictEqual([
    {
      kind: 'end',
      reason: 'crashed',
      message: 'error: unknown option --nonsense',
      finalText: null,
    },
  ]);
});

it('leaves out what sub-agents say, and keeps what they do', () => {
  const line = {
    type: 'assistant',
    parent_tool_use_id: 'toolu_1',
    message: {
      content: [
        { type: 'text', text: 'from below' },
        { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/a' } },
      ],
    },
  };
  const reader = openClaudeReader({ usageBefore: null });
  expect(reader.line(JSON.stringify(line))).toStrictEqual([
    { kind: 'tool-start', id: 't', name: 'Read', summary: '/a' },
  ]);
});
