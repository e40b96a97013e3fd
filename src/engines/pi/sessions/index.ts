/**
 * Sessions of pi: one file of lines each, below a folder that is named after the working directory. Each line names the
 * one before it, so that a session may branch: the branch that was written last is the session.
 */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { isRecord } from '../../../platform/json.ts';
import type { SourcePlace, SourceWhere } from '../../sessions/contract.ts';
import { lastBranch, type LineFormat, type Reading } from '../../sessions/lines/line-format.ts';
import { lineSource } from '../../sessions/lines/line-source.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import {
  numberField,
  recordField,
  recordsField,
  textField,
  type Fields,
} from '../../stream-fields.ts';

/** What a line of a session of pi says; docs/session-format.md of pi 0.87 describes them. */
const piFormat: LineFormat = {
  reader: () => readPiRecord,
  survey: () => lastBranch({ id: 'id', parent: 'parentId' }),
};

/** Of the session itself, not of what is said in it. */
const ASIDE: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'usage',
  'compaction',
  'context_edit',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
]);

export const piSessions = lineSource({
  engine: 'pi',
  format: piFormat,
  places,
  mayBe,
  // Where a person moved the store, all sessions lie in it without folders.
  foldersOf: (store, names) => [store, ...names.map((name) => join(store, name))],
  idOf: (name) => name.slice(name.indexOf('_') + 1),
});

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'sessions') }];
  const { env } = where;
  const own = env['PI_CODING_AGENT_SESSION_DIR'];
  if (own !== undefined && own !== '') return [{ path: own }];
  const agent = env['PI_CODING_AGENT_DIR'];
  const home = agent === undefined || agent === '' ? join(homeFolder(env), '.pi', 'agent') : agent;
  return [{ path: join(home, 'sessions') }];
}

/** `--home-me-repo--` is what `/home/me/repo` and `/home/me-repo` become. */
function mayBe(name: string, root: string): boolean {
  const written = `--${root.replace(/^\//, '').replaceAll(/[/\\:]/g, '-')}`;
  return root === '/' || name === `${written}--` || name.startsWith(`${written}-`);
}

function readPiRecord(record: Fields, cwd: string | null): Reading | 'unknown' {
  const type = textField(record, 'type') ?? '';
  const at = textField(record, 'timestamp');
  if (type === 'session') {
    return {
      about: { id: textField(record, 'id'), cwd: textField(record, 'cwd'), startedAt: at },
      moves: [],
    };
  }
  if (type === 'session_info') {
    return { about: { title: textField(record, 'name') }, moves: [] };
  }
  if (ASIDE.has(type)) return { moves: [] };
  if (type !== 'message') return 'unknown';
  const moves = movesOf(recordField(record, 'message'), { at, cwd });
  return moves === null ? 'unknown' : { moves };
}

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

function movesOf(message: Fields, { at, cwd }: Around): readonly Move[] | null {
  switch (textField(message, 'role') ?? '') {
    case 'user':
      return [{ kind: 'asked', text: textIn(message), at }];
    case 'assistant':
      return answerMoves(message, { at, cwd });
    case 'toolResult':
      return [
        {
          kind: 'returned',
          id: textField(message, 'toolCallId') ?? '',
          ok: message['isError'] !== true,
          output: textIn(message),
          files: [],
          at,
        },
      ];
    case 'bashExecution':
      return personsCommand(message, { at, cwd });
    case 'system':
    case 'custom':
    case 'branchSummary':
    case 'compactionSummary':
      return [];
    default:
      return null;
  }
}

function answerMoves(message: Fields, { at, cwd }: Around): readonly Move[] {
  const moves = recordsField(message, 'content').flatMap((part): readonly Move[] => {
    switch (textField(part, 'type') ?? '') {
      case 'text':
        return said('said', textField(part, 'text'), at);
      case 'thinking':
        return said('thought', textField(part, 'thinking'), at);
      case 'toolCall': {
        const id = textField(part, 'id') ?? '';
        const name = textField(part, 'name') ?? 'a tool';
        return [{ kind: 'called', id, call: toolCall(name, part['arguments'], cwd), at }];
      }
      default:
        return [];
    }
  });
  const reason = textField(message, 'stopReason');
  return reason === null || reason === 'toolUse' ? moves : [...moves, { kind: 'over', at }];
}

/** What a person ran by hand in the session. */
function personsCommand(message: Fields, { at, cwd }: Around): readonly Move[] {
  const id = `by-hand-${at ?? ''}`;
  const call = toolCall('bash', { command: textField(message, 'command') ?? '' }, cwd);
  const ok = numberField(message, 'exitCode') === 0;
  const output = textField(message, 'output');
  return [
    { kind: 'called', id, call, at },
    { kind: 'returned', id, ok, output, files: [], at },
    { kind: 'over', at },
  ];
}

function said(kind: 'said' | 'thought', text: string | null, at: string | null): readonly Move[] {
  return text === null || text.trim() === '' ? [] : [{ kind, text, at }];
}

/** The content is a text, or parts of which some are. */
function textIn(message: Fields): string {
  const content = message['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: unknown) => (isRecord(part) ? [textField(part, 'text') ?? ''] : []))
    .filter((text) => text !== '')
    .join('\n');
}
