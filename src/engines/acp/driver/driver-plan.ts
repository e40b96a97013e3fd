/** What the driver is told, as the file that it is started with. */
import { readText } from '../../../platform/files.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import type { McpServer, SessionPlan } from '../../contract.ts';
import { countAt, listAt, textAt, valueAt } from '../../stream-fields.ts';
import type { PermissionRules } from './judge-permission.ts';

export interface DriverPlan {
  /** The agent's program. */
  readonly argv: readonly [string, ...string[]];
  readonly worktree: string;
  readonly promptFile: string;
  readonly session: SessionPlan;
  readonly model: string | null;
  readonly mcp: readonly McpServer[];
  readonly rules: PermissionRules;
  /** How long it may take to open a session. */
  readonly patienceMs: number;
}

/** Throws `usage` for a file that is not one of ours. */
export async function readDriverPlan(path: string): Promise<DriverPlan> {
  const value = tryParseJson(await readText(path));
  const argv = program(listAt(value, 'argv'));
  const worktree = textAt(value, 'worktree');
  const promptFile = textAt(value, 'promptFile');
  if (argv === null || worktree === null || promptFile === null) {
    throw new AppError('usage', {
      code: 'not-a-plan',
      message: `${path} is not a plan of an agent`,
      hint: 'This program is started by Roundsman.',
    });
  }
  return {
    argv,
    worktree,
    promptFile,
    session: sessionOf(valueAt(value, 'session')),
    model: textAt(value, 'model'),
    mcp: listAt(value, 'mcp').flatMap(serverOf),
    rules: {
      worktree,
      write: texts(value, 'rules', 'write'),
      hosts: texts(value, 'rules', 'hosts'),
      writable: texts(value, 'rules', 'writable'),
      readable: texts(value, 'rules', 'readable'),
      closed: textAt(value, 'rules', 'closed'),
    },
    patienceMs: countAt(value, 'patienceMs') ?? 120_000,
  };
}

function texts(value: unknown, ...names: readonly string[]): readonly string[] {
  return listAt(value, ...names).filter((item) => typeof item === 'string');
}

function program(words: readonly unknown[]): readonly [string, ...string[]] | null {
  const [first, ...rest] = words.filter((word) => typeof word === 'string');
  return first === undefined ? null : [first, ...rest];
}

function sessionOf(value: unknown): SessionPlan {
  const id = textAt(value, 'id') ?? '';
  return textAt(value, 'kind') === 'resume'
    ? { kind: 'resume', id, cwd: textAt(value, 'cwd') ?? '' }
    : { kind: 'new', id };
}

function serverOf(value: unknown): readonly McpServer[] {
  const name = textAt(value, 'name');
  const argv = program(listAt(value, 'argv'));
  if (name === null || argv === null) return [];
  const entries = Object.entries(isRecord(value) && isRecord(value['env']) ? value['env'] : {});
  const env = entries.flatMap(([key, item]): [string, string][] =>
    typeof item === 'string' ? [[key, item]] : [],
  );
  return [{ name, argv, env: Object.fromEntries(env) }];
}
