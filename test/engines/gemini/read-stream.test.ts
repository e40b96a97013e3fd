import { describe, expect, it } from 'vitest';

import { openGeminiReader } from '../../../src/engines/gemini/read-stream.ts';
import { readerSuite } from '../../kit/reader-suite.ts';
import { recordedStream, toldBy } from '../../kit/recorded-stream.ts';

const OK = { exitCode: 0, signal: null };
const NOTHING = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: null };
const ANSWERED = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: null };
const CALLED = { inputTokens: 200, cachedTokens: 0, outputTokens: 40, costUsd: null };

const CASES = [
  {
    name: 'edits',
    session: '0d661da8-d86f-4f3b-9d0e-d336dde95238',
    text: 'FINAL: NOTES.md is written and committed.',
    usage: { inputTokens: 4100, cachedTokens: 2400, outputTokens: 115, costUsd: null },
    tools: [2, 0],
    retries: 0,
  },
  {
    name: 'plain',
    session: '74f2a941-ea3a-4c63-ac35-c3d679aaa4ce',
    text: 'FINAL: the answer is 42.',
    usage: { inputTokens: 900, cachedTokens: 0, outputTokens: 12, costUsd: null },
    tools: [0, 0],
    retries: 0,
  },
  {
    name: 'toolerr',
    session: '89074e0b-a43e-4781-ac8b-a54566cf8f92',
    text: 'FINAL: the command failed with exit code 3.',
    usage: CALLED,
    tools: [1, 0],
    retries: 0,
  },
  {
    name: 'mcp',
    session: 'ddee4c9b-7df6-47e2-b6a4-71e272daddd2',
    text: 'FINAL: reported.',
    usage: CALLED,
    tools: [1, 0],
    retries: 0,
  },
  {
    name: 'r429',
    session: '48f63d77-bcb2-4403-a9f4-0abc26bdf888',
    text: 'FINAL: recovered after 429.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 2,
  },
  {
    name: 'noperm',
    session: '0858a668-f369-4548-8f5e-82e9a34ac977',
    text: 'Scripted side answer',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 0,
  },
  {
    name: 'resume',
    session: 'bfdf6e47-8429-46c0-9f76-3682cd2fc43c',
    text: 'FINAL: first answer, the secret word is PLUM.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 0,
  },
  {
    name: 'resume-2',
    session: 'bfdf6e47-8429-46c0-9f76-3682cd2fc43c',
    text: 'FINAL: second answer.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 0,
  },
] as const;

readerSuite('gemini', {
  open: openGeminiReader,
  recordings: [
    ...CASES.map(({ name }) => name),
    'r401',
    'r500',
    'cut',
    'sigterm',
    'sigint',
    'sigtermhang',
    'json',
  ].map((name) => `gemini/${name}`),
});

describe('what Gemini CLI told', () => {
  it.each(CASES)('of $name is a success, with what it used and said', (known) => {
    const { outcome, denied } = toldBy(
      openGeminiReader,
      recordedStream(`gemini/${known.name}`),
      OK,
    );
    expect(outcome).toStrictEqual({
      end: { reason: 'success', message: null },
      finalText: known.text,
      sessionId: known.session,
      model: 'gemini-2.5-pro',
      version: null,
      tools: { started: known.tools[0], failed: known.tools[1] },
      retries: known.retries,
      unknown: 0,
      usage: known.usage,
    });
    expect(denied).toStrictEqual([]);
  });

  // Its exit code is the status of the answer, of which eight bits are left: 500 is 244, 401 is 145.
  it.each([
    {
      name: 'r401',
      exitCode: 145,
      reason: 'unauthorized',
      message:
        '[API Error: {"error":{"code":401,"message":"invalid x-api-key","status":"UNAUTHENTICATED"}}]',
      retries: 0,
    },
    {
      name: 'r500',
      exitCode: 244,
      reason: 'error',
      message:
        '[API Error: {"error":{"code":500,"message":"Internal error by stub","status":"INTERNAL"}}]',
      retries: 9,
    },
    { name: 'cut', exitCode: 1, reason: 'error', message: '[API Error: terminated]', retries: 0 },
  ])('of $name, exit code $exitCode, is $reason', ({ name, exitCode, ...known }) => {
    const exit = { exitCode, signal: null };
    const { outcome } = toldBy(openGeminiReader, recordedStream(`gemini/${name}`), exit);
    expect(outcome.end).toStrictEqual({ reason: known.reason, message: known.message });
    expect(outcome.usage).toStrictEqual(NOTHING);
    expect(outcome.retries).toBe(known.retries);
    expect(outcome.finalText).toBeNull();
  });

  it.each(['sigterm', 'sigint'])('of %s is not an end, though it exited with 0', (name) => {
    const { outcome } = toldBy(openGeminiReader, recordedStream(`gemini/${name}`), OK);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.tools).toStrictEqual({ started: 2, failed: 0 });
    expect(outcome.usage).toBeNull();
  });

  it('of a model that hung until it was ended is not an end, though it exited with 0', () => {
    const { outcome } = toldBy(openGeminiReader, recordedStream('gemini/sigtermhang'), OK);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.sessionId).toBe('62dd9e93-f2b0-44da-9e89-6176e4b0dd1e');
  });

  it('of another output format is not an event of it', () => {
    const { outcome } = toldBy(openGeminiReader, recordedStream('gemini/json'), OK);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.unknown).toBe(83);
  });

  it.each([
    ['FatalTurnLimitedError', 'Reached max session turns', 'turns'],
    ['FatalAuthenticationError', 'no way in', 'unauthorized'],
    ['FatalCancellationError', 'Operation cancelled.', 'cancelled'],
    ['unknown', '[API Error: Rate limited]\nPlease wait and try again later.', 'limit'],
    ['unknown', '[API Error: {"error":{"code":503}}]', 'limit'],
    ['unknown', 'quota of nothing', 'error'],
  ])('of a failure %s (%s) is %s', (type, message, reason) => {
    const line = JSON.stringify({ type: 'result', status: 'error', error: { type, message } });
    const { outcome } = toldBy(
      openGeminiReader,
      { stdout: [line], stderr: [] },
      { exitCode: 1, signal: null },
    );
    expect(outcome.end.reason).toBe(reason);
  });

  it('of its retries is why, and for how long it waits', () => {
    const reader = openGeminiReader();
    const lines = [
      'Attempt 1 failed: Rate limited by stub',
      'Suggested retry after 1s.. Retrying after 5621ms...',
      'Attempt 2 failed: gone. Retrying after 10ms...',
      'Attempt 3 failed with status 500. Retrying with backoff... _ApiError: {"error":{}}',
      'Attempt 4 failed: Rate limited by stub',
      'Suggested retry after 1s.. Max attempts reached',
    ];
    expect(lines.flatMap((line) => reader.errorLine(line))).toStrictEqual([
      { kind: 'retrying', reason: 'Rate limited by stub', afterMs: 5621 },
      { kind: 'retrying', reason: 'gone', afterMs: 10 },
      { kind: 'retrying', reason: 'status 500', afterMs: null },
    ]);
  });
});
