/** How Claude Code is started: its flags, its environment, and the files that it finds at home. */
import { join } from 'node:path';

import { AppError } from '../../words/errors.ts';
import type {
  EngineAccess,
  EnginePlan,
  PlanRequest,
  SessionPlan,
  EngineFile,
  McpServer,
} from '../contract.ts';
import { TOOLS_WAIT_MS } from '../launch-plan.ts';

/** Tools that work inside of the session, or reach no further than the shell does. */
const ALWAYS = ['Bash', 'Read', 'Glob', 'Grep', 'Task', 'Agent', 'Skill', 'NotebookRead'] as const;

/** Where scratch files go. */
const SCRATCH = '/tmp';

/** Beside its own folder: it holds the environment of servers, which has no place in the process list. */
const MCP_FILE = 'claude-mcp.json';

/** It would ask a server of its makers about each address before it fetches it: the allowlist of the run is the judge here. */
const SETTINGS = { skipWebFetchPreflight: true };

/** Below `home`. */
const CONFIG_FOLDER = 'claude';

export function planClaude(request: PlanRequest): EnginePlan {
  const [program, ...words] = request.program;
  if (program === undefined) throw noProgram();
  const { home, args, session, model, mcp } = request;
  return {
    argv: [
      program,
      ...words,
      ...HEADLESS,
      ...(mcp.length === 0 ? [] : ['--mcp-config', join(home, MCP_FILE)]),
      ...permissionFlags(request),
      withoutTools(request),
      ...(model === null ? [] : ['--model', model]),
      ...turnFlags(request.agent.maxTurns),
      ...budgetFlags(request),
      ...sessionFlags(session),
      ...args,
    ],
    env: {
      CLAUDE_CONFIG_DIR: join(home, CONFIG_FOLDER),
      ...QUIET,
      ...(mcp.length === 0 ? {} : PATIENT),
      ...(request.isolation === 'sandbox' ? { IS_SANDBOX: '1' } : {}),
      ...request.modelVariables,
      ...accessVariables(request.access),
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: homeFiles(request, CONFIG_FOLDER),
  };
}

/** Of settings, only those at home; of MCP servers, only those that it is given. */
const HEADLESS = [
  '-p',
  '--output-format',
  'stream-json',
  '--verbose',
  '--setting-sources',
  'user',
  '--strict-mcp-config',
] as const;

/** No updates, no telemetry, no notes of its own across runs; and as few retries as a scheduler wants (its own: ten). */
const QUIET: Readonly<Record<string, string>> = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
};

/** By itself it starts the first turn after five seconds, with whatever tools are there by then. */
const PATIENT: Readonly<Record<string, string>> = {
  MCP_TIMEOUT: String(TOOLS_WAIT_MS),
  MCP_CONNECT_TIMEOUT_MS: String(TOOLS_WAIT_MS),
  CLAUDE_CODE_MCP_STARTUP_WAIT_MS: String(TOOLS_WAIT_MS),
};

/**
 * In our sandbox it asks nothing and may do what the sandbox lets it. Below, it does what its rules name and is refused
 * the rest without a question: both ways nothing waits for a person.
 */
function permissionFlags(request: PlanRequest): readonly string[] {
  if (request.isolation === 'sandbox') return ['--dangerously-skip-permissions'];
  const settings = { permissions: { allow: permissionRules(request) } };
  return ['--permission-mode', 'dontAsk', '--settings', JSON.stringify(settings)];
}

/**
 * Tools that would take the work elsewhere, start it again later or speak to other sessions. And search on the web, which
 * its provider does for it whatever the network here, for a routine that may reach nothing.
 */
function withoutTools({ permissions }: PlanRequest): string {
  const search = permissions.network.allow.length === 0 ? ['WebSearch'] : [];
  return `--disallowedTools=${[...UNATTENDED, ...search].join(',')}`;
}

const UNATTENDED = [
  'AskUserQuestion',
  'CronCreate',
  'CronDelete',
  'CronList',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'ListAgents',
  'ScheduleWakeup',
  'SendMessage',
] as const;

function turnFlags(maxTurns: number | null): readonly string[] {
  return maxTurns === null ? [] : ['--max-turns', String(maxTurns)];
}

/** It counts by its own list of prices; where the gateway counts, that has the last word and this one is not needed. */
function budgetFlags({ budgetUsd, access }: PlanRequest): readonly string[] {
  const bound = budgetUsd ?? null;
  return bound === null || access.kind === 'gateway' ? [] : ['--max-budget-usd', String(bound)];
}

