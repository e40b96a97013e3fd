/** How the engines qwen, copilot and acp are started: what the real programs took when they were tried. */
import { describe, expect, it, test } from 'vitest';

import { acpEngine, planAcp } from '../../src/engines/acp/index.ts';
import type { EngineAccess, EnginePlan, PlanRequest } from '../../src/engines/contract.ts';
import { copilotEngine } from '../../src/engines/copilot/index.ts';
import { qwenEngine } from '../../src/engines/qwen/index.ts';
import type { WireFormat } from '../../src/words/gateway-plan.ts';
import { agentOf } from '../kit/agents.ts';
import { engineSuite } from '../kit/engine-suite.ts';
import { planRequest } from '../kit/plan-request.ts';
import { permissions } from '../kit/routine.ts';

const ID = '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11';
const qwen = agentOf({ engine: 'qwen' });
const copilot = agentOf({ engine: 'copilot' });
const acp = agentOf({ engine: 'acp', command: ['gemini', '--acp'] });
const MCP = [{ name: 'sched', argv: ['node', '/s.mjs'], env: { K: 'v' } }] as const;

engineSuite('qwen', { engine: qwenEngine, agent: qwen });
engineSuite('copilot', { engine: copilotEngine, agent: copilot });
engineSuite('acp', { engine: acpEngine, agent: acp });

function gateway(api: WireFormat): EngineAccess {
  return { kind: 'gateway', api, baseUrl: 'http://127.0.0.1:1/x', key: 'token' };
}

function fileOf({ files }: EnginePlan, path: string): unknown {
  return JSON.parse(files.find((file) => file.path === path)?.text ?? 'null');
}

describe('engine qwen: plan', () => {
  const plan = (change: Partial<PlanRequest> = {}): EnginePlan =>
    qwenEngine.plan(
      planRequest(qwen, { program: ['node', '--expose-gc', '/q/cli.js'], ...change }),
    );

  it('starts the script itself, with the prompt on stdin and everything in the run’s folder', () => {
    const { argv, env, stdin } = plan({ access: gateway('openai-chat'), model: 'm', args: ['-d'] });
    expect(argv.join(' ')).toBe(
      `node --expose-gc /q/cli.js --auth-type openai --model m --output-format stream-json --approval-mode yolo --session-id ${ID} -d`,
    );
    expect(stdin).toBe('prompt');
    expect(env).toMatchObject({
      QWEN_HOME: '/run/agent-home',
      QWEN_CODE_NO_RELAUNCH: '1',
      OPENAI_API_KEY: 'token',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/x/v1',
    });
  });

  it('continues with a session, and holds it to its turns', () => {
    const session = { kind: 'resume', id: 's-1', cwd: '/run/worktree' } as const;
    const { argv } = plan({ session, agent: agentOf({ engine: 'qwen', maxTurns: 7 }) });
    expect(argv.slice(-4)).toEqual(['--resume', 's-1', '--max-session-turns', '7']);
  });

  it('has no memory of its own, its servers in a file, and no pages where none are permitted', () => {
    expect(fileOf(plan({ mcp: MCP }), 'settings.json')).toMatchObject({
      memory: { enableManagedAutoMemory: false, enableAutoSkill: false },
      permissions: { deny: ['WebFetch', 'WebSearch'] },
      mcpServers: {
        sched: {
          command: 'node',
          args: ['/s.mjs'],
          env: { K: 'v' },
          trust: true,
          timeout: 120_000,
        },
      },
    });
    const inside = fileOf(plan({ isolation: 'sandbox' }), 'settings.json');
    expect(inside).not.toHaveProperty('permissions');
  });

  test.each([
    ['openai-responses', 'openai-responses'],
    ['anthropic', 'anthropic'],
  ] as const)('speaks %s', (api, type) => {
    expect(plan({ access: gateway(api) }).argv).toContain(type);
  });

  it('uses a log-in, and says so when an endpoint is not for it', () => {
    expect(plan({ access: { kind: 'file' } }).argv).toContain('qwen-oauth');
    expect(() => plan({ access: gateway('gemini') })).toThrow(
      'Qwen Code cannot be led to an endpoint that speaks gemini',
    );
    expect(() => plan({ program: [] })).toThrow('no program was found for the engine qwen');
  });
});

