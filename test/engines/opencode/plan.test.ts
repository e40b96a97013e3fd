import { expect, it } from 'vitest';

import type { PlanRequest } from '../../../src/engines/contract.ts';
import { opencodeEngine } from '../../../src/engines/opencode/index.ts';
import { agentOf } from '../../kit/agents.ts';
import { planRequest } from '../../kit/plan-request.ts';
import { permissions } from '../../kit/routine.ts';

const GATEWAY = { kind: 'gateway', baseUrl: 'http://127.0.0.1:4000', key: 'run-token' } as const;

function plan(change: Partial<PlanRequest>) {
  return opencodeEngine.plan(planRequest(agentOf({ engine: 'opencode' }), change));
}

function config(change: Partial<PlanRequest>): unknown {
  const file = plan(change).files.find(({ path }) => path === 'config/opencode/opencode.json');
  return JSON.parse(file?.text ?? '');
}

it('takes the prompt on stdin and prints events, in a home of its own', () => {
  const { argv, env, stdin, stopSignal } = plan({});
  expect(argv).toStrictEqual(['/opt/agent/bin/agent', 'run', '--format', 'json', '--auto']);
  expect([stdin, stopSignal]).toStrictEqual(['prompt', 'SIGTERM']);
  expect(env).toMatchObject({
    XDG_DATA_HOME: '/run/agent-home/data',
    XDG_CONFIG_HOME: '/run/agent-home/config',
    XDG_STATE_HOME: '/run/agent-home/state',
    XDG_CACHE_HOME: '/run/agent-home/cache',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  });
});

it('keeps what it says to its gateway in a file, out of what every command inherits', () => {
  const change: Partial<PlanRequest> = {
    access: { ...GATEWAY, api: 'anthropic' },
    model: 'claude-sonnet-4-5',
  };
  expect(config(change)).toStrictEqual({
    autoupdate: false,
    share: 'disabled',
    instructions: ['/run/worktree/AGENTS.md', '/run/worktree/CLAUDE.md'],
    agent: { title: { disable: true } },
    enabled_providers: ['anthropic'],
    provider: {
      anthropic: {
        npm: '@ai-sdk/anthropic',
        options: { baseURL: 'http://127.0.0.1:4000/v1', apiKey: 'run-token' },
        models: { 'claude-sonnet-4-5': {} },
      },
    },
    mcp: {},
  });
  expect(JSON.stringify([plan(change).env, plan(change).argv])).not.toContain('run-token');
});

it.each([
  {
    api: 'anthropic',
    model: 'claude-sonnet-4-5',
    name: 'anthropic/claude-sonnet-4-5',
    path: '/v1',
  },
  { api: 'anthropic', model: 'anthropic/claude-x', name: 'anthropic/claude-x', path: '/v1' },
  { api: 'openai-responses', model: 'gpt-5.5', name: 'openai/gpt-5.5', path: '/v1' },
  { api: 'openai-chat', model: 'org/some-model', name: 'roundsman/org/some-model', path: '/v1' },
  { api: 'gemini', model: 'gemini-2.5-pro', name: 'google/gemini-2.5-pro', path: '/v1beta' },
] as const)('speaks $api, for the model $model, as $name', ({ api, model, name, path }) => {
  const change: Partial<PlanRequest> = { access: { ...GATEWAY, api }, model };
  expect(plan(change).argv.slice(-2)).toStrictEqual(['--model', name]);
  expect(JSON.stringify(config(change))).toContain(`"http://127.0.0.1:4000${path}"`);
});

it('leaves the choice of the model to OpenCode where it knows the endpoint, and asks for one elsewhere', () => {
  expect(plan({ access: { ...GATEWAY, api: 'anthropic' } }).argv).not.toContain('--model');
  expect(() => plan({ access: { ...GATEWAY, api: 'openai-chat' } })).toThrow(
    'OpenCode cannot choose a model at an endpoint that it does not know',
  );
});

