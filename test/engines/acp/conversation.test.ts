import { readdirSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { openConversation } from '../../../src/engines/acp/driver/conversation.ts';
import { judgePermission } from '../../../src/engines/acp/driver/judge-permission.ts';
import { isRecord, tryParseJson } from '../../../src/platform/json.ts';
import type { AgentEvent } from '../../../src/words/agent-event.ts';
import { recordedLines, toldOf, type Told } from '../../kit/recorded-streams.ts';

const RULES = {
  worktree: '/lab/work/acpx',
  write: [],
  hosts: [],
  writable: [],
  readable: [],
  closed: null,
};

/** Plays what passed between a client and an agent, both directions, as the driver would have seen it. */
function eventsOf(lines: readonly string[], write: readonly string[] = []): readonly AgentEvent[] {
  const conversation = openConversation();
  const asked = new Map<unknown, string>();
  // Both sides count their requests from 0; what the agent asks is answered before it answers.
  const askedByAgent = new Set<unknown>();
  const events: AgentEvent[] = [];
  for (const line of lines) {
    const message = tryParseJson(line);
    if (!isRecord(message)) continue;
    const { id, method, params, result, error } = message;
    if (method === 'session/update') {
      if (isRecord(params)) events.push(...conversation.update(params['update']));
    } else if (method === 'session/request_permission') {
      askedByAgent.add(id);
      const toolCall = isRecord(params) ? params['toolCall'] : undefined;
      const judgement = judgePermission(toolCall, { ...RULES, write });
      events.push(...conversation.asked(toolCall, judgement));
    } else if (typeof method === 'string') {
      if (method.startsWith('fs/')) askedByAgent.add(id);
      else asked.set(id, method);
    } else if (!askedByAgent.delete(id)) {
      const answered = asked.get(id);
      asked.delete(id);
      if (error !== undefined && answered?.startsWith('session/') === true)
        events.push(...conversation.failed(error));
      else if (answered === 'initialize') conversation.initialized(result);
      else if (answered === 'session/new' && isRecord(result))
        events.push(...conversation.opened(String(result['sessionId']), result));
      else if (answered === 'session/prompt') events.push(...conversation.answered(result));
    }
  }
  return events;
}

/** As its outcome, for one look at it all. */
function told(lines: readonly string[], write: readonly string[] = []): Told {
  const events = eventsOf(lines, write);
  const end = events.findIndex(({ kind }) => kind === 'end');
  const reader = {
    line: () => (end < 0 ? events : events.slice(0, end)),
    errorLine: () => [],
    end: () => (end < 0 ? [] : events.slice(end, end + 1)),
  };
  return toldOf(reader, [''], { exitCode: 0, signal: null });
}

const FINE: Told = {
  end: 'success',
  message: null,
  text: 'FINAL: NOTES.md is written and committed.',
  session: null,
  retries: 0,
  tools: '2/0',
  unknown: 0,
  denied: [],
  usage: '6500/2400/115',
};

const RECORDED: Readonly<Record<string, Partial<Told>>> = {
  'edits-claude': { session: 'e6d993bf-a2e7-415a-8135-13330ae9eb78' },
  'edits-codex': {
    session: '01a1fcf6-fbb7-7482-b111-baedb2a34c97',
    tools: '1/0',
    usage: '4100/2400/115',
  },
  'edits-codex-full': {
    session: '01a1fd03-9b03-7061-94f3-90441e9b74d9',
    usage: '4100/2400/115',
  },
  'edits-gemini': {
    session: '7eb2ded1-acb0-4e1c-9208-a1591de537c3',
    tools: '2/1',
    usage: '4100/0/115',
  },
  'edits-gemini-nofs': {
    session: '7200bc16-c60d-455b-8975-32f2f7a8bae6',
    usage: '4100/0/115',
  },
  // It counts its last step only.
  'edits-opencode': { session: 'ses_e0308ebc7ffe5x5IWWmCjodt9j', usage: '1500/1300/15' },
  'invalid-config-option': {
    end: 'error',
    message: 'Invalid params',
    text: null,
    session: '01a1fcf8-3413-7d61-9327-8acdb66041eb',
    tools: '0/0',
    usage: null,
  },
  mcp: {
    text: 'FINAL: reported.',
    session: '66c36529-e9a4-4853-bc80-23c83de32d35',
    tools: '1/0',
    usage: '200/0/40',
  },
  plain: {
    text: 'FINAL: the answer is 42.',
    session: '41065314-243d-4c5c-84f3-bbcd1e61b963',
    tools: '0/0',
    usage: '900/0/12',
  },
  r429: {
    text: 'FINAL: recovered after 429.',
    session: 'd5cb21c6-5217-4c28-88b3-f9cb06db43aa',
    tools: '0/0',
    usage: '100/0/20',
  },
  r500: {
    end: 'error',
    message:
      'Internal error: API Error: 500 Internal error by stub. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:37915).',
    text: 'API Error: 500 Internal error by stub. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:37915).',
    session: 'a4ef1836-ce1f-497b-ae31-b97ea3b0ebb5',
    tools: '0/0',
    usage: null,
  },
  sigint: {
    end: 'cancelled',
    text: null,
    session: 'e7d92b2d-fc4d-4948-9002-9bc201e80a60',
    tools: '2/1',
    usage: '200/0/40',
  },
  sigterm: {
    end: 'cancelled',
    text: null,
    session: '6f68b085-a31a-4d88-84e5-fbcf3738bd08',
    tools: '2/1',
    usage: '200/0/40',
  },
  toolerr: {
    text: 'FINAL: the command failed with exit code 3.',
    session: '6801a87e-3d0b-4a11-a213-f9123bcac3a2',
    tools: '1/1',
    usage: '200/0/40',
  },
};

describe('recorded conversations with four agents', () => {
  test.each(Object.entries(RECORDED))('%s', (name, change) => {
    expect(told(recordedLines(`acpx/${name}`))).toEqual({ ...FINE, ...change });
  });

  it('are all of them', () => {
    const files = readdirSync(new URL('../../fixtures/agents/acpx', import.meta.url));
    const names = files.filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -6));
    expect(names.toSorted()).toEqual(Object.keys(RECORDED).toSorted());
  });

  test.each(Object.keys(RECORDED))('%s, cut after each line, ends with its answer only', (name) => {
    const lines = recordedLines(`acpx/${name}`);
    const answered = lines.findIndex((line) => line.includes('"stopReason"'));
    for (let count = 0; count <= lines.length; count += 1) {
      const ends = eventsOf(lines.slice(0, count)).filter(({ kind }) => kind === 'end');
      const successes = ends.filter((event) => event.kind === 'end' && event.reason === 'success');
      expect(ends.length).toBeLessThanOrEqual(1);
      expect(successes.length, `after line ${count}`).toBeLessThanOrEqual(count > answered ? 1 : 0);
    }
  });

  it('tells what each tool is to do, once it is known', () => {
    const starts = eventsOf(recordedLines('acpx/edits-claude')).filter(
      ({ kind }) => kind === 'tool-start',
    );
    expect(starts).toEqual([
      {
        kind: 'tool-start',
        id: 'toolu_929ff3c13d876d3704',
        name: 'Write',
        summary: '/lab/work/acpx/wt-edits/NOTES.md',
      },
      {
        kind: 'tool-start',
        id: 'toolu_dce5fca230c5dbfb02',
        name: 'Bash',
        summary: "git add -A && git commit -q -m 'Add NOTES.md' && git log --oneline -1",
      },
    ]);
  });

  it('tells the cost where an agent says one', () => {
    const usage = eventsOf(recordedLines('acpx/edits-claude')).find(({ kind }) => kind === 'usage');
    expect(usage).toMatchObject({ usage: { costUsd: 0.01998 } });
  });

  it('tells what was not permitted', () => {
    expect(told(recordedLines('acpx/edits-claude'), ['src/**']).denied).toEqual([
      'change wt-edits/NOTES.md',
    ]);
  });
});

