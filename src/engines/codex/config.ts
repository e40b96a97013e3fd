/** All that Codex is set up with, as its `config.toml`: in a file, because the environment of servers has no place in the process list. */
import type { EngineAccess, McpServer, PlanRequest } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../tools-wait.ts';
import { toToml, type TomlTable, type TomlValue } from './toml.ts';

/** The gateway's token. */
export const KEY_VARIABLE = 'ROUNDSMAN_MODEL_KEY';

const PROVIDER = 'roundsman';

export function codexConfig(request: PlanRequest): string {
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

/** What its makers' servers would be asked for, or what is kept for later runs. */
const FEATURES: TomlTable['entries'] = [
  ['apps', false],
  ['memories', false],
  ['plugins', false],
];

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
      // The run gives it on purpose; by itself Codex asks before each call, and nobody is there.
      ['default_tools_approval_mode', 'approve'],
    ],
  };
}

function entry(key: string, value: TomlValue): readonly [string, TomlValue] {
  return [key, value];
}
