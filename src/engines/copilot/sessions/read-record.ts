/** What a line of a session of GitHub Copilot CLI says: its events, of which it has many that say nothing of the talk. */
import type { About, LineFormat, Reading } from '../../sessions/lines/line-format.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { wholeWords } from '../../sessions/whole-words.ts';
import { recordField, recordsField, textField, type Fields } from '../../stream-fields.ts';

export const copilotFormat: LineFormat = { reader: () => readCopilotRecord };

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

/** Events of which the kind alone is known, by the first word of it. */
const ASIDE: ReadonlySet<string> = new Set([
  'session',
  'system',
  'assistant',
  'subagent',
  'skill',
  'hook',
  'model',
  'mcp',
  'tool',
  'user',
  'command',
  'commands',
  'context',
  'capabilities',
  'external_tool',
  'sampling',
  'pending_messages',
]);

function readCopilotRecord(record: Fields, cwd: string | null): Reading | 'unknown' {
  const type = textField(record, 'type') ?? '';
  const [data, at] = [recordField(record, 'data'), textField(record, 'timestamp')];
  const about = aboutIn(type, data);
  const moves = movesOf(type, data, { at, cwd: about?.cwd ?? cwd });
  if (moves === null && !ASIDE.has(type.split('.')[0] ?? '')) return 'unknown';
  return { ...(about === null ? {} : { about }), moves: moves ?? [] };
}

function aboutIn(type: string, data: Fields): About | null {
  if (type === 'session.title_changed') return { title: textField(data, 'title') };
  if (type !== 'session.start' && type !== 'session.resume') return null;
  const context = recordField(data, 'context');
  return {
    id: textField(data, 'sessionId'),
    cwd: textField(context, 'cwd'),
    branch: textField(context, 'branch'),
    startedAt: textField(data, 'startTime'),
  };
}

/** `null`: it says nothing of how the talk continues. */
function movesOf(type: string, data: Fields, { at, cwd }: Around): readonly Move[] | null {
  switch (type) {
    case 'user.message':
      return [{ kind: 'asked', text: textField(data, 'content') ?? '', at }];
    case 'assistant.turn_start':
      return [{ kind: 'model', at }];
    case 'assistant.reasoning':
      return said('thought', textField(data, 'content'), at);
    case 'assistant.message':
      return answerMoves(data, at);
    case 'tool.execution_start':
      return callMoves(data, { at, cwd });
    case 'tool.execution_complete':
      return [returnedMove(data, at)];
    case 'permission.requested':
      return [{ kind: 'waits', on: permissionIn(data), at }];
    case 'user_input.requested':
    case 'elicitation.requested':
      return [{ kind: 'waits', on: questionIn(data), at }];
    case 'exit_plan_mode.requested':
      return [{ kind: 'waits', on: 'its plan', at }];
    case 'permission.completed':
    case 'user_input.completed':
    case 'elicitation.completed':
    case 'exit_plan_mode.completed':
      return [{ kind: 'waits', on: null, at }];
    case 'session.resume':
    case 'session.error':
    case 'session.idle':
    case 'abort':
      return [{ kind: 'over', at }];
    case 'session.shutdown':
      return [{ kind: 'closed', at }];
    default:
      return null;
  }
}

function answerMoves(data: Fields, at: string | null): readonly Move[] {
  const text = said('said', textField(data, 'content'), at);
  const thought = said('thought', textField(data, 'reasoningText'), at);
  // What it calls begins with an event of its own.
  const calls = recordsField(data, 'toolRequests').length > 0;
  return [...thought, ...text, calls ? { kind: 'model', at } : { kind: 'over', at }];
}

function callMoves(data: Fields, { at, cwd }: Around): readonly Move[] {
  const name = textField(data, 'toolName') ?? 'a tool';
  const call = toolCall(name, data['arguments'], cwd);
  return [{ kind: 'called', id: textField(data, 'toolCallId') ?? '', call, at }];
}

function returnedMove(data: Fields, at: string | null): Move {
  const exit = recordField(data, 'shellExecution')['exitCode'];
  const failed = data['success'] === false || (typeof exit === 'number' && exit !== 0);
  const result = recordField(data, 'result');
  return {
    kind: 'returned',
    id: textField(data, 'toolCallId') ?? '',
    ok: !failed,
    output: textField(result, 'content') ?? textField(recordField(data, 'error'), 'message'),
    files: recordsField(data, 'fileEdits').flatMap((edit) => textField(edit, 'path') ?? []),
    at,
  };
}

function permissionIn(data: Fields): string {
  const asked = recordField(data, 'permissionRequest');
  const what =
    textField(asked, 'intention') ??
    textField(asked, 'fullCommandText') ??
    textField(asked, 'fileName') ??
    textField(asked, 'kind') ??
    'a tool';
  return wholeWords(`permission: ${what}`);
}

function questionIn(data: Fields): string {
  return wholeWords(textField(data, 'question') ?? textField(data, 'message') ?? 'a question');
}

function said(kind: 'said' | 'thought', text: string | null, at: string | null): readonly Move[] {
  return text === null || text.trim() === '' ? [] : [{ kind, text, at }];
}