function sessionFlags(session: SessionPlan): readonly string[] {
  return session.kind === 'new' ? ['--session-id', session.id] : ['--resume', session.id];
}

function accessVariables(access: EngineAccess): Readonly<Record<string, string>> {
  if (access.kind !== 'gateway') return {};
  return {
    ANTHROPIC_BASE_URL: access.baseUrl,
    [keyVariable(access.variable)]: access.key,
  };
}

/** With the token of a log-in (`claude setup-token`) it speaks otherwise than with a key. */
function keyVariable(original: string | undefined): string {
  return /oauth/i.test(original ?? '') ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY';
}

function noProgram(): AppError {
  return new AppError('missing', {
    code: 'engine-missing',
    message: 'no program was found for the engine claude',
    hint: 'roundsman agents says what is missing.',
  });
}

/** What Claude Code finds at its home of the run. */
function homeFiles(
  { worktree, mcp }: Pick<PlanRequest, 'worktree' | 'mcp'>,
  folder: string,
): readonly EngineFile[] {
  return [
    { path: join(folder, 'settings.json'), text: toJson(SETTINGS) },
    { path: join(folder, 'CLAUDE.md'), text: memoryOf(worktree) },
    ...(mcp.length === 0 ? [] : [{ path: MCP_FILE, text: toJson(mcpConfig(mcp)) }]),
  ];
}

/**
 * The project's own instructions, taken in by name: as a source of settings the project is left out. Files that are not
 * there are passed over.
 */
function memoryOf(worktree: string): string {
  return ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']
    .map((name) => `@${escapeSpaces(join(worktree, name))}\n`)
    .join('');
}

function escapeSpaces(path: string): string {
  return path.replaceAll(' ', String.raw`\ `);
}

/** Offered at once: by default a model has to search for them first, and many do not. */
function mcpConfig(servers: readonly McpServer[]): unknown {
  const mcpServers: Record<string, unknown> = {};
  for (const { name, argv, env } of servers) {
    const [command, ...args] = argv;
    mcpServers[name] = { type: 'stdio', command, args, env, alwaysLoad: true };
  }
  return { mcpServers };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * What a routine permits, as Claude Code's own rules; whatever has no rule is refused.
 *
 * Shell commands are allowed whole: they cannot be told apart truthfully by their text, and an agent without a shell
 * neither tests nor commits. What a shell writes is judged afterwards, from git, like everything else.
 */
function permissionRules({
  worktree,
  outFolder,
  permissions,
  mcp,
}: Pick<PlanRequest, 'worktree' | 'outFolder' | 'permissions' | 'mcp'>): readonly string[] {
  return [
    ...ALWAYS,
    ...editRules(worktree, permissions.write),
    editRule(`${outFolder}/**`),
    editRule(`${SCRATCH}/**`),
    ...webRules(permissions.network.allow),
    // Every tool of a server that the run itself gives.
    ...mcp.map(({ name }) => `mcp__${name}`),
  ];
}

/** Patterns that take something back have no rule of their own kind: then all of the worktree, and git has the last word. */
function editRules(worktree: string, write: readonly string[]): readonly string[] {
  const plain = write.length > 0 && write.every((pattern) => isStated(pattern));
  if (!plain) return [editRule(`${worktree}/**`)];
  return write.map((pattern) => editRule(`${worktree}/${anchored(pattern)}`));
}

/** A rule ends at its last parenthesis, and a list of rules is not split at commas when it comes as JSON. */
function isStated(pattern: string): boolean {
  return !pattern.startsWith('!') && !/[()]/.test(pattern);
}

/** As in gitignore: without a slash before its end, a pattern holds at any depth. */
function anchored(pattern: string): string {
  const body = pattern.replace(/^\.\//, '/');
  if (body.startsWith('/')) return body.slice(1);
  return body.slice(0, -1).includes('/') ? body : `**/${body}`;
}

/** It stands for every tool that edits files. Two slashes: from the root of the file system. */
function editRule(path: string): string {
  return `Edit(/${path})`;
}

/** A rule names a host and no port. */
function webRules(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts.map((host) => host.replace(/:\d+$/, '')))].map(
    (host) => `WebFetch(domain:${host})`,
  );
}
