/** A key that a user's own settings of an engine mean for one endpoint is sent to no other one, whatever engine works. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import {
  askingProgram,
  openKeyWitness,
  writeSettings,
  type KeyWitness,
  type SentKey,
} from '../../kit/key-witness.ts';
import { workspaceOf } from '../../kit/workspace.ts';

const KEY = 'sk-of-the-user-4711-0815';

let witness: KeyWitness;
beforeAll(async () => {
  witness = await openKeyWitness();
});
afterAll(async () => witness.close());

interface Case {
  readonly engine: string;
  /** Below home. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Of the repository. */
  readonly committed?: Readonly<Record<string, string>>;
  /** Of roundsman.yaml, as JSON. */
  readonly settings?: unknown;
}

interface Came {
  readonly sent: readonly SentKey[];
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly provider: unknown;
}

async function run({
  engine,
  files = {},
  env = {},
  committed = {},
  settings,
}: Case): Promise<Came> {
  const engines = settings === undefined ? {} : { engines: { [engine]: settings } };
  const repo = gitRepo({
    'README.md': '# Small\n',
    'roundsman.yaml': JSON.stringify(engines),
    'routines/ask.yaml': `on: manual\nagent: { engine: ${engine}, model: m, prompt: Look. }\nworkspace: { isolation: private }\nlimits: { timeout: 30s, park-max: 0s }\n`,
    ...committed,
  });
  const workspace = workspaceOf(repo, {
    env: { ...witness.env, ...env, PATH: `${askingProgram(engine)}:${process.env['PATH'] ?? ''}` },
  });
  writeSettings(workspace.home, files);
  witness.taken();
  const ran = await workspace.ask('run', 'ask', '--json');
  const view = JSON.parse(ran.stdout);
  return { sent: witness.taken(), failure: view.failure, provider: view.provider ?? null };
}

const codexToml = (base: string, more = ''): string =>
  `model_provider = "corp"\n[model_providers.corp]\nname = "Corp"\nbase_url = "${base}/v1"\nwire_api = "responses"\n${more}`;
const opencodeJson = (options: unknown, npm = '@ai-sdk/openai'): string =>
  JSON.stringify({ model: 'corp/m', provider: { corp: { npm, options, models: { m: {} } } } });