describe('what an agent says in the protocol', () => {
  const end = (result: unknown): unknown => openConversation().answered(result).at(-1);

  test.each([
    ['end_turn', 'success', null],
    ['cancelled', 'cancelled', null],
    ['max_turn_requests', 'turns', 'it used up the requests of one turn'],
    ['max_tokens', 'error', 'its answer was cut: it used up the tokens of one turn'],
    ['refusal', 'error', 'the model refused to continue'],
    ['done', 'error', 'it stopped for a reason that is not known: done'],
  ])('stopped for %s: %s', (stopReason, reason, message) => {
    expect(end({ stopReason })).toEqual({ kind: 'end', reason, message, finalText: null });
  });

  test.each([
    [{ code: -32_000, message: 'Authentication required' }, 'unauthorized'],
    [{ code: -32_603, message: 'Internal error', data: { errorKind: 'rate_limit' } }, 'limit'],
    [{ code: -32_603, message: 'API Error: 529 overloaded' }, 'limit'],
    [{ code: -32_603, message: 'API Error: 401 who are you' }, 'unauthorized'],
    [{ code: -32_603, message: 'listening at 127.0.0.1:429' }, 'error'],
    [undefined, 'error'],
  ])('failed with %j: %s', (error, reason) => {
    expect(openConversation().failed(error).at(-1)).toMatchObject({ kind: 'end', reason });
  });

  it('keeps what it does not know, and counts it', () => {
    expect(openConversation().update({ sessionUpdate: 'dance' })).toEqual([
      { kind: 'unknown', line: '{"sessionUpdate":"dance"}' },
    ]);
    expect(openConversation().update(undefined)).toEqual([{ kind: 'unknown', line: '' }]);
  });

  it('may be anything without a throw', () => {
    const names = fc.constantFrom('sessionUpdate', 'toolCallId', 'status', 'content', 'rawInput');
    const kinds = fc.constantFrom('tool_call', 'tool_call_update', 'agent_message_chunk');
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(names, fc.oneof(kinds, fc.jsonValue())),
      fc.record({ sessionUpdate: kinds, toolCallId: fc.jsonValue(), content: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(odd), odd, (updates, result) => {
        const conversation = openConversation();
        for (const update of updates) conversation.update(update);
        conversation.asked(result, judgePermission(result, RULES));
        expect(conversation.answered(result).at(-1)?.kind).toBe('end');
      }),
    );
  });
});
