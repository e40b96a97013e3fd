/** Sessions of Qwen Code: one file of lines each, below a folder that is named after the working directory. */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import type { SourcePlace, SourceWhere } from '../../sessions/contract.ts';
import { lastBranch, type LineFormat, type Reading } from '../../sessions/lines/line-format.ts';
import { lineSource } from '../../sessions/lines/line-source.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { recordField, recordsField, textField, type Fields } from '../../stream-fields.ts';

/** What a line of a session of Qwen Code says. */
const qwenFormat: LineFormat = {
  reader: () => readQwenRecord,
  survey: () => lastBranch({ id: 'uuid', parent: 'parentUuid' }),
};

export const qwenSessions = lineSource({
  engine: 'qwen',
  format: qwenFormat,
  places,
  mayBe,
  foldersOf: (store, names) => names.map((name) => join(store, name, 'chats')),
  idOf: (name) => name,
});

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'projects') }];
  const { env } = where;
  const home = [env['QWEN_RUNTIME_DIR'], env['QWEN_HOME'], join(homeFolder(env), '.qwen')].find(
    (folder) => folder !== undefined && folder !== '',
  );
  return [{ path: join(home ?? '', 'projects') }];
}

/** `-home-me-repo` is what `/home/me/repo` and `/home/me-repo` become. */
function mayBe(name: string, root: string): boolean {
  const written = root.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return root === '/' || name === written || name.startsWith(`${written}-`);
}

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

function readQwenRecord(record: Fields, knownCwd: string | null): Reading | 'unknown' {
  const at = textField(record, 'timestamp');
  const cwd = textField(record, 'cwd');
  const about = {
    id: textField(record, 'sessionId'),
    cwd,
    branch: textField(record, 'gitBranch'),
    startedAt: at,
  };
  const around = { at, cwd: cwd ?? knownCwd };
  const parts = recordsField(recordField(record, 'message'), 'parts');
  switch (textField(record, 'type') ?? '') {
    case 'user':
    case 'tool_result':
      return { about, moves: givenMoves(record, { parts, around }) };
    case 'assistant':
      return { about, moves: answerMoves(parts, around) };
    case 'system':
      return { about: { ...about, title: titleIn(record) }, moves: systemMoves(record, at) };
    default:
      return 'unknown';
  }
}

/** A person's words, or what a tool gave back. */
function givenMoves(
  record: Fields,
  { parts, around: { at } }: { readonly parts: readonly Fields[]; readonly around: Around },
): readonly Move[] {
  const result = recordField(record, 'toolCallResult');
  const returned = parts
    .filter((part) => Object.hasOwn(part, 'functionResponse'))
    .map((part): Move => returnedMove(recordField(part, 'functionResponse'), { result, at }));
  if (returned.length > 0) return returned;
  const text = textsIn(parts);
  return text === '' ? [{ kind: 'model', at }] : [{ kind: 'asked', text, at }];
}

function returnedMove(
  call: Fields,
  { result, at }: { readonly result: Fields; readonly at: string | null },
): Move {
  const response = recordField(call, 'response');
  const display = recordField(result, 'resultDisplay');
  const exit = display['exitCode'];
  const failed =
    Object.hasOwn(response, 'error') ||
    (typeof exit === 'number' && exit !== 0) ||
    ['error', 'cancelled'].includes(textField(result, 'status') ?? '');
  return {
    kind: 'returned',
    id: textField(call, 'id') ?? '',
    ok: !failed,
    output:
      textField(display, 'output') ?? textField(response, 'output') ?? textField(response, 'error'),
    files: [],
    at,
  };
}

function answerMoves(parts: readonly Fields[], { at, cwd }: Around): readonly Move[] {
  const moves = parts.flatMap((part): readonly Move[] => {
    const text = textField(part, 'text');
    if (text !== null && text.trim() !== '')
      return [{ kind: part['thought'] === true ? 'thought' : 'said', text, at }];
    if (!Object.hasOwn(part, 'functionCall')) return [];
    const call = recordField(part, 'functionCall');
    const name = textField(call, 'name') ?? 'a tool';
    const [id, input] = [textField(call, 'id') ?? '', call['args']];
    return [{ kind: 'called', id, call: toolCall(name, input, cwd), at }];
  });
  // It thought, and continues.
  return moves.some(({ kind }) => kind !== 'thought') ? moves : [...moves, { kind: 'model', at }];
}

function systemMoves(record: Fields, at: string | null): readonly Move[] {
  return textField(record, 'subtype') === 'turn_result' ? [{ kind: 'over', at }] : [];
}

function titleIn(record: Fields): string | null {
  if (textField(record, 'subtype') !== 'custom_title') return null;
  return textField(recordField(record, 'systemPayload'), 'customTitle');
}

function textsIn(parts: readonly Fields[]): string {
  return parts
    .map((part) => textField(part, 'text') ?? '')
    .filter((text) => text.trim() !== '')
    .join('\n');
}
