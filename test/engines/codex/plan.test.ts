import fc from 'fast-check';
import { expect, it } from 'vitest';

import { codexEngine } from '../../../src/engines/codex/index.ts';
import { toToml } from '../../../src/engines/codex/plan.ts';
import type { EnginePlan, PlanRequest } from '../../../src/engines/contract.ts';
import { agentOf } from '../../kit/agents.ts';
import { engineSuite } from '../../kit/engine-suite.ts';
import { planRequest } from '../../kit/plan-request.ts';
import { permissions } from '../../kit/routine.ts';

const AGENT = agentOf({ engine: 'codex' });

const GATEWAY = {
  kind: 'gateway',
  api: 'openai-responses',
  baseUrl: 'http://127.0.0.1:4000',
  key: 'run-token',
} as const;

engineSuite('codex', { engine: codexEngine, agent: AGENT });

function plan(change: Partial<PlanRequest> = {}): EnginePlan {
  return codexEngine.plan(planRequest(AGENT, change));
}

function config(change: Partial<PlanRequest> = {}): string {
  return plan(change).files.find(({ path }) => path === 'codex/config.toml')?.text ?? '';
}

it('takes the prompt on stdin and prints events, in a home of its own', () => {
  const { argv, env, stdin, stopSignal, files } = plan({ access: GATEWAY });
  expect(argv).toStrictEqual([
    '/opt/agent/bin/agent',
    'exec',
    '--json',
    '--skip-git-repo-check',
    '-',
  ]);
  expect([stdin, stopSignal]).toStrictEqual(['prompt', 'SIGINT']);
  expect(env).toStrictEqual({
    CODEX_HOME: '/run/agent-home/codex',
    ROUNDSMAN_MODEL_KEY: 'run-token',
  });
  expect(files.map(({ path }) => path)).toStrictEqual(['codex/config.toml']);
});

it('takes a session up, with words of the user before it', () => {
  const session = { kind: 'resume', id: 'the-session', cwd: '/elsewhere' } as const;
  expect(plan({ session, args: ['-c', 'model_reasoning_effort="low"'] }).argv).toStrictEqual([
    '/opt/agent/bin/agent',
    'exec',
    'resume',
    '--json',
    '--skip-git-repo-check',
    '-c',
    'model_reasoning_effort="low"',
    '--',
    'the-session',
    '-',
  ]);
});

it('is set up in a file: in the sandbox without one of its own', () => {
  expect(config({ isolation: 'sandbox', access: GATEWAY, model: 'gpt-5.5' })).toBe(
    `"model_provider" = "roundsman"
"model" = "gpt-5.5"
"approval_policy" = "never"
"sandbox_mode" = "danger-full-access"
"web_search" = "disabled"
"check_for_update_on_startup" = false

["analytics"]
"enabled" = false

["feedback"]
"enabled" = false

["features"]
"apps" = false
"memories" = false
"plugins" = false

["shell_environment_policy"]
"exclude" = ["ROUNDSMAN_MODEL_KEY"]

["model_providers"."roundsman"]
"name" = "roundsman"
"base_url" = "http://127.0.0.1:4000/v1"
"env_key" = "ROUNDSMAN_MODEL_KEY"
"wire_api" = "responses"
"request_max_retries" = 0
"stream_max_retries" = 2
`,
  );
});

it('may write every folder of the repository where it has a sandbox of its own', () => {
  const gitFolders = ['/repo/.git/worktrees/one', '/repo/.git'];
  const text = config({ gitFolders });
  expect(text).toContain('"sandbox_mode" = "workspace-write"');
  expect(text).toContain(
    '["sandbox_workspace_write"]\n"writable_roots" = ["/repo/.git/worktrees/one", "/repo/.git", "/run/out"]\n"exclude_slash_tmp" = true\n"network_access" = false\n',
  );
});

it('does without a sandbox of its own where this machine has none', () => {
  const text = config({ confinable: false });
  expect(text).toContain('"sandbox_mode" = "danger-full-access"');
  expect(text).not.toContain('sandbox_workspace_write');
});

it('reaches the network only for a routine that may', () => {
  const text = config({
    permissions: permissions({ network: { allow: ['example.com'], setup: [] } }),
  });
  expect(text).toContain('"network_access" = true');
  expect(text).not.toContain('web_search');
});

it('leaves its own provider alone with a log-in of a file', () => {
  expect(config({ access: { kind: 'file' } })).not.toContain('provider');
});

it('calls the tools of servers without a question, with their environment in the file', () => {
  const mcp = [
    { name: 'roundsman', argv: ['/bin/node', 'mcp.js'], env: { TOKEN: 'a"b' } },
  ] as const;
  expect(config({ mcp })).toContain(
    String.raw`["mcp_servers"."roundsman"]
"command" = "/bin/node"
"args" = ["mcp.js"]
"env" = { "TOKEN" = "a\"b" }
"required" = true
"startup_timeout_sec" = 120
"tool_timeout_sec" = 120
"default_tools_approval_mode" = "approve"`,
  );
});

it.each(['/tmp/state/home', '/var/tmp/state/home', '/private/var/folders/x/home'])(
  'gets a folder for temporary files of its own when its home is in one: %s',
  (home) => {
    const { env, files } = plan({ home });
    expect(env['TMPDIR']).toBe(`${home}/tmp`);
    expect(files.map(({ path }) => path)).toStrictEqual(['codex/config.toml', 'tmp/.keep']);
  },
);

it('refuses to plan without a program', () => {
  expect(() => plan({ program: [] })).toThrow('no program was found for the engine codex');
});

it('writes any text as one line that says the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = toToml([{ name: [], entries: [['key', text]] }]).trimEnd();
      expect(line).not.toMatch(/[\n\r\u007f]/);
      expect(JSON.parse(line.slice('"key" = '.length))).toBe(text);
    }),
  );
});
