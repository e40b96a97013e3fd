import { describe, expect, it } from 'vitest';

import { openOpencodeReader } from '../../../src/engines/opencode/read-stream.ts';
import { readerSuite } from '../../kit/reader-suite.ts';
import { recordedStream, toldBy } from '../../kit/recorded-stream.ts';

const OK = { exitCode: 0, signal: null };
const FAILED = { exitCode: 1, signal: null };

const ANSWERED = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, costUsd: 0.0006 };
const EDITED = { inputTokens: 4100, cachedTokens: 2400, outputTokens: 115, costUsd: 0.007545 };

const CASES = [
  {
    name: 'edits',
    session: 'ses_e030e2b5ffferL85CcqoKJljGN',
    text: 'FINAL: NOTES.md is written and committed.',
    usage: EDITED,
    tools: [2, 0],
  },
  {
    name: 'noperm',
    session: 'ses_e030d25ecffeDvtatGeAmwaAsy',
    text: 'FINAL: NOTES.md is written and committed.',
    usage: EDITED,
    tools: [2, 0],
  },
  {
    name: 'plain',
    session: 'ses_e030da5eeffePAF00Dp1L2WWos',
    text: 'FINAL: the answer is 42.',
    usage: { inputTokens: 900, cachedTokens: 0, outputTokens: 12, costUsd: 0.00288 },
    tools: [0, 0],
  },
  {
    name: 'toolerr',
    session: 'ses_e030d9b38ffeD6ge0vyEMb3ikw',
    text: 'FINAL: the command failed with exit code 3.',
    usage: { ...ANSWERED, inputTokens: 200, outputTokens: 40, costUsd: 0.0012 },
    tools: [1, 1],
  },
  {
    name: 'mcp',
    session: 'ses_e030d7c92ffegwQsBuRQJ4Arr7',
    text: 'FINAL: reported.',
    usage: { ...ANSWERED, inputTokens: 200, outputTokens: 40, costUsd: 0.0012 },
    tools: [1, 0],
  },
  {
    name: 'r429',
    session: 'ses_e030d8f88ffeAV46q7v4IVMrXm',
    text: 'FINAL: recovered after 429.',
    usage: ANSWERED,
    tools: [0, 0],
  },
  {
    name: 'cut',
    session: 'ses_e030d17daffehf541n8EosPSzV',
    text: 'FINAL: recovered after a cut stream.',
    usage: ANSWERED,
    tools: [0, 0],
  },
  {
    name: 'resume',
    session: 'ses_e030d6feaffemRVjogW8rxdJL3',
    text: 'FINAL: first answer, the secret word is PLUM.',
    usage: ANSWERED,
    tools: [0, 0],
  },
  {
    name: 'resume-2',
    session: 'ses_e030d6feaffemRVjogW8rxdJL3',
    text: 'FINAL: second answer.',
    usage: ANSWERED,
    tools: [0, 0],
  },
] as const;

readerSuite('opencode', {
  open: openOpencodeReader,
  recordings: [...CASES.map(({ name }) => name), 'r401', 'r500', 'sigterm', 'sigint'].map(
    (name) => `opencode/${name}`,
  ),
});