describe('engine copilot: plan', () => {
  const plan = (change: Partial<PlanRequest> = {}): EnginePlan =>
    copilotEngine.plan(planRequest(copilot, { program: ['/c/copilot'], ...change }));

  it('may do in a sandbox whatever that lets it', () => {
    const { argv, env } = plan({ isolation: 'sandbox' });
    expect(argv).toContain('--allow-all');
    expect(env['COPILOT_CACHE_HOME']).toBe('/run/agent-home/cache');
  });

  it('is kept to its folders and the permitted hosts elsewhere', () => {
    const allowed = permissions({
      read: ['/srv/shared'],
      network: { allow: ['example.com'], setup: [] },
    });
    const { argv, env } = plan({ permissions: allowed });
    const from = argv.indexOf('--allow-all-tools');
    expect(argv.slice(from, from + 10)).toEqual([
      '--allow-all-tools',
      ...['/run/brief', '/run/out', '/run/worktree/.git', '/srv/shared'].flatMap((path) => [
        '--add-dir',
        path,
      ]),
      '--allow-url=https://example.com',
    ]);
    expect(argv).not.toContain('--allow-all');
    expect(env).toEqual({ COPILOT_HOME: '/run/agent-home', COPILOT_AUTO_UPDATE: 'false' });
  });

  test.each([
    [
      'openai-chat',
      { TYPE: 'openai', WIRE_API: 'completions', BASE_URL: 'http://127.0.0.1:1/x/v1' },
    ],
    [
      'openai-responses',
      { TYPE: 'openai', WIRE_API: 'responses', BASE_URL: 'http://127.0.0.1:1/x/v1' },
    ],
    ['anthropic', { TYPE: 'anthropic', BASE_URL: 'http://127.0.0.1:1/x' }],
  ] as const)('speaks %s to the gateway, and to nobody else', (api, provider) => {
    const { env } = plan({ access: gateway(api), model: 'm' });
    expect(env).toEqual({
      COPILOT_HOME: '/run/agent-home',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_OFFLINE: 'true',
      COPILOT_MODEL: 'm',
      COPILOT_PROVIDER_API_KEY: 'token',
      ...Object.fromEntries(
        Object.entries(provider).map(([name, value]) => [`COPILOT_PROVIDER_${name}`, value]),
      ),
    });
  });

  it('has to be told which model of one’s own, and cannot speak gemini', () => {
    expect(() => plan({ access: gateway('openai-chat') })).toThrow('has to be told which model');
    expect(() => plan({ access: gateway('gemini'), model: 'm' })).toThrow('speaks gemini');
  });

  it('continues with a session, and has its servers in a file', () => {
    const session = { kind: 'resume', id: 's-1', cwd: '/run/worktree' } as const;
    const planned = plan({ session, mcp: MCP });
    expect(planned.argv).toContain('--resume=s-1');
    expect(fileOf(planned, 'mcp-config.json')).toEqual({
      mcpServers: {
        sched: { type: 'local', command: 'node', args: ['/s.mjs'], env: { K: 'v' }, tools: ['*'] },
      },
    });
  });
});

describe('engine acp: plan', () => {
  const plan = (change: Partial<PlanRequest> = {}): EnginePlan =>
    planAcp(planRequest(acp, change), '/driver.js');

  it('starts our driver, and tells it by a file what to start', () => {
    const planned = plan({ args: ['-d'], mcp: MCP });
    expect(planned.argv.slice(1)).toEqual(['/driver.js', '/run/agent-home/driver-plan.json']);
    expect(planned.env).toEqual({});
    expect(fileOf(planned, 'driver-plan.json')).toMatchObject({
      argv: ['gemini', '--acp', '-d'],
      worktree: '/run/worktree',
      promptFile: '/run/brief/prompt.md',
      session: { kind: 'new', id: ID },
      mcp: MCP,
      rules: {
        write: [],
        hosts: [],
        writable: ['/run/out', '/run/agent-home', '/run/worktree/.git'],
      },
    });
  });

  test.each([
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/x', ANTHROPIC_API_KEY: 'token' }],
    ['openai-responses', { OPENAI_BASE_URL: 'http://127.0.0.1:1/x/v1', OPENAI_API_KEY: 'token' }],
    ['openai-chat', { OPENAI_BASE_URL: 'http://127.0.0.1:1/x/v1', OPENAI_API_KEY: 'token' }],
    ['gemini', { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1/x', GEMINI_API_KEY: 'token' }],
  ] as const)('leads agents that speak %s to the gateway', (api, env) => {
    expect(plan({ access: gateway(api), model: 'm' }).env).toMatchObject(env);
  });

  it('writes no token into a file', () => {
    for (const api of ['anthropic', 'openai-responses', 'openai-chat', 'gemini'] as const) {
      const { files } = plan({ access: gateway(api), model: 'm' });
      expect(files.filter(({ text }) => text.includes('token'))).toEqual([]);
    }
  });
});
