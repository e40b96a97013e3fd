import { readdirSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { openCopilotReader } from '../../../src/engines/copilot/read-stream.ts';
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

/** Those that were told to stop exited with 0, like those that were done. */
const RECORDED: Readonly<Record<string, { readonly exitCode: number; readonly told: Told }>> = {
  cut: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: recovered after a cut stream.',
      session: '925da6ca-8a25-4867-9c20-486443c4e10d',
      retries: 1,
    },
  },
  edits: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: NOTES.md is written and committed.',
      session: '17dc6f70-d6c1-493d-aad2-f9fb2ff7cd18',
      tools: '2/0',
    },
  },
  mcp: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: reported.',
      session: 'd78f4ab4-ba3f-453a-8715-91f8635e1146',
      tools: '1/0',
    },
  },
  noperm: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: NOTES.md is written and committed.',
      session: '3ce1a71e-1679-4c02-b1cb-5ab1a1112784',
      tools: '2/2',
      denied: [
        'create /lab/work/copilot/wt-noperm/NOTES.md',
        "bash git add -A && git commit -q -m 'Add NOTES.md' && git log --oneline -1",
      ],
    },
  },
  plain: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: the answer is 42.',
      session: '4c9816a0-449b-4084-a3ee-a8eb9debe5b2',
    },
  },
  r401: {
    exitCode: 1,
    told: {
      ...FINE,
      end: 'unauthorized',
      message:
        'Authentication failed with provider at http://127.0.0.1:44453/run/r401~r401/v1 (HTTP 401). Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.',
      session: 'da010ae1-ed48-4756-ba8c-5fef2863cb0b',
      retries: 2,
    },
  },
  r429: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: recovered after 429.',
      session: '29a9739c-637f-429d-9521-484a82329b76',
      retries: 2,
    },
  },
  r500: {
    exitCode: 1,
    told: {
      ...FINE,
      end: 'error',
      message:
        'Failed to get response from the AI model; retried 5 times (total retry wait time: 13.95 seconds) Last error: 500 Internal error by stub',
      session: '8587ecc3-9e12-44ec-b9a7-4417a664bc8a',
      retries: 5,
    },
  },
  resume: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: first answer, the secret word is PLUM.',
      session: '6f579f58-4ee5-424d-b76a-cac9cd0663d3',
    },
  },
  'resume-2': {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: second answer.',
      session: '6f579f58-4ee5-424d-b76a-cac9cd0663d3',
    },
  },
  sigint: { exitCode: 0, told: { ...FINE, end: 'cancelled', tools: '2/0' } },
  sigterm: { exitCode: 0, told: { ...FINE, end: 'cancelled', tools: '2/0' } },
  sigtermhang: { exitCode: 0, told: { ...FINE, end: 'cancelled' } },
  toolerr: {
    exitCode: 0,
    told: {
      ...FINE,
      text: 'FINAL: the command failed with exit code 3.',
      session: '71a3058e-8c9e-44eb-957a-7d4bc6f30998',
      tools: '1/1',
    },
  },
};

describe('recorded streams of Copilot', () => {
  test.each(Object.entries(RECORDED))('%s', (name, { exitCode, told }) => {
    const lines = recordedLines(`copilot/${name}`);
    expect(toldOf(openCopilotReader(), lines, { exitCode, signal: null })).toEqual(told);
  });

  it('are all of them', () => {
    const files = readdirSync(new URL('../../fixtures/agents/copilot', import.meta.url));
    const names = files.filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -6));
    expect(names.toSorted()).toEqual(Object.keys(RECORDED).toSorted());
  });

  // oxlint-disable-next-line vitest/expect-expect -- expectCuts expects
  test.each(Object.keys(RECORDED))('%s, cut after each line, is never a success', (name) => {
    expectCuts(openCopilotReader, recordedLines(`copilot/${name}`));
  });
});

describe('what a stream of Copilot tells', () => {
  const denied = (name: string, input: unknown): unknown => {
    const reader = openCopilotReader();
    const data = { toolCallId: 'c1', toolName: name, arguments: input };
    reader.line(JSON.stringify({ type: 'tool.execution_start', data }));
    const error = { message: 'no', code: 'denied' };
    const end = { toolCallId: 'c1', success: false, error };
    return reader.line(JSON.stringify({ type: 'tool.execution_complete', data: end }))[0];
  };

  it('names the line that would let a file be read, and none for what cannot be let in', () => {
    expect(denied('view', { path: '/srv/shared/notes.md' })).toEqual({
      kind: 'denied',
      what: 'view /srv/shared/notes.md',
      line: 'read: [/srv/shared/notes.md]',
    });
    expect(denied('create', { path: '/etc/x' })).toMatchObject({ line: null });
    expect(denied('bash', { command: 'cat /etc/x' })).toMatchObject({
      what: 'bash cat /etc/x',
      line: null,
    });
  });

  it('is not a success when an error stands before a result that says 0', () => {
    const lines = [
      { type: 'session.error', data: { message: 'quota', statusCode: 429 } },
      { type: 'result', sessionId: 's', exitCode: 0 },
    ].map((line) => JSON.stringify(line));
    const told = toldOf(openCopilotReader(), lines, { exitCode: 0, signal: null });
    expect(told).toEqual({ ...FINE, end: 'limit', message: 'quota', session: 's' });
  });

  it('has crashed with its last word on stderr when it says nothing else', () => {
    const reader = openCopilotReader();
    reader.errorLine('error: unknown option');
    reader.errorLine('');
    expect(reader.end({ exitCode: 1, signal: null })).toEqual([
      { kind: 'end', reason: 'crashed', message: 'error: unknown option', finalText: null },
    ]);
  });

  it('survives whatever is printed, and ends once', () => {
    const types = fc.constantFrom('result', 'abort', 'tool.execution_complete', 'session.error');
    const known = fc.record({ type: types, data: fc.jsonValue(), ephemeral: fc.boolean() });
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      known.map((line) => JSON.stringify(line)),
    );
    fc.assert(
      fc.property(fc.array(odd), (lines) => {
        const events = eventsOf(openCopilotReader, lines, { exitCode: 0, signal: null });
        expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1);
        expect(events.at(-1)?.kind).toBe('end');
      }),
    );
  });
});
