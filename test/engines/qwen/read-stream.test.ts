import { readdirSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { openQwenReader } from '../../../src/engines/qwen/read-stream.ts';
import { NO_USAGE } from '../../../src/words/usage.ts';
import {
  eventsOf,
  expectCuts,
  recordedLines,
  toldOf,
  type Told,
} from '../../kit/recorded-streams.ts';

const FINE: Told = {
  end: 'success',
  message: null,
  text: null,
  session: null,
  retries: 0,
  tools: '0/0',
  unknown: 0,
  denied: [],
  usage: null,
};

/** By the name of the recording: how the program exited, and what its stream tells. */
const RECORDED: Readonly<Record<string, { readonly exitCode: number; readonly told: Told }>> = {
  cut: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: recovered after a cut stream.',
      session: '14c547e5-1950-4bca-b45c-ab3e22a25fe4',
      retries: 1,
      usage: '200/0/40',
    },
  },
  edits: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: NOTES.md is written and committed.',
      session: '0b4ea9b3-2dff-41c8-a931-b777caac3850',
      tools: '2/0',
      usage: '4100/2400/115',
    },
  },
  json: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: NOTES.md is written and committed.',
      session: '433f1b09-e7d5-49e0-9532-de9b722c2048',
      tools: '2/0',
      usage: '4100/2400/115',
    },
  },
  loop: {
    exitCode: 53,
    told: {
      ...FINE,
      end: 'turns',
      session: '6beaa830-1940-4527-87ed-fe34fa0070ef',
      tools: '2/0',
      usage: '200/0/40',
    },
  },
  mcp: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: reported.',
      session: 'a9c94183-04f6-44e0-9b0e-15689a6ab5bb',
      tools: '1/0',
      usage: '200/0/40',
    },
  },
  noperm: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'Scripted side answer',
      session: '69c2f41f-9d30-42ac-b693-f9e969c4e0d6',
      usage: '4200/2400/135',
    },
  },
  plain: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: the answer is 42.',
      session: '23d98c39-07bf-4188-a2e2-45327bd4bea1',
      usage: '900/0/12',
    },
  },
  r401: {
    exitCode: 1,
    told: {
      ...FINE,
      end: 'unauthorized',
      message: '[API Error: 401 invalid x-api-key]',
      session: '7e4385c5-90b0-40d8-bb5a-b97ea3159f35',
      usage: '0/0/0',
    },
  },
  r429: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: recovered after 429.',
      session: '092db6d4-fd19-4ad0-84a1-9ddc80aa0c6c',
      usage: '200/0/40',
    },
  },
  r500: {
    exitCode: 1,
    told: {
      ...FINE,
      end: 'error',
      message: '[API Error: 500 Internal error by stub]',
      session: '7208b7b5-0d6d-4f7e-84a7-05efc717bf9f',
      usage: '0/0/0',
    },
  },
  resume: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: first answer, the secret word is PLUM.',
      session: '2d47ed82-60c3-48f4-a21e-4c6b3c20d553',
      usage: '200/0/40',
    },
  },
  'resume-2': {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: second answer.',
      session: '2d47ed82-60c3-48f4-a21e-4c6b3c20d553',
      usage: '400/0/80',
    },
  },
  sigint: {
    exitCode: 130,
    told: {
      ...FINE,
      end: 'cancelled',
      session: 'b85847ad-5574-4a5d-a9a6-c653254f4291',
      tools: '2/1',
      usage: '200/0/40',
    },
  },
  sigterm: {
    exitCode: 130,
    told: {
      ...FINE,
      end: 'cancelled',
      session: 'f29c8529-6eea-4089-b635-169d7b5579c3',
      tools: '2/1',
      usage: '200/0/40',
    },
  },
  sigtermhang: {
    exitCode: 130,
    told: { ...FINE, end: 'cancelled', session: '776f56ea-6c34-445a-8fbc-3c891b869628' },
  },
  toolerr: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: the command failed with exit code 3.',
      session: 'f63e9d7e-77f6-4e50-853e-4adee63ab596',
      tools: '1/1',
      usage: '200/0/40',
    },
  },
};

