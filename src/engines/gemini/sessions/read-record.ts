/**
 * What a line of a session of Gemini CLI says. A message that is written again under its id is the same one, grown; a tool
 * is in it only once it has ended; `$set` changes what is known of the session, `$rewindTo` takes messages back.
 */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type {
  LineFormat,
  Reading,
  RecordReader,
  Survey,
} from '../../sessions/lines/line-format.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { recordField, recordsField, textField, type Fields } from '../../stream-fields.ts';

export const geminiFormat: LineFormat = { reader: geminiReader, survey: rewinds };

const PERHAPS = 'Gemini CLI writes of a tool only once it has ended: it may be at one, or be done';

/** What was told of a message already. */
interface Told {
  readonly text: string;
  readonly thoughts: number;
  readonly calls: Set<string>;
}

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

export function geminiReader(): RecordReader {
  const told = new Map<string, Told>();
  const readMessage = (message: Fields, cwd: string | null): readonly Move[] | null => {
    const around = { at: textField(message, 'timestamp'), cwd };
    switch (textField(message, 'type') ?? '') {
      case 'user':
        return told.has(idOf(message))
          ? []
          : firstTime(told, message, personMoves(message, around));
      case 'gemini':
        return answerMoves(message, { told, around });
      case 'info':
        return /cancel/i.test(textIn(message)) ? [{ kind: 'over', at: around.at }] : [];
      case 'error':
        return [{ kind: 'over', at: around.at }];
      case 'warning':
        return [];
      default:
        return null;
    }
  };
  return (record, cwd) => {
    const change = recordField(record, '$set');
    if (Object.hasOwn(record, '$set')) {
      const moves = recordsField(change, 'messages').flatMap(
        (each) => readMessage(each, cwd) ?? [],
      );
      return { about: { title: textField(change, 'summary') }, moves };
    }
    if (Object.hasOwn(record, '$rewindTo')) return { moves: [{ kind: 'over', at: null }] };
    if (textField(record, 'id') === null) return headReading(record);
    const moves = readMessage(record, cwd);
    return moves === null ? 'unknown' : { moves };
  };
}

function headReading(record: Fields): Reading | 'unknown' {
  const id = textField(record, 'sessionId');
  if (id === null) return 'unknown';
  const about = {
    id,
    startedAt: textField(record, 'startTime'),
    title: textField(record, 'summary'),
  };
  return { about, moves: [] };
}

function firstTime(
  told: Map<string, Told>,
  message: Fields,
  moves: readonly Move[],
): readonly Move[] {
  told.set(idOf(message), { text: '', thoughts: 0, calls: new Set() });
  return moves;
}

function personMoves(message: Fields, { at }: Around): readonly Move[] {
  const shown = Object.hasOwn(message, 'displayContent')
    ? textIn(message, 'displayContent')
    : textIn(message);
  // Its engine speaks in a person's name before the first prompt.
  if (shown.trim() === '' || shown.startsWith('<session_context>')) return [{ kind: 'model', at }];
  return [{ kind: 'asked', text: shown, at }];
}

function answerMoves(
  message: Fields,
  { told, around }: { readonly told: Map<string, Told>; readonly around: Around },
): readonly Move[] {
  const { at, cwd } = around;
  const before = told.get(idOf(message)) ?? { text: '', thoughts: 0, calls: new Set<string>() };
  const text = textIn(message);
  const thoughts = recordsField(message, 'thoughts');
  const calls = recordsField(message, 'toolCalls').filter(
    ({ id }) => !before.calls.has(String(id)),
  );
  told.set(idOf(message), {
    text,
    thoughts: thoughts.length,
    calls: new Set([...before.calls, ...calls.map(({ id }) => String(id))]),
  });
  const moves: Move[] = thoughts
    .slice(before.thoughts)
    .map((thought) => ({ kind: 'thought', text: thoughtText(thought), at }));
  if (text.trim() !== '' && text !== before.text) moves.push({ kind: 'said', text, at });
  moves.push(
    ...calls.flatMap((call) => callMoves(call, { at: textField(call, 'timestamp') ?? at, cwd })),
  );
  if (calls.length > 0 || before.calls.size > 0) return moves;
  return [
    ...moves,
    text.trim() === '' ? { kind: 'hidden-tool', at } : { kind: 'perhaps-over', why: PERHAPS, at },
  ];
}

function callMoves(call: Fields, { at, cwd }: Around): readonly Move[] {
  const name = textField(call, 'name') ?? 'a tool';
  const [id, input, status] = [
    textField(call, 'id') ?? '',
    call['args'],
    textField(call, 'status'),
  ];
  const called: Move = { kind: 'called', id, call: toolCall(name, input, cwd), at };
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return [called];
  const output = outputOf(call);
  const ok = status === 'success' && !/^Exit Code: (?!0$)/m.test(output.slice(-500));
  return [called, { kind: 'returned', id, ok, output, files: [], at }];
}

function outputOf(call: Fields): string {
  const shown = textField(call, 'resultDisplay');
  const [first] = recordsField(call, 'result');
  const response = recordField(recordField(first ?? {}, 'functionResponse'), 'response');
  return textField(response, 'output') ?? textField(response, 'error') ?? shown ?? '';
}

function thoughtText(thought: Fields): string {
  const [subject, description] = [textField(thought, 'subject'), textField(thought, 'description')];
  return [subject, description].filter((text) => text !== null && text !== '').join(': ');
}

function idOf(message: Fields): string {
  return textField(message, 'id') ?? '';
}

/** A text, one part, or parts of which some are texts. */
function textIn(message: Fields, name = 'content'): string {
  const content = message[name];
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts
    .map((part) =>
      typeof part === 'string' ? part : isRecord(part) ? (textField(part, 'text') ?? '') : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** Messages from one on were taken back: they are no part of the talk any more. */
function rewinds(): Survey {
  const order: string[] = [];
  const gone = new Set<string>();
  return {
    see: (line) => {
      if (!line.includes('"$rewindTo"')) {
        const id = /^\{"id":\s?"([\w-]{1,80})"/.exec(line)?.[1];
        if (id !== undefined && id !== order.at(-1)) order.push(id);
        return;
      }
      const record = tryParseJson(line);
      const to = isRecord(record) ? textField(record, '$rewindTo') : null;
      if (to === null) return;
      const from = order.indexOf(to);
      for (const id of order.splice(Math.max(0, from))) gone.add(id);
    },
    keeps: () => (record) => !gone.has(textField(record, 'id') ?? ''),
  };
}
