import { expect, it } from 'vitest';

import { claudeEngine } from '../../../src/engines/claude/index.ts';
import type { EnginePlan, PlanRequest } from '../../../src/engines/contract.ts';
import { agentOf } from '../../kit/agents.ts';
import { engineSuite } from '../../kit/engine-suite.ts';
import { planRequest } from '../../kit/plan-request.ts';
import { permissions } from '../../kit/routine.ts';

const AGENT = agentOf({ engine: 'claude' });

const GATEWAY = {
  kind: 'gateway',
  api: 'anthropic',
  baseUrl: 'http://127.0.0.1:4000',
  key: 'run-token',
} as const;

engineSuite('claude', { engine: claudeEngine, agent: AGENT });

function plan(change: Partial<PlanRequest> = {}): EnginePlan {
  return claudeEngine.plan(planRequest(change.agent ?? AGENT, change));
}

/** What stands after a flag. */
function valueOf(flag: string, { argv }: EnginePlan): string | undefined {
  const at = argv.indexOf(flag);
  return at === -1 ? undefined : argv[at + 1];
}

function rulesOf(change: Partial<PlanRequest>): readonly string[] {
  const { permissions: rules } = JSON.parse(valueOf('--settings', plan(change)) ?? '{}');
  return rules.allow;
}

function textOf(path: string, { files }: EnginePlan): string | undefined {
  return files.find((file) => file.path === path)?.text;
}

it('takes the prompt on stdin and prints events, with settings of its own home alone', () => {
  const { argv, env, stdin, stopSignal } = plan({
    isolation: 'sandbox',
    access: GATEWAY,
    permissions: permissions({ network: { allow: ['example.com'], setup: [] } }),
  });
  expect(argv).toStrictEqual([
    '/opt/agent/bin/agent',
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--setting-sources',
    'user',
    '--strict-mcp-config',
    '--dangerously-skip-permissions',
    `--disallowedTools=AskUserQuestion,CronCreate,CronDelete,CronList,EnterPlanMode,EnterWorktree,ExitPlanMode,ExitWorktree,ListAgents,ScheduleWakeup,SendMessage`,
    '--session-id',
    '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11',
  ]);
  expect([stdin, stopSignal]).toStrictEqual(['prompt', 'SIGTERM']);
  expect(env).toStrictEqual({
    CLAUDE_CONFIG_DIR: '/run/agent-home/claude',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_MAX_RETRIES: '2',
    IS_SANDBOX: '1',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000',
    ANTHROPIC_API_KEY: 'run-token',
  });
});

it('names model and turns when they are set, takes a session up, and puts settings of the user last', () => {
  const taken = plan({
    agent: agentOf({ engine: 'claude', maxTurns: 12 }),
    model: 'claude-sonnet-4-5',
    session: { kind: 'resume', id: 'the-session', cwd: '/elsewhere' },
    args: ['--setting-sources', 'project'],
  });
  expect(taken.argv.slice(-8)).toStrictEqual([
    '--model',
    'claude-sonnet-4-5',
    '--max-turns',
    '12',
    '--resume',
    'the-session',
    '--setting-sources',
    'project',
  ]);
});

it('holds the token where the kind of key is expected', () => {
  expect(plan({ access: { ...GATEWAY, variable: 'WORK_OAUTH_TOKEN' } }).env).toMatchObject({
    CLAUDE_CODE_OAUTH_TOKEN: 'run-token',
  });
  expect(plan({ access: { ...GATEWAY, variable: 'ANTHROPIC_AUTH_TOKEN' } }).env).toMatchObject({
    ANTHROPIC_API_KEY: 'run-token',
  });
  const { env } = plan({ access: { kind: 'file' } });
  expect(Object.keys(env).filter((name) => name.startsWith('ANTHROPIC'))).toStrictEqual([]);
});

it('bounds its cost where no gateway does', () => {
  expect(valueOf('--max-budget-usd', plan({ budgetUsd: 2.5 }))).toBe('2.5');
  expect(valueOf('--max-budget-usd', plan({ budgetUsd: 2.5, access: GATEWAY }))).toBeUndefined();
});