describe('recorded streams of Qwen Code', () => {
  test.each(Object.entries(RECORDED))('%s', (name, { exitCode, told }) => {
    const reader = openQwenReader({ usageBefore: null });
    expect(toldOf(reader, recordedLines(`qwen/${name}`), { exitCode, signal: null })).toEqual(told);
  });

  it('are all of them', () => {
    const files = readdirSync(new URL('../../fixtures/agents/qwen', import.meta.url));
    const names = files.filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -6));
    expect(names.toSorted()).toEqual(Object.keys(RECORDED).toSorted());
  });

  // oxlint-disable-next-line vitest/expect-expect -- expectCuts expects
  test.each(Object.keys(RECORDED))('%s, cut after each line, is never a success', (name) => {
    expectCuts(openQwenReader, recordedLines(`qwen/${name}`));
  });
});

describe('what a stream of Qwen Code tells', () => {
  it('takes what earlier processes of the session used from what the session used', () => {
    const before = { ...NO_USAGE, inputTokens: 200, outputTokens: 40 };
    const reader = openQwenReader({ usageBefore: before });
    const exit = { exitCode: 0, signal: null };
    expect(toldOf(reader, recordedLines('qwen/resume-2'), exit).usage).toBe('200/0/40');
  });

  it('never tells less than was seen, whatever was used before', () => {
    const before = { ...NO_USAGE, inputTokens: 9_999, outputTokens: 9_999 };
    const reader = openQwenReader({ usageBefore: before });
    const exit = { exitCode: 0, signal: null };
    expect(toldOf(reader, recordedLines('qwen/resume-2'), exit).usage).toBe('100/0/20');
  });

  it('names the line that would let a page be fetched', () => {
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'done',
      permission_denials: [
        { tool_name: 'web_fetch', tool_input: { url: 'https://example.com/x?y' } },
        { tool_name: 'web_search', tool_input: { query: 'x' } },
      ],
    };
    const reader = openQwenReader({ usageBefore: null });
    expect(reader.line(JSON.stringify(result))).toEqual([
      {
        kind: 'denied',
        what: 'web_fetch https://example.com/x?y',
        line: 'network: { allow: [example.com] }',
      },
      { kind: 'denied', what: 'web_search', line: null },
    ]);
  });

  it('calls a tool of a server by its own name', () => {
    const starts = recordedLines('qwen/mcp')
      .flatMap((line) => openQwenReader({ usageBefore: null }).line(line))
      .filter(({ kind }) => kind === 'tool-start');
    expect(starts).toEqual([
      {
        kind: 'tool-start',
        id: 'call_043ca013815f57c438',
        name: 'mcp__sched__echo_report',
        summary: 'hello from the agent',
      },
    ]);
  });

  test.each([
    [55, 'budget', null],
    [130, 'cancelled', null],
    [1, 'crashed', 'No saved session found with ID x'],
  ])('without a result, exit code %d says %s', (exitCode, reason, message) => {
    const reader = openQwenReader({ usageBefore: null });
    if (message !== null) reader.errorLine(message);
    expect(reader.end({ exitCode, signal: null })).toEqual([
      { kind: 'end', reason, message, finalText: null },
    ]);
  });

  it('takes a refusal by its status: 429 for a limit', () => {
    const line = JSON.stringify({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      error: { message: '[API Error: 429 slow down]' },
    });
    expect(eventsOf(openQwenReader, [line], { exitCode: 1, signal: null })).toEqual([
      { kind: 'end', reason: 'limit', message: '[API Error: 429 slow down]', finalText: null },
    ]);
  });

  it('survives whatever is printed, and ends once', () => {
    const words = fc.constantFrom(
      'type',
      'message',
      'content',
      'result',
      'usage',
      'system',
      'user',
    );
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(words, fc.jsonValue()).map((o) => JSON.stringify(o)),
    );
    fc.assert(
      fc.property(fc.array(odd), (lines) => {
        const events = eventsOf(openQwenReader, lines, { exitCode: 0, signal: null });
        expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1);
        expect(events.at(-1)?.kind).toBe('end');
      }),
    );
  });
});
