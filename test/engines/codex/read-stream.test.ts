import { expect, it } from 'vitest';

import { openCodexReader } from '../../../src/engines/codex/read-stream.ts';
import { readerSuite } from '../../kit/reader-suite.ts';
import { recordedStream, toldBy } from '../../kit/recorded-stream.ts';
import { CODEX_STREAMS } from './recorded.ts';

readerSuite('codex', { open: openCodexReader, recordings: CODEX_STREAMS.map(({ name }) => name) });

it.each(CODEX_STREAMS)('tells how $name ended, and what it took', ({ name, ...expected }) => {
  const { outcome } = toldBy(openCodexReader, recordedStream(name), { exitCode: 0, signal: null });
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

const OK = { exitCode: 0, signal: null };

function endOfFailure(message: string): unknown {
  const reader = openCodexReader({ usageBefore: null });
  return [
    ...reader.line(JSON.stringify({ type: 'turn.failed', error: { message } })),
    ...reader.end({ exitCode: 1, signal: null }),
  ].map((event) => (event.kind === 'end' ? event.reason : event.kind));
}

it('takes the reason of a failed turn from its words', () => {
  expect(endOfFailure('exceeded retry limit, last status: 429 Too Many Requests')).toStrictEqual([
    'limit',
  ]);
  expect(endOfFailure('unexpected status 401 Unauthorized: no')).toStrictEqual(['unauthorized']);
  expect(endOfFailure('unexpected status 500 Internal Server Error')).toStrictEqual(['error']);
  expect(endOfFailure('You’ve hit your usage limit. Try again at 9 PM.')).toStrictEqual(['limit']);
});

it('takes the announcement of a retry for no end', () => {
  const reader = openCodexReader({ usageBefore: null });
  const error = (message: string): string => JSON.stringify({ type: 'error', message });
  expect(reader.line(error('Reconnecting... 1/2 (stream disconnected (early))'))).toStrictEqual([
    { kind: 'retrying', reason: 'stream disconnected (early)', afterMs: null },
  ]);
  expect(reader.line(error('something else'))).toStrictEqual([]);
  expect(reader.end(OK)).toStrictEqual([
    { kind: 'end', reason: 'crashed', message: 'something else', finalText: null },
  ]);
});

it('takes a further turn for open until it has ended', () => {
  const reader = openCodexReader({ usageBefore: null });
  reader.line('{"type":"turn.completed","usage":{}}');
  reader.line('{"type":"turn.started"}');
  expect(reader.end(OK).map((event) => event.kind === 'end' && event.reason)).toStrictEqual([
    'crashed',
  ]);
});

it('counts a session that continues from where it was', () => {
  const usageBefore = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: null };
  const reader = openCodexReader({ usageBefore });
  const events = recordedStream('codex/resume-2').stdout.flatMap((line) => reader.line(line));
  expect(events.filter(({ kind }) => kind === 'usage')).toStrictEqual([
    {
      kind: 'usage',
      usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: null },
    },
  ]);
});

it('collects patches that were refused, which it tells of on stderr alone', () => {
  const { denied } = toldBy(openCodexReader, recordedStream('codex/noperm'), OK);
  expect(denied).toStrictEqual([
    {
      kind: 'permission',
      target: 'a patch: writing is blocked by read-only sandbox',
      reason: '',
      count: 1,
    },
  ]);
});

it('says so when its own sandbox cannot be had, and when a command was declined', () => {
  const item = (fields: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({
      type: 'item.completed',
      item: { id: 'item_1', type: 'command_execution', command: 'git status', ...fields },
    });
  const reader = openCodexReader({ usageBefore: null });
  const output = 'bwrap: Creating new namespace failed\n';
  const start = { kind: 'tool-start', id: 'item_1', name: 'shell', summary: 'git status' };
  const end = { kind: 'tool-end', id: 'item_1', name: 'shell', ok: false };
  expect(
    reader.line(item({ status: 'failed', exit_code: 1, aggregated_output: output })),
  ).toStrictEqual([
    start,
    {
      kind: 'denied',
      what: 'all commands: Codex’s own sandbox failed (bwrap: Creating new namespace failed)',
      line: null,
    },
    end,
  ]);
  expect(reader.line(item({ status: 'declined' }))).toStrictEqual([
    start,
    { kind: 'denied', what: 'shell: git status', line: null },
    end,
  ]);
});