it('asks nothing below the sandbox, and is refused what no rule names', () => {
  const { argv, env } = plan();
  expect(argv).not.toContain('--dangerously-skip-permissions');
  expect(valueOf('--permission-mode', plan())).toBe('dontAsk');
  expect(env['IS_SANDBOX']).toBeUndefined();
  expect(rulesOf({})).toStrictEqual([
    'Bash',
    'Read',
    'Glob',
    'Grep',
    'Task',
    'Agent',
    'Skill',
    'NotebookRead',
    'Edit(//run/worktree/**)',
    'Edit(//run/out/**)',
    'Edit(//tmp/**)',
  ]);
});

it.each([
  ['src/**', 'src/**'],
  ['/top.md', 'top.md'],
  ['./top.md', 'top.md'],
  ['*.md', '**/*.md'],
  ['docs/', '**/docs/'],
])('states the pattern %s as a rule', (pattern, rule) => {
  expect(rulesOf({ permissions: permissions({ write: [pattern] }) })).toContain(
    `Edit(//run/worktree/${rule})`,
  );
});

it('leaves to git what no rule can state', () => {
  for (const write of [['src/**', '!src/api/**'], ['a(b).md']])
    expect(rulesOf({ permissions: permissions({ write }) })).toContain('Edit(//run/worktree/**)');
});

it('fetches from the hosts that a routine may reach, and searches the web only if there are any', () => {
  const network = { allow: ['example.com:8443', '*.example.org', 'example.com'], setup: [] };
  const rules = rulesOf({ permissions: permissions({ network }) });
  expect(rules.filter((rule) => rule.startsWith('WebFetch'))).toStrictEqual([
    'WebFetch(domain:example.com)',
    'WebFetch(domain:*.example.org)',
  ]);
  const without = ({ argv }: EnginePlan): boolean =>
    argv.some((word) => word.startsWith('--disallowedTools=') && word.endsWith(',WebSearch'));
  expect(without(plan({ permissions: permissions({ network }) }))).toBe(false);
  expect(without(plan())).toBe(true);
});

it('takes the instructions of the project in by name', () => {
  expect(textOf('claude/CLAUDE.md', plan({ worktree: '/with a space/tree' }))).toBe(
    [
      String.raw`@/with\ a\ space/tree/CLAUDE.md`,
      String.raw`@/with\ a\ space/tree/.claude/CLAUDE.md`,
      String.raw`@/with\ a\ space/tree/AGENTS.md`,
      '',
    ].join('\n'),
  );
  expect(JSON.parse(textOf('claude/settings.json', plan()) ?? '')).toStrictEqual({
    skipWebFetchPreflight: true,
  });
});

it('offers the tools of servers at once, with their environment in a file', () => {
  const planned = plan({
    mcp: [{ name: 'roundsman', argv: ['/bin/node', 'mcp.js'], env: { TOKEN: 'secret' } }],
  });
  expect(valueOf('--mcp-config', planned)).toBe('/run/agent-home/claude-mcp.json');
  expect(JSON.parse(textOf('claude-mcp.json', planned) ?? '')).toStrictEqual({
    mcpServers: {
      roundsman: {
        type: 'stdio',
        command: '/bin/node',
        args: ['mcp.js'],
        env: { TOKEN: 'secret' },
        alwaysLoad: true,
      },
    },
  });
  expect(planned.argv.join(' ')).not.toContain('secret');
  expect(valueOf('--settings', planned)).toContain('"mcp__roundsman"');
  expect(planned.env).toMatchObject({ MCP_TIMEOUT: '120000', MCP_CONNECT_TIMEOUT_MS: '120000' });
  expect(plan().env).not.toHaveProperty('MCP_TIMEOUT');
});

it('refuses to plan without a program', () => {
  expect(() => plan({ program: [] })).toThrow('no program was found for the engine claude');
});
