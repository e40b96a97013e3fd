/** What a line of a session of Claude Code says. */
import { isRecord } from '../../../platform/json.ts';
import type { LineFormat, Reading, RecordReader } from '../../sessions/lines/line-format.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { personWords } from '../../sessions/person-words.ts';
import type { TranscriptStep } from '../../sessions/transcript.ts';
import { wholeWords } from '../../sessions/whole-words.ts';
import { type Fields, recordField, recordsField, textField } from '../../stream-fields.ts';

// The steps that an agent keeps by calls of their own: `TaskCreate`, `TaskUpdate`.

interface TaskList {
  /** The list as it is after a call; `null`: the call changes none. */
  called(call: {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
  }): readonly TranscriptStep[] | null;
  /** Likewise after what a call gave back: only that tells the number of a new one. */
  returned(id: string, record: Fields): readonly TranscriptStep[] | null;
}

const MOST = 200;

function taskList(): TaskList {
  const tasks = new Map<string, TranscriptStep>();
  const asked = new Map<string, string>();
  const all = (): readonly TranscriptStep[] => [...tasks.values()];
  return {
    called: ({ id, name, input }) => {
      const fields: Fields = isRecord(input) ? input : {};
      if (name === 'TaskCreate') asked.set(id, textField(fields, 'subject') ?? '');
      if (name !== 'TaskUpdate') return null;
      const number = textField(fields, 'taskId') ?? '';
      const task = tasks.get(number);
      if (task === undefined) return null;
      const status = textField(fields, 'status');
      if (status === 'deleted') tasks.delete(number);
      else {
        const text = wholeWords(textField(fields, 'subject') ?? task.text);
        tasks.set(number, { text, state: stateOf(status) ?? task.state });
      }
      return all();
    },
    returned: (id, record) => {
      const subject = asked.get(id);
      asked.delete(id);
      const task = recordField(recordField(record, 'toolUseResult'), 'task');
      const number = textField(task, 'id');
      if (subject === undefined || number === null || tasks.size >= MOST) return null;
      tasks.set(number, { text: wholeWords(textField(task, 'subject') ?? subject), state: 'open' });
      return all();
    },
  };
}

function stateOf(status: string | null): TranscriptStep['state'] | null {
  switch (status ?? '') {
    case 'in_progress':
      return 'doing';
    case 'completed':
      return 'done';
    case 'pending':
      return 'open';
    default:
      return null;
  }
}

/** Lines that it keeps for itself: nothing of them was said or done. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'queue-operation',
  'attachment',
  'atis-latch',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'tools-used',
  'last-prompt',
  'mode',
  'permission-mode',
  'file-history-snapshot',
  'file-history-delta',
  'progress',
  'tag',
  'pr-link',
  'agent-name',
  'agent-color',
  'agent-setting',
  'worktree-state',
  'content-replacement',
  'marble-origami-commit',
  'saved_hook_context',
]);

/** For a whole reading: what no rule knows is told. */
export const claudeFormat: LineFormat = { reader: () => recordReader('unknown') };

/** For how it stands: each version has new lines of its own, and none of those begins or ends anything. */
export const claudeEndFormat: LineFormat = { reader: () => recordReader({ moves: [] }) };

interface Told {
  readonly record: Fields;
  readonly at: string | null;
  readonly cwd: string | null;
  readonly tasks: TaskList;
}

function recordReader(other: Reading | 'unknown'): RecordReader {
  const tasks = taskList();
  let closed = false;
  return (record, knownCwd) => {
    // What helpers of it say is theirs.
    if (record['isSidechain'] === true) return { moves: [] };
    const at = textField(record, 'timestamp');
    const cwd = textField(record, 'cwd');
    const about = { cwd, branch: textField(record, 'gitBranch'), startedAt: at };
    const told = { record, at, cwd: cwd ?? knownCwd, tasks };
    const type = textField(record, 'type') ?? '';
    switch (type) {
      case 'user': {
        const moves = givenMoves(told);
        if (moves.some(({ kind }) => kind === 'asked')) closed = false;
        // What was under way when it was told to end is written after the word that it ended.
        return { about, moves: closed ? [...moves, { kind: 'closed', at }] : moves };
      }
      case 'assistant':
        closed = false;
        return { about, moves: answerMoves(told) };
      case 'system':
        return { about, moves: systemMoves(told) };
      case 'cost-state':
        closed = true;
        return { moves: [{ kind: 'closed', at }] };
      case 'summary':
      case 'custom-title':
      case 'ai-title':
        return { about: { title: titleIn(record) }, moves: [] };
      default:
        if (type === 'attachment') return { about, moves: queuedMoves(told) };
        return BOOKKEEPING.has(type) ? { moves: [] } : other;
    }
  };
}