describe('the key goes where the settings of its engine name, and nowhere else', () => {
  it.each<[string, (named: string) => Case]>([
    [
      'codex, env_key of a provider',
      (named) => ({
        engine: 'codex',
        files: { '.codex/config.toml': codexToml(named, 'env_key = "OPENAI_API_KEY"\n') },
        env: { OPENAI_API_KEY: KEY },
      }),
    ],
    [
      'codex, openai_base_url',
      (named) => ({
        engine: 'codex',
        files: { '.codex/config.toml': `openai_base_url = "${named}/v1"\n` },
        env: { OPENAI_API_KEY: KEY },
      }),
    ],
    [
      'claude, ANTHROPIC_BASE_URL in settings.json and the token in the environment',
      (named) => ({
        engine: 'claude',
        files: { '.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: named } }) },
        env: { ANTHROPIC_AUTH_TOKEN: KEY },
      }),
    ],
    [
      'opencode, baseURL and {env:…} of a provider',
      (named) => ({
        engine: 'opencode',
        files: {
          '.config/opencode/opencode.json': opencodeJson({
            baseURL: `${named}/v1`,
            apiKey: '{env:OPENAI_API_KEY}',
          }),
        },
        env: { OPENAI_API_KEY: KEY },
      }),
    ],
    [
      'opencode, baseURL of a provider that it knows',
      (named) => ({
        engine: 'opencode',
        files: {
          '.config/opencode/opencode.jsonc': `{ // ours\n"model": "anthropic/m", "provider": { "anthropic": { "options": { "baseURL": "${named}/v1" }, }, }, }`,
        },
        env: { ANTHROPIC_API_KEY: KEY },
      }),
    ],
    [
      'gemini, GOOGLE_GEMINI_BASE_URL in its .env',
      (named) => ({
        engine: 'gemini',
        files: { '.gemini/.env': `GOOGLE_GEMINI_BASE_URL=${named}\n` },
        env: { GEMINI_API_KEY: KEY },
      }),
    ],
    [
      'qwen, modelProviders',
      (named) => ({
        engine: 'qwen',
        files: {
          '.qwen/settings.json': JSON.stringify({
            security: { auth: { selectedType: 'openai' } },
            model: { name: 'm' },
            modelProviders: {
              openai: [{ id: 'm', baseUrl: `${named}/v1`, envKey: 'OPENAI_API_KEY' }],
            },
          }),
        },
        env: { OPENAI_API_KEY: KEY },
      }),
    ],
    [
      'pi, models.json',
      (named) => ({
        engine: 'pi',
        files: {
          '.pi/agent/settings.json': '{ "defaultProvider": "corp", "defaultModel": "m" }',
          '.pi/agent/models.json': JSON.stringify({
            providers: {
              corp: {
                baseUrl: `${named}/v1`,
                api: 'openai-completions',
                apiKey: '$OPENAI_API_KEY',
              },
            },
          }),
        },
        env: { OPENAI_API_KEY: KEY },
      }),
    ],
  ])('%s', async (_what, made) => {
    const { sent, provider } = await run(made(witness.named));
    expect(sent.map(({ to, key }) => [to, key])).toEqual([['named', KEY]]);
    expect(provider).toMatchObject({ endpoint: expect.stringContaining(witness.named) });
  });
});

describe('a run is refused before it starts', () => {
  it.each<[string, (named: string) => Case, string]>([
    [
      'when the key is meant for the endpoint of another engine',
      (named) => ({
        engine: 'qwen',
        files: { '.codex/config.toml': codexToml(named, 'env_key = "OPENAI_API_KEY"\n') },
        env: { OPENAI_API_KEY: KEY },
      }),
      'key-bound-elsewhere',
    ],
    [
      'when roundsman.yaml names another endpoint and no key for it',
      (named) => ({
        engine: 'codex',
        files: { '.codex/config.toml': codexToml(named, 'env_key = "OPENAI_API_KEY"\n') },
        env: { OPENAI_API_KEY: KEY },
        settings: { endpoint: 'https://api.openai.com' },
      }),
      'key-bound-elsewhere',
    ],
    [
      'when codex sends headers of its own',
      (named) => ({
        engine: 'codex',
        files: {
          '.codex/config.toml': codexToml(
            named,
            'env_key = "OPENAI_API_KEY"\nhttp_headers = { a = "b" }\n',
          ),
        },
        env: { OPENAI_API_KEY: KEY },
      }),
      'provider-not-used',
    ],
    [
      'when a relay has the key of a codex log-in',
      (named) => ({
        engine: 'codex',
        files: {
          '.codex/config.toml': codexToml(
            named,
            'requires_openai_auth = true\nenv_http_headers = { a = "B" }\n',
          ),
          '.codex/auth.json': JSON.stringify({ OPENAI_API_KEY: KEY }),
        },
      }),
      'provider-not-used',
    ],
    [
      'when settings of codex cannot be read',
      () => ({
        engine: 'codex',
        files: { '.codex/config.toml': 'model_provider = \n' },
        env: { OPENAI_API_KEY: KEY },
      }),
      'provider-not-used',
    ],
    [
      'when claude chooses Amazon Bedrock',
      () => ({
        engine: 'claude',
        files: {
          '.claude/settings.json': JSON.stringify({ env: { CLAUDE_CODE_USE_BEDROCK: '1' } }),
        },
        env: { ANTHROPIC_API_KEY: KEY },
      }),
      'provider-not-used',
    ],
    [
      'when a command makes the key of claude',
      (named) => ({
        engine: 'claude',
        files: { '.claude/settings.json': JSON.stringify({ apiKeyHelper: '/bin/key' }) },
        env: { CLAUDE_CODE_OAUTH_TOKEN: KEY, ANTHROPIC_BASE_URL: named },
      }),
      'provider-not-used',
    ],
    [
      'when a log-in would go elsewhere than to the endpoint that is named',
      (named) => ({
        engine: 'claude',
        files: { '.claude/.credentials.json': `{"claudeAiOauth":{"accessToken":"${KEY}"}}` },
        env: { ANTHROPIC_BASE_URL: named.replace('127.0.0.1', 'model.example') },
      }),
      'no-credentials',
    ],
    [
      'when copilot has a key and no endpoint',
      () => ({ engine: 'copilot', env: { COPILOT_PROVIDER_API_KEY: KEY } }),
      'provider-not-used',
    ],
  ])('%s', async (_what, made, code) => {
    const { sent, failure } = await run(made(witness.named));
    expect([sent, failure?.code]).toEqual([[], code]);
    expect(failure?.message).not.toContain(KEY);
  });
});

it('settings of the repository decide neither endpoint nor key', async () => {
  const evil = witness.named;
  const committed = {
    '.codex/config.toml': codexToml(evil, 'env_key = "OPENAI_API_KEY"\n'),
    '.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: evil } }),
    'opencode.json': opencodeJson({ baseURL: `${evil}/v1`, apiKey: '{env:OPENAI_API_KEY}' }),
    '.gemini/.env': `GOOGLE_GEMINI_BASE_URL=${evil}\n`,
    '.env': `GOOGLE_GEMINI_BASE_URL=${evil}\nOPENAI_BASE_URL=${evil}\n`,
    '.qwen/settings.json': JSON.stringify({ env: { OPENAI_BASE_URL: evil } }),
  };
  const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY };
  for (const [engine, host] of [
    ['claude', 'api.anthropic.com'],
    ['codex', 'api.openai.com'],
    ['opencode', 'api.anthropic.com'],
    ['gemini', 'generativelanguage.googleapis.com'],
    ['qwen', 'api.openai.com'],
  ] as const) {
    const { sent } = await run({ engine, env, committed });
    expect([engine, sent.map(({ to, key }) => [to, key])]).toEqual([engine, [[host, KEY]]]);
  }
});
