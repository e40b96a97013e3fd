import { readdirSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { openConversation } from '../../../src/agents/acp/driver/conversation.ts';
import { judgePermission } from '../../../src/agents/acp/driver/judge-permission.ts';
import type { AgentEvent } from '../../../src/domain/agent-event.ts';
import { NO_USAGE } from '../../../src/domain/usage.ts';
import { isRecord, tryParseJson } from '../../../src/platform/json.ts';
import { recordedLines, toldOf, type Told } from '../../kit/recorded-streams.ts';

const RULES = { worktree: '/lab/work/acpx', write: [], hosts: [], writable: [], readable: [], closed: null };

/** Plays what passed between a client and an agent, both directions, as the driver would have seen it. */
function eventsOf(lines: readonly string[], write: readonly string[] = []): readonly AgentEvent[] {
  const conversation = openConversation();
  const asked = new Map<unknown, string>();
  const events: AgentEvent[] = [];
  for (const line of lines) {
    const message = tryParseJson(line);
    if (!isRecord(message)) continue;
    const { id, method, params, result, error } = message;
    if (method === 'session/update') {
      if (isRecord(params)) events.push(...conversation.update(params['update']));
    } else if (method === 'session/request_permission') {
      const toolCall = isRecord(params) ? params['toolCall'] : undefined;
      const judgement = judgePermission(toolCall, { ...RULES, write });
      events.push(...conversation.asked(toolCall, judgement));
    } else if (typeof method === 'string') {
      asked.set(id, method);
    } else {
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
  'edits-claude': {},
  'edits-codex': {},
  'edits-codex-full': {},
  'edits-gemini': {},
  'edits-gemini-nofs': {},
  'edits-opencode': {},
  'invalid-config-option': {},
  mcp: {},
  plain: {},
  r429: {},
  r500: {},
  sigint: {},
  sigterm: {},
  toolerr: {},
};

describe('recorded conversations of four agents', () => {
  test.each(Object.entries(RECORDED))('%s', (name, change) => {
    expect(told(recordedLines(`acpx/${name}`))).toEqual({ ...FINE, ...change });
  });
});
void [fc, it, readdirSync, NO_USAGE];