/** A person's words, what tools gave back, or notes. */
function givenMoves({ record, at, tasks }: Told): readonly Move[] {
  const content = recordField(record, 'message')['content'];
  if (typeof content === 'string') return askedMoves(record, content, at);
  const blocks = recordsField(recordField(record, 'message'), 'content');
  const moves: Move[] = [];
  for (const block of blocks) {
    if (block['type'] === 'tool_result') {
      moves.push(returnedMove(block, at));
      const steps = tasks.returned(textField(block, 'tool_use_id') ?? '', record);
      if (steps !== null) moves.push({ kind: 'steps', steps, at });
    } else if (block['type'] === 'text')
      moves.push(...askedMoves(record, textField(block, 'text') ?? '', at));
  }
  return moves;
}

function askedMoves(record: Fields, text: string, at: string | null): readonly Move[] {
  if (text.startsWith('[Request interrupted by user')) return [{ kind: 'over', at }];
  if (record['isMeta'] === true || record['isCompactSummary'] === true) return [];
  const words = personWords(text);
  return words === '' ? [] : [{ kind: 'asked', text: words, at }];
}

function returnedMove(block: Fields, at: string | null): Move {
  return {
    kind: 'returned',
    id: textField(block, 'tool_use_id') ?? '',
    ok: block['is_error'] !== true,
    output: textField(block, 'content') ?? textsIn(recordsField(block, 'content')),
    files: [],
    at,
  };
}

function answerMoves({ record, at, cwd, tasks }: Told): readonly Move[] {
  const message = recordField(record, 'message');
  const moves: Move[] = [];
  for (const block of recordsField(message, 'content')) {
    const text = textField(block, 'text') ?? textField(block, 'thinking') ?? '';
    switch (block['type']) {
      case 'text':
        if (text.trim() !== '') moves.push({ kind: 'said', text, at });
        break;
      case 'thinking':
        if (text.trim() !== '') moves.push({ kind: 'thought', text, at });
        break;
      case 'tool_use':
        moves.push(...calledMoves(block, { at, cwd, tasks }));
        break;
      default:
        break;
    }
  }
  // It only thought, or says itself that a tool follows: the answer continues.
  const goesOn =
    message['stop_reason'] === 'tool_use' || !moves.some(({ kind }) => kind === 'said');
  const calls = moves.some(({ kind }) => kind === 'called');
  return goesOn && !calls ? [...moves, { kind: 'model', at }] : moves;
}

function calledMoves(
  block: Fields,
  { at, cwd, tasks }: Pick<Told, 'at' | 'cwd' | 'tasks'>,
): readonly Move[] {
  const name = textField(block, 'name') ?? 'a tool';
  const id = textField(block, 'id') ?? '';
  const input = block['input'];
  const called: Move = { kind: 'called', id, call: toolCall(name, input, cwd), at };
  const steps = tasks.called({ id, name, input });
  return steps === null ? [called] : [called, { kind: 'steps', steps, at }];
}

function systemMoves({ record, at }: Told): readonly Move[] {
  switch (textField(record, 'subtype') ?? '') {
    case 'turn_duration':
      return [{ kind: 'over', at }];
    case 'api_error':
      return [{ kind: 'model', at }];
    default:
      return [];
  }
}

/** What a person typed while it worked. */
function queuedMoves({ record, at }: Told): readonly Move[] {
  const attachment = recordField(record, 'attachment');
  if (attachment['type'] !== 'queued_command') return [];
  const text = personWords(textField(attachment, 'prompt') ?? '');
  return text === '' ? [] : [{ kind: 'asked', text, at }];
}

function titleIn(record: Fields): string | null {
  const names = ['customTitle', 'aiTitle', 'summary'];
  return names.map((name) => textField(record, name)).find((text) => text !== null) ?? null;
}

function textsIn(blocks: readonly Fields[]): string | null {
  const texts = blocks.flatMap((block) => textField(block, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}
