/** How Codex is started: its words, its environment, and the files that it finds at home. */
import { join } from 'node:path';

import { AppError } from '../../words/errors.ts';
import type { EngineFile, EnginePlan, PlanRequest, EngineAccess, McpServer } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../launch-plan.ts';

/** The gateway's token. */
const KEY_VARIABLE = 'ROUNDSMAN_MODEL_KEY';

const PROVIDER = 'roundsman';

/** What its makers' servers would be asked for, or what is kept for later runs. */
const FEATURES: TomlTable['entries'] = [
  ['apps', false],
  ['memories', false],
  ['plugins', false],
];

/** Below `home`. */
const CONFIG_FOLDER = 'codex';
const TEMPORARY_FOLDER = 'tmp';

export function planCodex(request: PlanRequest): EnginePlan {
  const [program, ...words] = request.program;
  if (program === undefined) {
    throw new AppError('missing', {
      code: 'engine-missing',
      message: 'no program was found for the engine codex',
      hint: 'roundsman agents says what is missing.',
    });
  }
  const { home, access, session, args } = request;
  const moved = isTemporary(home);
  return {
    argv: [
      program,
      ...words,
      'exec',
      ...(session.kind === 'new' ? [] : ['resume']),
      '--json',
      // Some levels have no `.git` that it would take for one.
      '--skip-git-repo-check',
      ...args,
      ...(session.kind === 'new' ? ['-'] : ['--', session.id, '-']),
    ],
    env: {
      CODEX_HOME: join(home, CONFIG_FOLDER),
      ...(moved ? { TMPDIR: join(home, TEMPORARY_FOLDER) } : {}),
      ...(access.kind === 'gateway' ? { [KEY_VARIABLE]: access.key } : {}),
    },
    stdin: 'prompt',
    // It ends its tools on this one only.
    stopSignal: 'SIGINT',
    files: [
      { path: join(CONFIG_FOLDER, 'config.toml'), text: codexConfig(request) },
      ...(moved ? [TEMPORARY_FILE] : []),
    ],
  };
}

/** Makes the folder. */
const TEMPORARY_FILE: EngineFile = { path: join(TEMPORARY_FOLDER, '.keep'), text: '' };

/**
 * With its home below the folder for temporary files it leaves out the programs that its own sandbox is made of, and then
 * every command and patch fails without a word in its stream.
 */
function isTemporary(home: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\//.test(home);
}

/** All that Codex is set up with, as its `config.toml`: in a file, because the environment of servers has no place in the process list. */
function codexConfig(request: PlanRequest): string {
  const { access, mcp } = request;
  return toToml([
    { name: [], entries: topEntries(request) },
    { name: ['analytics'], entries: [['enabled', false]] },
    { name: ['feedback'], entries: [['enabled', false]] },
    { name: ['features'], entries: FEATURES },
    // The token opens no more than the gateway does, and still nothing needs it in a shell.
    { name: ['shell_environment_policy'], entries: [['exclude', [KEY_VARIABLE]]] },
    ...(hasOwnSandbox(request) ? [workspaceTable(request)] : []),
    ...providerTables(access),
    ...mcp.map(serverTable),
  ]);
}

function topEntries(request: PlanRequest): TomlTable['entries'] {
  const { access, model, permissions } = request;
  return [
    ...(access.kind === 'gateway' ? [entry('model_provider', PROVIDER)] : []),
    ...(model === null ? [] : [entry('model', model)]),
    ['approval_policy', 'never'],
    ['sandbox_mode', hasOwnSandbox(request) ? 'workspace-write' : 'danger-full-access'],
    // Its provider searches for it, whatever the network here.
    ...(permissions.network.allow.length === 0 ? [entry('web_search', 'disabled')] : []),
    ['check_for_update_on_startup', false],
  ];
}

/** Not within ours, and not where none can be had: there it fails each command and still tells of a success at the end. */
function hasOwnSandbox({ isolation, confinable }: PlanRequest): boolean {
  return isolation !== 'sandbox' && confinable !== false;
}

/**
 * Its own sandbox, where ours is not. It writes below its working directory; a repository is read-only to it wherever it
 * finds one, until every folder of it is named: of a linked worktree its own and the common one.
 */
function workspaceTable({ gitFolders, outFolder, permissions }: PlanRequest): TomlTable {
  return {
    name: ['sandbox_workspace_write'],
    entries: [
      ['writable_roots', [...gitFolders, outFolder]],
      // It has TMPDIR. To guard what it may write it makes a folder `.git` in it, and in /tmp that stays, for everybody.
      ['exclude_slash_tmp', true],
      // All or nothing: it knows no hosts.
      ['network_access', permissions.network.allow.length > 0],
    ],
  };
}

/** By itself it asks up to thirty times for one answer. */
function providerTables(access: EngineAccess): readonly TomlTable[] {
  if (access.kind !== 'gateway') return [];
  return [
    {
      name: ['model_providers', PROVIDER],
      entries: [
        ['name', PROVIDER],
        ['base_url', `${access.baseUrl}/v1`],
        ['env_key', KEY_VARIABLE],
        ['wire_api', 'responses'],
        ['request_max_retries', 0],
        ['stream_max_retries', 2],
      ],
    },
  ];
}

function serverTable({ name, argv: [command, ...args], env }: McpServer): TomlTable {
  return {
    name: ['mcp_servers', name],
    entries: [
      ['command', command],
      ['args', args],
      ['env', env],
      // By itself its first turn waits for no server, and what its model finds then is all that it has.
      ['required', true],
      ['startup_timeout_sec', TOOLS_WAIT_MS / 1000],
      ['tool_timeout_sec', TOOLS_WAIT_MS / 1000],
      // The run gives it on purpose; by default Codex asks before each call, and no user is there to answer.
      ['default_tools_approval_mode', 'approve'],
    ],
  };
}

function entry(key: string, value: TomlValue): readonly [string, TomlValue] {
  return [key, value];
}

// Values and tables of TOML, as text.

type TomlValue = string | number | boolean | readonly string[] | TomlStrings;

/** An inline table of texts. */
interface TomlStrings {
  readonly [key: string]: string;
}

interface TomlTable {
  /** Empty for what stands above all tables. */
  readonly name: readonly string[];
  readonly entries: readonly (readonly [key: string, value: TomlValue])[];
}

export function toToml(tables: readonly TomlTable[]): string {
  return tables.map((table) => `${tableText(table)}\n`).join('\n');
}

function tableText({ name, entries }: TomlTable): string {
  const lines = entries.map(([key, value]) => `${quote(key)} = ${valueText(value)}`);
  return (name.length === 0 ? lines : [`[${name.map(quote).join('.')}]`, ...lines]).join('\n');
}

function valueText(value: TomlValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(quote).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, text]) => `${quote(key)} = ${quote(text)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** `Array.isArray` does not narrow lists that are read-only. */
function isList(value: readonly string[] | TomlStrings): value is readonly string[] {
  return Array.isArray(value);
}

/** Its basic strings are those of JSON, but that DEL has to be escaped, and halves of a pair cannot be had. */
function quote(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    '\u007f',
    String.raw`\u007f`,
  );
}
