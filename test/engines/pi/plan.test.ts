import { expect, it } from 'vitest';

import type { PlanRequest } from '../../../src/engines/contract.ts';
import { piEngine } from '../../../src/engines/pi/index.ts';
import { agentOf } from '../../kit/agents.ts';
import { planRequest } from '../../kit/plan-request.ts';

const GATEWAY = { kind: 'gateway', baseUrl: 'http://127.0.0.1:4000', key: 'run-token' } as const;

function plan(change: Partial<PlanRequest>) {
  return piEngine.plan(planRequest(agentOf({ engine: 'pi' }), change));
}

function models(change: Partial<PlanRequest>): unknown {
  const file = plan(change).files.find(({ path }) => path === 'models.json');
  return file === undefined ? null : JSON.parse(file.text);
}

it('takes the prompt on stdin and prints events, in a home of its own', () => {
  const { argv, env, stdin, stopSignal } = plan({});
  expect(argv).toStrictEqual([
    '/opt/agent/bin/agent',
    '--print',
    '--mode',
    'json',
    '--no-approve',
    '--session-id',
    '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11',
  ]);
  expect([stdin, stopSignal]).toStrictEqual(['prompt', 'SIGTERM']);
  expect(env).toStrictEqual({
    PI_CODING_AGENT_DIR: '/run/agent-home',
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    PI_SKIP_VERSION_CHECK: '1',
  });
});

it('tries again twice at most', () => {
  const file = plan({}).files.find(({ path }) => path === 'settings.json');
  expect(JSON.parse(file?.text ?? '')).toStrictEqual({
    retry: { enabled: true, maxRetries: 2, baseDelayMs: 1000 },
  });
});

it.each([
  ['anthropic', 'anthropic', ''],
  ['openai-responses', 'openai', '/v1'],
  ['gemini', 'google', '/v1beta'],
] as const)('speaks %s through its provider %s', (api, provider, path) => {
  const change: Partial<PlanRequest> = { access: { ...GATEWAY, api }, model: 'some-model' };
  expect(models(change)).toStrictEqual({
    providers: { [provider]: { baseUrl: `http://127.0.0.1:4000${path}`, apiKey: 'run-token' } },
  });
  expect(plan(change).argv.slice(7)).toStrictEqual([
    '--provider',
    provider,
    '--model',
    'some-model',
  ]);
});

it('makes a provider of an endpoint that it does not know, which wants a model', () => {
  const access = { ...GATEWAY, api: 'openai-chat' } as const;
  expect(models({ access, model: 'org/some-model' })).toStrictEqual({
    providers: {
      roundsman: {
        baseUrl: 'http://127.0.0.1:4000/v1',
        apiKey: 'run-token',
        api: 'openai-completions',
        models: [{ id: 'org/some-model' }],
      },
    },
  });
  expect(() => plan({ access })).toThrow(
    'pi cannot choose a model at an endpoint that it does not know',
  );
});

it('leaves its providers alone when it has a log-in of its own', () => {
  expect(models({ access: { kind: 'file' } })).toBeNull();
  expect(plan({ access: { kind: 'file' } }).argv).not.toContain('--provider');
});

it('takes a session up by its id', () => {
  const { argv } = plan({ session: { kind: 'resume', id: 'one', cwd: '/run/worktree' } });
  expect(argv.slice(5)).toStrictEqual(['--session', 'one']);
});

it('gets further arguments last', () => {
  expect(plan({ args: ['--thinking', 'high'] }).argv.slice(-2)).toStrictEqual([
    '--thinking',
    'high',
  ]);
});