it('leaves its providers alone when it has a log-in of its own', () => {
  expect(config({ access: { kind: 'file' } })).not.toHaveProperty('provider');
  expect(plan({ access: { kind: 'file' }, model: 'openai/gpt-5.5' }).argv).toContain(
    'openai/gpt-5.5',
  );
});

it('takes a session up in the folder that it was begun in', () => {
  const { argv } = plan({ session: { kind: 'resume', id: 'ses_1', cwd: '/run/first' } });
  expect(argv.slice(5)).toStrictEqual(['--session', 'ses_1', '--dir', '/run/first']);
});

it('gets MCP servers by its settings, and further arguments last', () => {
  const mcp = [{ name: 'rm', argv: ['node', '/x/server.mjs'], env: { K: 'v' } }] as const;
  expect(config({ mcp })).toMatchObject({
    mcp: {
      rm: {
        type: 'local',
        command: ['node', '/x/server.mjs'],
        environment: { K: 'v' },
        enabled: true,
        timeout: 120_000,
      },
    },
  });
  expect(plan({ args: ['--agent', 'plan'] }).argv.slice(-2)).toStrictEqual(['--agent', 'plan']);
});

it('tells it what of the worktree may be changed, and always lets it report', () => {
  const write = ['src/**', '*.md', '/docs/', '!src/secret.ts'];
  const { env } = plan({ permissions: permissions({ write }) });
  expect(JSON.parse(env['OPENCODE_PERMISSION'] ?? '')).toStrictEqual({
    '*': 'allow',
    webfetch: 'deny',
    websearch: 'deny',
    edit: {
      '*': 'deny',
      'src/**': 'allow',
      'src/**/*': 'allow',
      '*.md': 'allow',
      '*.md/*': 'allow',
      '*/*.md': 'allow',
      '*/*.md/*': 'allow',
      'docs/*': 'allow',
      'src/secret.ts': 'deny',
      'src/secret.ts/*': 'deny',
      '../out/*': 'allow',
      '/run/out/*': 'allow',
    },
  });
});

it.each([
  ['**/*.md', ['README.md', 'docs/a/b.md'], ['README.txt']],
  ['docs/**/*.md', ['docs/a.md', 'docs/x/y/a.md'], ['a.md']],
  ['./src/**', ['src/a.ts', 'src/b/c.ts'], ['lib/src/a.ts']],
  ['/Makefile', ['Makefile'], ['sub/Makefile']],
  ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/c'], ['a/c']],
])('lets %s stand for what it stands for', (pattern, permitted, refused) => {
  const { env } = plan({ permissions: permissions({ write: [pattern] }) });
  const rules = Object.entries<string>(JSON.parse(env['OPENCODE_PERMISSION'] ?? '').edit);
  // Its own way to match: the last one that fits, and a star stands for slashes too.
  const fits = (rule: string, path: string): boolean =>
    new RegExp(
      `^${rule.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`,
      's',
    ).test(path);
  const decided = (path: string): string | undefined =>
    rules.findLast(([rule]) => fits(rule, path))?.[1];
  expect(permitted.map(decided)).toStrictEqual(permitted.map(() => 'allow'));
  expect(refused.map(decided)).toStrictEqual(refused.map(() => 'deny'));
});

it('leaves to git what its patterns cannot say', () => {
  const { env } = plan({ permissions: permissions({ write: ['src/**', '[A-Z]*.md'] }) });
  expect(JSON.parse(env['OPENCODE_PERMISSION'] ?? '')).not.toHaveProperty('edit');
});

it('lets it read the web when the routine may reach any of it', () => {
  const { env } = plan({
    permissions: permissions({ network: { allow: ['example.com'], setup: [] } }),
  });
  expect(JSON.parse(env['OPENCODE_PERMISSION'] ?? '')).toStrictEqual({
    '*': 'allow',
    webfetch: 'allow',
    websearch: 'allow',
  });
});