describe('what OpenCode told', () => {
  it.each(CASES)('of $name is a success, with what it used and said', (known) => {
    const { outcome, denied } = toldBy(
      openOpencodeReader,
      recordedStream(`opencode/${known.name}`),
      OK,
    );
    expect(outcome).toStrictEqual({
      end: { reason: 'success', message: null },
      finalText: known.text,
      sessionId: known.session,
      model: null,
      version: null,
      tools: { started: known.tools[0], failed: known.tools[1] },
      retries: 0,
      unknown: 0,
      usage: { ...known.usage, costUsd: expect.closeTo(known.usage.costUsd, 9) },
    });
    expect(denied).toStrictEqual([]);
  });

  it.each([
    ['r401', 'unauthorized', 'invalid x-api-key'],
    ['r500', 'error', 'Internal error by stub'],
  ])('of %s is %s, in the words of the model’s side', (name, reason, message) => {
    const { outcome } = toldBy(openOpencodeReader, recordedStream(`opencode/${name}`), FAILED);
    expect(outcome.end).toStrictEqual({ reason, message });
    expect(outcome.usage).toBeNull();
    expect(outcome.finalText).toBeNull();
    expect(outcome.sessionId).toMatch(/^ses_/);
  });

  it.each(['sigterm', 'sigint'])('of %s is not an end', (name) => {
    const exit = { exitCode: null, signal: name.toUpperCase() };
    const { outcome } = toldBy(openOpencodeReader, recordedStream(`opencode/${name}`), exit);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
    expect(outcome.tools).toStrictEqual({ started: 1, failed: 0 });
    expect(outcome.usage).toStrictEqual(ANSWERED);
  });

  it('is not a success when it exited with another code than 0', () => {
    const { outcome } = toldBy(openOpencodeReader, recordedStream('opencode/plain'), FAILED);
    expect(outcome.end).toStrictEqual({ reason: 'crashed', message: null });
  });

  it('is an error when the last answer was cut short', () => {
    const line = JSON.stringify({ type: 'step_finish', part: { reason: 'length' } });
    const { outcome } = toldBy(openOpencodeReader, { stdout: [line], stderr: [] }, OK);
    expect(outcome.end).toStrictEqual({
      reason: 'error',
      message: 'its last answer was cut short',
    });
  });

  it('is a denial, with the line that permits it, when a rule of its settings forbade a tool', () => {
    const error =
      'The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules []';
    const part = {
      tool: 'write',
      callID: 'c1',
      state: { status: 'error', input: { filePath: '/w/docs/a.md' }, error },
    };
    const { outcome, denied } = toldBy(
      (options) => openOpencodeReader({ ...options, folder: '/w' }),
      { stdout: [JSON.stringify({ type: 'tool_use', part })], stderr: [] },
      OK,
    );
    expect(outcome.tools).toStrictEqual({ started: 1, failed: 1 });
    expect(denied).toStrictEqual([
      {
        kind: 'permission',
        target: 'write /w/docs/a.md',
        reason: 'is not permitted; to permit it: write: [docs/a.md]',
        count: 1,
      },
    ]);
  });

  it.each([
    [{ filePath: '/elsewhere/a.md' }, null],
    [{ filePath: '/w' }, null],
    [{ filePath: 'docs/a b.md' }, 'write: ["docs/a b.md"]'],
    [{ url: 'https://example.com/x' }, 'network: { allow: [example.com] }'],
    [{ query: 'news' }, null],
  ])('names the line that permits %j, when there is one', (input, line) => {
    const error = 'a rule which prevents you from using this specific tool call';
    const part = { tool: 'x', state: { status: 'error', input, error } };
    const events = openOpencodeReader({ usageBefore: null, folder: '/w' }).line(
      JSON.stringify({ type: 'tool_use', part }),
    );
    expect(events.find(({ kind }) => kind === 'denied')).toMatchObject({ line });
  });

  it('knows no price of a model that costs nothing by its word', () => {
    const part = {
      reason: 'stop',
      cost: 0,
      tokens: { input: 5, output: 2, total: 9, cache: { read: 1, write: 0 } },
    };
    const { outcome } = toldBy(
      openOpencodeReader,
      { stdout: [JSON.stringify({ type: 'step_finish', part })], stderr: [] },
      OK,
    );
    expect(outcome.usage).toStrictEqual({
      inputTokens: 6,
      cachedTokens: 1,
      outputTokens: 3,
      costUsd: null,
    });
  });
});

it('tells the last words of one that did not even begin', () => {
  const stderr = ['Warning: slow', 'Error: there is no such model', ''];
  const { outcome } = toldBy(
    openOpencodeReader,
    { stdout: [], stderr },
    { exitCode: 1, signal: null },
  );
  expect(outcome.end).toStrictEqual({
    reason: 'crashed',
    message: 'Error: there is no such model',
  });
});
