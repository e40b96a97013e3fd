/** What a message of OpenCode and its parts say. */
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { numberField, recordField, textField, type Fields } from '../../stream-fields.ts';
import type { MessageRow, PartRow } from './rows.ts';

export interface MessageWithParts {
  readonly message: MessageRow;
  readonly parts: readonly PartRow[];
}

/** Oldest first. `unreadable` for a row that no rule understands. */
export function movesOfMessage(
  { message, parts }: MessageWithParts,
  cwd: string | null,
): readonly (Move | 'unreadable')[] {
  const at = isoOf(message.createdAt);
  if (message.role === 'user') return personMoves(parts, at);
  if (message.role !== 'assistant') return ['unreadable'];
  const moves = parts.flatMap(({ id, part }) =>
    part === 'unreadable' ? ['unreadable' as const] : partMoves({ id, part }, { at, cwd }),
  );
  if (!message.completed && !message.failed) return [{ kind: 'model', at }, ...moves];
  const isOver = message.failed || message.finish !== 'tool-calls';
  return isOver ? [...moves, { kind: 'over', at }] : moves;
}

function personMoves(
  parts: readonly PartRow[],
  at: string | null,
): readonly (Move | 'unreadable')[] {
  const torn = parts.filter(({ part }) => part === 'unreadable').map(() => 'unreadable' as const);
  const text = parts
    .flatMap(({ part }) =>
      part === 'unreadable' || !isShown(part) ? [] : (textField(part, 'text') ?? []),
    )
    .join('\n');
  return [...torn, text.trim() === '' ? { kind: 'model', at } : { kind: 'asked', text, at }];
}

/** Not what its engine put into the mouth of a person. */
function isShown(part: Fields): boolean {
  return (
    textField(part, 'type') === 'text' && part['synthetic'] !== true && part['ignored'] !== true
  );
}

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

function partMoves(
  { id, part }: { readonly id: string; readonly part: Fields },
  { at, cwd }: Around,
): readonly (Move | 'unreadable')[] {
  const text = textField(part, 'text') ?? '';
  switch (textField(part, 'type') ?? '') {
    case 'text':
      return text.trim() === '' || part['ignored'] === true ? [] : [{ kind: 'said', text, at }];
    case 'reasoning':
      return text.trim() === '' ? [] : [{ kind: 'thought', text, at }];
    case 'tool':
      return toolMoves({ id, part }, { at, cwd });
    case 'step-start':
    case 'step-finish':
    case 'snapshot':
    case 'patch':
    case 'file':
    case 'agent':
    case 'subtask':
    case 'retry':
    case 'compaction':
      return [];
    default:
      return ['unreadable'];
  }
}

function toolMoves(
  { id, part }: { readonly id: string; readonly part: Fields },
  { at, cwd }: Around,
): readonly Move[] {
  const state = recordField(part, 'state');
  const status = textField(state, 'status');
  // The model is still writing what it calls.
  if (status === 'pending') return [];
  const name = textField(part, 'tool') ?? 'a tool';
  const begun = isoOf(numberField(recordField(state, 'time'), 'start')) ?? at;
  const call = toolCall(name, state['input'], cwd);
  const called: readonly Move[] = [{ kind: 'called', id, call, at: begun }];
  if (status !== 'completed' && status !== 'error') return called;
  const exit = numberField(recordField(state, 'metadata'), 'exit') ?? 0;
  const output = textField(state, 'output') ?? textField(state, 'error');
  const ok = status === 'completed' && exit === 0;
  return [...called, { kind: 'returned', id, ok, output, files: [], at: begun }];
}

/** @param moment epoch milliseconds */
export function isoOf(moment: number | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
