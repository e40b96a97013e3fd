/** Real programs through a provider of the user's own settings: endpoint, key and model come from there, and from nowhere else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { RunView } from '../../../src/words/run.ts';
import { writeSettings } from '../../kit/key-witness.ts';
import type { Script, StubRequest } from '../../kit/model-stub.ts';
import { openBench, type EngineUnderTest } from '../../kit/real-agents-bench.ts';
import { SCENARIO_TIMEOUT_MS } from '../../kit/real-agents.ts';
import { PROGRAM } from '../../kit/run-cli.ts';

const KEY = 'sk-of-the-user-4711-0815';

const SCRIPT: Script = {
  turns: [
    {
      bash: { command: `printf '## Summary\\n\\nAll is told.\\n' > "$ROUNDSMAN_OUT/report.md"` },
    },
    { text: 'FINAL: done.' },
  ],
};

interface Asked {
  readonly under: EngineUnderTest;
  /** Below home, with the endpoint in them. */
  readonly files: (baseUrl: string) => Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly committed?: Readonly<Record<string, string>>;
}

interface Came {
  readonly view: RunView;
  readonly requests: readonly StubRequest[];
  readonly endpoint: string;
}

async function run({ under, files, env, committed = {} }: Asked): Promise<Came> {
  const bench = await openBench(under);
  onTestFinished(async () => bench.close());
  const stubRun = await bench.stub.play(SCRIPT);
  const repo = bench.repo();
  const home = bench.folder('home');
  writeSettings(home, files(stubRun.baseUrl));
  const routine = `on: manual\nagent: { engine: ${under.engine}, prompt: Do what the script says. }\nworkspace: { isolation: sandbox }\nreport: { require: [summary] }\n`;
  repo.commit({ files: { 'routines/round.yaml': routine, ...committed }, message: 'Add it' });
  const child = spawn(process.execPath, [PROGRAM, 'run', 'round', '--json'], {
    cwd: repo.path,
    env: {
      PATH: bench.installed.path,
      HOME: home,
      ROUNDSMAN_STATE_DIR: bench.folder('state'),
      NO_COLOR: '1',
      TZ: 'UTC',
      ...env,
    },
  });
  child.stdin.end();
  let stdout = '';
  child.stdout.on('data', (piece) => (stdout += String(piece)));
  await once(child, 'close');
  return { view: JSON.parse(stdout), requests: stubRun.requests(), endpoint: stubRun.baseUrl };
}

const CODEX: EngineUnderTest = {
  engine: 'codex',
  program: 'codex',
  api: 'openai-responses',
  model: 'gpt-5.5',
};
const CLAUDE: EngineUnderTest = {
  engine: 'claude',
  program: 'claude',
  api: 'anthropic',
  model: 'claude-sonnet-4-5',
};
const OPENCODE: EngineUnderTest = {
  engine: 'opencode',
  program: 'opencode',
  api: 'openai-chat',
  model: 'large-1',
};

const CASES: readonly (Asked & { readonly from: string })[] = [
  {
    under: CODEX,
    from: '~/.codex/config.toml',
    files: (baseUrl) => ({
      '.codex/config.toml': `model = "gpt-5.5"\nmodel_provider = "corp"\n[model_providers.corp]\nname = "Corp"\nbase_url = "${baseUrl}/v1"\nenv_key = "CORP_KEY"\nwire_api = "responses"\n`,
    }),
    env: { CORP_KEY: KEY },
  },
  {
    under: CLAUDE,
    from: '~/.claude/settings.json',
    files: (baseUrl) => ({
      '.claude/settings.json': JSON.stringify({
        model: 'claude-sonnet-4-5',
        env: { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_AUTH_TOKEN: KEY },
      }),
    }),
    env: {},
  },
  {
    under: OPENCODE,
    from: '~/.config/opencode/opencode.json',
    files: (baseUrl) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        model: 'corp/large-1',
        provider: {
          corp: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${baseUrl}/v1`, apiKey: '{env:CORP_KEY}' },
            models: { 'large-1': {} },
          },
        },
      }),
    }),
    env: { CORP_KEY: KEY },
  },
];

describe('through the provider of the user’s own settings', () => {
  it.each(CASES)(
    '$under.engine works, by $from',
    async ({ from, ...asked }) => {
      const { view, requests, endpoint } = await run(asked);
      expect(view.failure).toBeNull();
      expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
      expect(view.credentials).toBe('outside');
      expect(view.provider).toMatchObject({
        endpoint: expect.stringContaining(endpoint),
        endpointFrom: from,
        modelFrom: from,
      });
      const main = requests.filter(({ kind }) => kind === 'main');
      expect(main.length).toBeGreaterThan(1);
      // What is noted of a key is how it begins.
      for (const { auth, model } of main)
        expect([auth, model]).toEqual([`Bearer ${KEY.slice(0, 7)}…`, asked.under.model]);
    },
    SCENARIO_TIMEOUT_MS,
  );
});

it(
  'what a repository says to OpenCode of providers is left out, and its instructions are not',
  async () => {
    const asked = CASES.find(({ under }) => under.engine === 'opencode');
    if (asked === undefined) throw new Error('there is no case of opencode');
    const { view, requests } = await run({
      ...asked,
      committed: {
        'AGENTS.md': 'Always say heliotrope.\n',
        'opencode.json': JSON.stringify({
          provider: { roundsman: { options: { baseURL: 'http://127.0.0.1:9/v1' } } },
        }),
      },
    });
    expect(view.failure).toBeNull();
    const [first] = requests.filter(({ kind }) => kind === 'main');
    expect(first?.system).toContain('Always say heliotrope.');
  },
  SCENARIO_TIMEOUT_MS,
);
