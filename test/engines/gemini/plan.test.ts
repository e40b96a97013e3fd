import { expect, it } from 'vitest';

import type { PlanRequest } from '../../../src/engines/contract.ts';
import { geminiEngine } from '../../../src/engines/gemini/index.ts';
import { agentOf } from '../../kit/agents.ts';
import { planRequest } from '../../kit/plan-request.ts';
import { permissions } from '../../kit/routine.ts';

const GATEWAY = {
  kind: 'gateway',
  api: 'gemini',
  baseUrl: 'http://127.0.0.1:4000',
  key: 'run-token',
} as const;

function plan(change: Partial<PlanRequest>) {
  return geminiEngine.plan(planRequest(agentOf({ engine: 'gemini' }), change));
}

function settings(change: Partial<PlanRequest>): unknown {
  const [file] = plan(change).files;
  expect(file?.path).toBe('.gemini/settings.json');
  return JSON.parse(file?.text ?? '');
}

it('takes the prompt on stdin and prints events, in a home of its own', () => {
  const program = ['/usr/bin/node', '/opt/gemini/bundle/gemini.js'];
  const { argv, env, stdin, stopSignal } = plan({
    program,
    access: GATEWAY,
    model: 'gemini-2.5-pro',
  });
  expect(argv).toStrictEqual([
    '/usr/bin/node',
    '/opt/gemini/bundle/gemini.js',
    '--output-format',
    'stream-json',
    '--approval-mode',
    'yolo',
    '--skip-trust',
    '--session-id',
    '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11',
    '--model',
    'gemini-2.5-pro',
  ]);
  expect([stdin, stopSignal]).toStrictEqual(['prompt', 'SIGTERM']);
  expect(env).toStrictEqual({
    GEMINI_CLI_HOME: '/run/agent-home',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_API_KEY: 'run-token',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000',
  });
});

it('neither updates nor tells on itself, and tries again twice at most', () => {
  expect(settings({ access: GATEWAY })).toStrictEqual({
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } },
    mcpServers: {},
  });
});

it('has the turns of the routine for its own', () => {
  const request = planRequest(agentOf({ engine: 'gemini', maxTurns: 7 }));
  const [file] = geminiEngine.plan(request).files;
  expect(JSON.parse(file?.text ?? '')).toMatchObject({ model: { maxSessionTurns: 7 } });
});

it('uses the log-in that lies in its home, and no key', () => {
  const change: Partial<PlanRequest> = { access: { kind: 'file' } };
  expect(settings(change)).toMatchObject({
    security: { auth: { selectedType: 'oauth-personal' } },
  });
  expect(plan(change).env).not.toHaveProperty('GEMINI_API_KEY');
});

it('takes a session up by its id, and presets none then', () => {
  const { argv } = plan({ session: { kind: 'resume', id: 'one', cwd: '/run/worktree' } });
  expect(argv.slice(6)).toStrictEqual(['--resume', 'one']);
});

it('gets MCP servers by its settings, trusted, and further arguments last', () => {
  const mcp = [{ name: 'rm', argv: ['node', '/x/server.mjs'], env: { K: 'v' } }] as const;
  expect(settings({ mcp })).toMatchObject({
    mcpServers: {
      rm: {
        command: 'node',
        args: ['/x/server.mjs'],
        env: { K: 'v' },
        trust: true,
        timeout: 120_000,
      },
    },
  });
  expect(plan({ args: ['--debug'] }).argv.at(-1)).toBe('--debug');
});

it('lets its model’s side read the web only when the routine may reach any of it', () => {
  const policy = (allow: readonly string[]): string | undefined =>
    plan({ permissions: permissions({ network: { allow, setup: [] } }) }).files.find(
      ({ path }) => path === '.gemini/policies/roundsman.toml',
    )?.text;
  expect(policy(['example.com'])).toBe('');
  expect(policy([])).toBe(
    '[[rule]]\ntoolName = ["web_fetch","google_web_search"]\ndecision = "deny"\npriority = 900\n',
  );
});
