import { describe, expect, it } from 'vitest';

import { openPiReader } from '../../../src/engines/pi/read-stream.ts';
import { readerSuite } from '../../kit/reader-suite.ts';
import { recordedStream, toldBy } from '../../kit/recorded-stream.ts';

const OK = { exitCode: 0, signal: null };
const ANSWERED = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: 0.0006 };
const CALLED = { inputTokens: 200, cachedTokens: 0, outputTokens: 40, costUsd: 0.0012 };

const CASES = [
  {
    name: 'edits',
    session: '01a1fcf5-53d2-7734-b05c-80280213cf01',
    text: 'FINAL: NOTES.md is written and committed.',
    usage: { inputTokens: 4100, cachedTokens: 2400, outputTokens: 115, costUsd: 0.007545 },
    tools: [2, 0],
    retries: 0,
  },
  {
    name: 'plain',
    session: '01a1fcf5-5893-739a-',
    text: 'FINAL: the answer is 42.',
    usage: { inputTokens: 900, cachedTokens: 0, outputTokens: 12, costUsd: 0.00288 },
    tools: [0, 0],
    retries: 0,
  },
  {
    name: 'toolerr',
    session: '01a1fcf5-5d0e-76c2-9070-4b42e1d25f26',
    text: 'FINAL: the command failed with exit code 3.',
    usage: CALLED,
    tools: [1, 1],
    retries: 0,
  },
  {
    name: 'r429',
    session: '01a1fcf5-61e8-77ea-9cd5-156c5d1c357b',
    text: 'FINAL: recovered after 429.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 2,
  },
  {
    name: 'cut',
    session: '01a1fcf5-a344-7133-83b5-9cd38ab65e75',
    text: 'FINAL: recovered after a cut stream.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 1,
  },
  {
    name: 'resume',
    session: '01a1fcf5-7de7-7001-b5d4-0809c07d4803',
    text: 'FINAL: first answer, the secret word is PLUM.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 0,
  },
  {
    name: 'resume-2',
    session: '01a1fcf5-7de7-7001-b5d4-0809c07d4803',
    text: 'FINAL: second answer.',
    usage: ANSWERED,
    tools: [0, 0],
    retries: 0,
  },
] as const;

readerSuite('pi', {
  open: openPiReader,
  recordings: [
    ...CASES.map(({ name }) => name),
    'r401',
    'r500',
    'sigterm',
    'sigint',
    'sigtermhang',
  ].map((name) => `pi/${name}`),
});

describe('what pi told', () => {
  it.each(CASES)('of $name is a success, with what it used and said', (known) => {
    const { outcome, denied } = toldBy(openPiReader, recordedStream(`pi/${known.name}`), OK);
    expect(outcome).toStrictEqual({
      end: { reason: 'success', message: null },
      finalText: known.text,
      sessionId: expect.stringMatching(`^${known.session}`),
      model: 'stub-model',
      version: null,
      tools: { started: known.tools[0], failed: known.tools[1] },
      retries: known.retries,
      unknown: 0,
      usage: { ...known.usage, costUsd: expect.closeTo(known.usage.costUsd, 9) },
    });
    expect(denied).toStrictEqual([]);
  });

  it.each([
    {
      name: 'r401',
      reason: 'unauthorized',
      message:
        '401: {"message":"invalid x-api-key","type":"authentication_error","param":null,"code":null}',
      retries: 0,
    },
    {
      name: 'r500',
      reason: 'error',
      message:
        '500: {"message":"Internal error by stub","type":"api_error","param":null,"code":null}',
      retries: 3,
    },
  ])('of $name is $reason, though it exited with 0', ({ name, reason, message, retries }) => {
    const { outcome } = toldBy(openPiReader, recordedStream(`pi/${name}`), OK);
    expect(outcome.end).toStrictEqual({ reason, message });
    expect(outcome.retries).toBe(retries);
    expect(outcome.usage).toBeNull();
    expect(outcome.finalText).toBeNull();
  });

  it.each([
    ['sigterm', { exitCode: 143, signal: null }],
    ['sigint', { exitCode: null, signal: 'SIGINT' }],
  ])('of %s is not an end', (name, exit) => {
    const { outcome } = toldBy(openPiReader, recordedStream(`pi/${name}`), exit);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.tools).toStrictEqual({ started: 2, failed: 0 });
    expect(outcome.usage).toStrictEqual({ ...CALLED, costUsd: expect.closeTo(0.0012, 9) });
  });

  it('of a model that hung until it was ended is not an end', () => {
    const exit = { exitCode: 143, signal: null };
    const { outcome } = toldBy(openPiReader, recordedStream('pi/sigtermhang'), exit);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.usage).toBeNull();
  });

  it('of a session of another folder, which it asks about and leaves, is not a success', () => {
    const stdout = ['Session found in different project: /elsewhere', 'Fork? [y/N]'];
    const { outcome } = toldBy(openPiReader, { stdout, stderr: [] }, OK);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.unknown).toBe(2);
  });

  it.each([
    ['aborted', 'cancelled', 'Request was aborted.'],
    ['length', 'error', 'its last answer was cut short'],
    ['toolUse', 'crashed', 'Request was aborted.'],
  ])('of a last answer that stopped for %s is %s', (stopReason, reason, message) => {
    const answer = {
      role: 'assistant',
      content: [],
      stopReason,
      errorMessage: 'Request was aborted.',
    };
    const stdout = [{ type: 'message_end', message: answer }, { type: 'agent_settled' }];
    const { outcome } = toldBy(
      openPiReader,
      { stdout: stdout.map((event) => JSON.stringify(event)), stderr: [] },
      OK,
    );
    expect(outcome.end).toStrictEqual({ reason, message });
  });
});

it('tells the last words of one that did not even begin', () => {
  const stderr = ['Warning: slow', 'Error: there is no such model', ''];
  const { outcome } = toldBy(openPiReader, { stdout: [], stderr }, { exitCode: 1, signal: null });
  expect(outcome.end).toStrictEqual({
    reason: 'crashed',
    message: 'Error: there is no such model',
  });
});
