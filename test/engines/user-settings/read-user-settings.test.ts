import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { UserSettings } from '../../../src/engines/user-settings/contract.ts';
import { readUserSettings } from '../../../src/engines/user-settings/read-user-settings.ts';
import type { Environment } from '../../../src/platform/environment.ts';
import type { EngineId } from '../../../src/words/routine.ts';

const URL_OF = 'https://model.corp.example/v1';

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = realpathSync(mkdtempSync('/tmp/rm-user-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

async function read(
  engine: EngineId,
  files: Readonly<Record<string, string>>,
  env: Environment = {},
): Promise<UserSettings> {
  return readUserSettings(engine, { env: { HOME: homeWith(files), ...env }, model: null });
}

const json = (value: unknown): string => JSON.stringify(value);

it('without settings, every engine has its usual endpoints', async () => {
  for (const engine of ['claude', 'codex', 'opencode', 'gemini', 'pi', 'qwen', 'copilot'] as const)
    expect(await read(engine, {})).toMatchObject({
      provider: { kind: 'usual', variables: null },
      model: null,
      variables: [],
    });
});

describe('codex', () => {
  const corp = (more: string, top = ''): Readonly<Record<string, string>> => ({
    '.codex/config.toml': `model = "gpt-5.5"\nmodel_provider = "corp"\n${top}\n[model_providers.corp]\nbase_url = "${URL_OF}"\n${more}\n`,
  });

  it('takes endpoint, model and the variable of the key', async () => {
    expect(await read('codex', corp('env_key = "CORP"'), { CORP: ' k ' })).toMatchObject({
      model: 'gpt-5.5',
      modelFrom: '~/.codex/config.toml',
      provider: {
        kind: 'named',
        from: '~/.codex/config.toml',
        endpoint: URL_OF,
        exact: true,
        api: 'openai-responses',
        keys: ['CORP'],
        key: { name: 'CORP', value: 'k' },
        wantsKey: true,
      },
    });
  });

  it('takes a key out of the file, its .env, or its log-in with a key', async () => {
    const token = await read('codex', corp('experimental_bearer_token = "t"'));
    expect(token.provider).toMatchObject({ key: { value: 't' }, keys: [] });
    const dotenv = await read('codex', {
      ...corp('env_key = "CORP"'),
      '.codex/.env': 'export CORP="k" # ours\nCODEX_HOME=/elsewhere\n',
    });
    expect(dotenv).toMatchObject({
      provider: { key: { name: 'CORP', value: 'k' } },
      variables: [{ name: 'CORP', value: 'k', from: '~/.codex/.env' }],
    });
    const login = await read('codex', {
      ...corp('requires_openai_auth = true'),
      '.codex/auth.json': json({ OPENAI_API_KEY: 'k' }),
    });
    expect(login.provider).toMatchObject({ kind: 'named', key: { value: 'k' } });
  });

  it.each([
    ['auth = { command = "pass" }', 'has a command make the key of the provider "corp"'],
    ['query_params = { v = "1" }', 'adds query_params to requests to the provider "corp"'],
    ['http_headers = { a = "b" }', 'adds http_headers to requests to the provider "corp"'],
    ['env_http_headers = { a = "B" }', 'adds env_http_headers to requests to the provider "corp"'],
    ['wire_api = "chat"', 'speaks with the provider "corp" otherwise than by "responses"'],
    ['aws = { region = "x" }', 'has AWS sign the requests to the provider "corp"'],
    ['requires_openai_auth = true', 'sends the log-in of OpenAI to the provider "corp"'],
  ])('does not take over a provider with %s', async (more, why) => {
    expect((await read('codex', corp(more))).provider).toMatchObject({
      kind: 'unserved',
      from: '~/.codex/config.toml',
      endpoint: URL_OF,
      why,
    });
  });

  it('binds the key of a provider that it does not take over', async () => {
    const { provider } = await read('codex', corp('env_key = "OPENAI_API_KEY"\naws = { a = 1 }'));
    expect(provider).toMatchObject({ kind: 'unserved', keys: ['OPENAI_API_KEY'] });
  });

  it('knows local servers, Amazon Bedrock, profiles and its own endpoint elsewhere', async () => {
    const of = async (text: string): Promise<unknown> =>
      (await read('codex', { '.codex/config.toml': text }, { OPENAI_API_KEY: 'k' })).provider;
    expect(await of('model_provider = "ollama"')).toMatchObject({
      endpoint: 'http://localhost:11434/v1',
      key: null,
      wantsKey: false,
    });
    expect(await of('model_provider = "amazon-bedrock"')).toMatchObject({ kind: 'unserved' });
    expect(await of('model_provider = "gone"')).toMatchObject({
      why: 'chooses the provider "gone", and does not define it',
    });
    expect(await of(`openai_base_url = "${URL_OF}"`)).toMatchObject({
      endpoint: URL_OF,
      key: { name: 'OPENAI_API_KEY', value: 'k' },
    });
    expect(await of('profile = "p"\n[profiles.p]\nmodel_provider = "lmstudio"')).toMatchObject({
      endpoint: 'http://localhost:1234/v1',
    });
  });

  it('is read where CODEX_HOME says, and through links', async () => {
    const elsewhere = homeWith(corp('env_key = "CORP"'));
    const moved = await read('codex', {}, { CODEX_HOME: join(elsewhere, '.codex') });
    expect(moved.provider).toMatchObject({ kind: 'named' });
    const home = homeWith({});
    symlinkSync(join(elsewhere, '.codex'), join(home, '.codex'));
    const linked = await readUserSettings('codex', { env: { HOME: home }, model: null });
    expect(linked.provider).toMatchObject({ kind: 'named', from: '~/.codex/config.toml' });
  });

  it.each([
    ['no TOML', 'model = \n', 'cannot be read: its syntax is wrong'],
    [
      'too large',
      `# ${'x'.repeat(1_000_001)}`,
      'cannot be read: it has 1000003 bytes, the limit is 1000000',
    ],
  ])('says so when its settings are %s', async (_what, text, why) => {
    expect((await read('codex', { '.codex/config.toml': text })).provider).toMatchObject({
      kind: 'unserved',
      from: '~/.codex/config.toml',
      why,
    });
  });
});

describe('claude', () => {
  const settings = (value: unknown): Readonly<Record<string, string>> => ({
    '.claude/settings.json': json(value),
  });

  it('takes endpoint, key and models out of env, which goes before the environment', async () => {
    const found = await read(
      'claude',
      settings({
        model: 'opus',
        env: {
          ANTHROPIC_BASE_URL: 'https://m.example',
          ANTHROPIC_AUTH_TOKEN: 't',
          ANTHROPIC_DEFAULT_OPUS_MODEL: 'large-1',
        },
      }),
      { ANTHROPIC_API_KEY: 'another', ANTHROPIC_BASE_URL: 'https://shell.example' },
    );
    expect(found).toMatchObject({
      model: 'opus',
      modelVariables: { ANTHROPIC_DEFAULT_OPUS_MODEL: 'large-1' },
      provider: {
        kind: 'named',
        from: '~/.claude/settings.json',
        endpoint: 'https://m.example',
        exact: false,
        keys: [],
        key: { name: 'ANTHROPIC_AUTH_TOKEN', value: 't' },
      },
    });
  });

  it('binds keys of the environment to the endpoint, wherever that is named', async () => {
    const env = { ANTHROPIC_API_KEY: 'k' };
    const inFile = await read('claude', settings({ env: { ANTHROPIC_BASE_URL: URL_OF } }), env);
    const inShell = await read('claude', {}, { ...env, ANTHROPIC_BASE_URL: URL_OF });
    for (const { provider } of [inFile, inShell])
      expect(provider).toMatchObject({
        kind: 'named',
        endpoint: URL_OF,
        keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
        key: { name: 'ANTHROPIC_API_KEY', value: 'k' },
      });
  });

  it.each([
    [{ env: { CLAUDE_CODE_USE_BEDROCK: '1' } }, 'chooses Amazon Bedrock (CLAUDE_CODE_USE_BEDROCK)'],
    [
      { env: { CLAUDE_CODE_USE_VERTEX: 'true' } },
      'chooses Google Vertex AI (CLAUDE_CODE_USE_VERTEX)',
    ],
    [{ apiKeyHelper: '/bin/key' }, 'has a command make the key (apiKeyHelper)'],
    [
      { env: { ANTHROPIC_BASE_URL: URL_OF, ANTHROPIC_CUSTOM_HEADERS: 'a: b' } },
      'adds headers to each request (ANTHROPIC_CUSTOM_HEADERS)',
    ],
  ])('does not take over %j', async (value, why) => {
    expect((await read('claude', settings(value))).provider).toMatchObject({
      kind: 'unserved',
      from: '~/.claude/settings.json',
      why,
    });
  });

  it('asks no command where a key is set, and sees switches that are off', async () => {
    const found = await read(
      'claude',
      settings({ apiKeyHelper: '/bin/key', env: { CLAUDE_CODE_USE_BEDROCK: '0' } }),
      { ANTHROPIC_API_KEY: 'k' },
    );
    expect(found.provider).toEqual({ kind: 'usual', variables: null });
  });

  it('hands no name of a model on that a program could take for something else', async () => {
    for (const model of ['--dangerous', 'a b', 'a\u001b[2J', '', 7])
      expect((await read('claude', settings({ model }))).model).toBeNull();
  });
});

describe('opencode', () => {
  const file = (value: unknown): Readonly<Record<string, string>> => ({
    '.config/opencode/opencode.json': typeof value === 'string' ? value : json(value),
  });
  const corp = (options: unknown, more: object = {}): object => ({
    model: 'corp/large-1',
    provider: { corp: { options, ...more } },
  });

  it('takes the provider of its model, with comments and commas in its file', async () => {
    const text = `{ // ours, at https://corp\n"model": "corp/large-1", /* , } */ "provider": {"corp": {"options": {"baseURL": "{env:HOST_OF}/v1", "apiKey": "{env:CORP}",},},},}`;
    const env = { CORP: 'k', HOST_OF: 'https://m.example' };
    expect(await read('opencode', file(text), env)).toMatchObject({
      providerId: 'corp',
      model: 'corp/large-1',
      provider: {
        kind: 'named',
        endpoint: 'https://m.example/v1',
        api: 'openai-chat',
        keys: ['CORP'],
        key: { name: 'CORP', value: 'k' },
      },
    });
  });

  it('takes a key as it stands, out of a file, or of its log-in', async () => {
    const options = { baseURL: URL_OF };
    const found = async (...asked: Parameters<typeof file>): Promise<unknown> =>
      (
        await read('opencode', {
          ...file(...asked),
          '.secrets/key': 'in-file\n',
          '.local/share/opencode/auth.json': json({ corp: { type: 'api', key: 'in-login' } }),
        })
      ).provider;
    expect(await found(corp({ ...options, apiKey: 'plain' }))).toMatchObject({
      key: { value: 'plain' },
    });
    expect(await found(corp({ ...options, apiKey: '{file:~/.secrets/key}' }))).toMatchObject({
      key: { value: 'in-file' },
    });
    expect(await found(corp(options))).toMatchObject({ key: { value: 'in-login' } });
  });

  it('keeps to the variables of the provider that is chosen among those with usual endpoints', async () => {
    expect(await read('opencode', file({ model: 'openai/gpt-5.5' }))).toMatchObject({
      provider: { kind: 'usual', variables: ['OPENAI_API_KEY'] },
      model: 'openai/gpt-5.5',
    });
  });

  it.each<[object, string]>([
    [
      corp({ baseURL: URL_OF, headers: { a: 'b' } }),
      'adds headers to requests to the provider "corp"',
    ],
    [
      corp({ baseURL: URL_OF }, { npm: '@ai-sdk/azure' }),
      'speaks with the provider "corp" by "@ai-sdk/azure"',
    ],
    [{ model: 'amazon-bedrock/x' }, 'chooses the provider "amazon-bedrock"'],
    [
      { provider: { a: { options: { baseURL: URL_OF } }, b: { options: { apiKey: 'k' } } } },
      'sets up several providers, and names no model',
    ],
  ])('does not take over %j', async (value, why) => {
    expect((await read('opencode', file(value))).provider).toMatchObject({ kind: 'unserved', why });
  });

  it('reads what its variables name over the file', async () => {
    const found = await read('opencode', file(corp({ baseURL: 'https://old.example/v1' })), {
      OPENCODE_CONFIG_CONTENT: json({ provider: { corp: { options: { baseURL: URL_OF } } } }),
    });
    expect(found.provider).toMatchObject({ endpoint: URL_OF, keys: [] });
  });
});

describe('the others', () => {
  it('gemini: its .env, for what the environment does not have', async () => {
    const files = {
      '.gemini/.env': `GEMINI_API_KEY=k\nGOOGLE_GEMINI_BASE_URL=${URL_OF}\n`,
      '.env': 'A=b\n',
    };
    const names = ({ variables }: UserSettings): readonly string[] =>
      variables.map(({ name }) => name);
    expect(names(await read('gemini', files))).toEqual([
      'GEMINI_API_KEY',
      'GOOGLE_GEMINI_BASE_URL',
    ]);
    expect(names(await read('gemini', files, { GEMINI_API_KEY: 'mine' }))).toEqual([
      'GOOGLE_GEMINI_BASE_URL',
    ]);
    const vertex = {
      '.gemini/settings.json': json({ security: { auth: { selectedType: 'vertex-ai' } } }),
    };
    expect((await read('gemini', vertex)).provider).toMatchObject({
      why: 'chooses Google Vertex AI',
    });
  });

  it('qwen: the entry of its model', async () => {
    const openai = [
      { id: 'a', baseUrl: 'https://a.example/v1', envKey: 'A' },
      { id: 'b', baseUrl: 'https://b.example/v1', envKey: 'B' },
    ];
    const files = (more: object): Readonly<Record<string, string>> => ({
      '.qwen/settings.json': json({ env: { B: 'k' }, modelProviders: { openai }, ...more }),
    });
    expect(await read('qwen', files({ model: { name: 'b' } }))).toMatchObject({
      model: 'b',
      provider: { endpoint: 'https://b.example/v1', keys: ['B'], key: { name: 'B', value: 'k' } },
    });
    expect((await read('qwen', files({}))).provider).toMatchObject({
      kind: 'unserved',
      why: 'sets up several endpoints, and names no model of them',
    });
  });

  it('pi: the provider of models.json, whose log-in goes before its key', async () => {
    const files = {
      '.pi/agent/settings.json': json({ defaultProvider: 'corp', defaultModel: 'm' }),
      '.pi/agent/models.json': json({
        providers: { corp: { baseUrl: URL_OF, api: 'anthropic-messages', apiKey: '${CORP}' } },
      }),
    };
    expect(await read('pi', files, { CORP: 'k' })).toMatchObject({
      model: 'm',
      provider: {
        endpoint: URL_OF,
        exact: false,
        api: 'anthropic',
        key: { value: 'k' },
        keys: ['CORP'],
      },
    });
    const login = { '.pi/agent/auth.json': json({ corp: { type: 'api_key', key: '!pass corp' } }) };
    expect((await read('pi', { ...files, ...login })).provider).toMatchObject({
      why: 'has a command make the key of the provider "corp"',
    });
  });

  it('copilot: its variables', async () => {
    const base = {
      COPILOT_PROVIDER_BASE_URL: URL_OF,
      COPILOT_PROVIDER_API_KEY: 'k',
      COPILOT_MODEL: 'm',
    };
    expect(
      await read('copilot', {}, { ...base, COPILOT_PROVIDER_TYPE: 'anthropic' }),
    ).toMatchObject({
      model: 'm',
      provider: { kind: 'named', api: 'anthropic', endpoint: URL_OF, key: { value: 'k' } },
    });
    expect(
      (await read('copilot', {}, { ...base, COPILOT_PROVIDER_TYPE: 'azure' })).provider,
    ).toMatchObject({
      why: 'is "azure"',
    });
  });
});

describe('a key of a provider that is not chosen', () => {
  const OWN = 'https://other.example/v1';

  it('codex: by name, and where its own endpoint was moved', async () => {
    const text = `openai_base_url = "${OWN}"\nmodel_provider = "a"\n[model_providers.a]\nbase_url = "${URL_OF}"\nenv_key = "A"\n[model_providers.b]\nbase_url = "${URL_OF}"\nrequires_openai_auth = true\n`;
    const from = '~/.codex/config.toml';
    expect((await read('codex', { '.codex/config.toml': text })).bindings).toEqual([
      { variable: 'OPENAI_API_KEY', endpoint: OWN, from },
      { variable: 'CODEX_API_KEY', endpoint: OWN, from },
      { variable: 'A', endpoint: URL_OF, from },
    ]);
  });

  it('opencode: by name, by its list of variables, by what it knows', async () => {
    const provider = {
      a: { options: { baseURL: URL_OF, apiKey: '{env:A}' } },
      b: { env: ['B'], api: '{env:HOST_OF}/v1' },
      openai: { options: { baseURL: URL_OF } },
      anthropic: { options: { apiKey: '{env:C}' } },
      d: { options: { baseURL: URL_OF, apiKey: 'plain' }, env: ['D'] },
    };
    const files = { '.config/opencode/opencode.json': json({ model: 'google/g', provider }) };
    const from = '~/.config/opencode/opencode.json';
    const env = { HOST_OF: 'https://other.example' };
    expect((await read('opencode', files, env)).bindings).toEqual([
      { variable: 'A', endpoint: URL_OF, from },
      { variable: 'B', endpoint: OWN, from },
      { variable: 'OPENAI_API_KEY', endpoint: URL_OF, from },
    ]);
  });

  it('pi and qwen: by name, by what they know', async () => {
    const providers = {
      a: { baseUrl: URL_OF, apiKey: '$A' },
      openai: { baseUrl: OWN },
      c: { baseUrl: OWN, apiKey: 'plain' },
    };
    const pi = await read('pi', {
      '.pi/agent/settings.json': json({ defaultProvider: 'anthropic' }),
      '.pi/agent/models.json': json({ providers }),
    });
    const from = '~/.pi/agent/models.json';
    expect(pi.bindings).toEqual([
      { variable: 'A', endpoint: URL_OF, from },
      { variable: 'OPENAI_API_KEY', endpoint: OWN, from },
    ]);
    const modelProviders = {
      openai: [{ id: 'm', baseUrl: URL_OF, envKey: 'A' }, { id: 'n', baseUrl: OWN }, { id: 'o' }],
      gemini: [{ id: 'p', baseUrl: OWN, envKey: 'B' }],
    };
    const qwen = await read('qwen', {
      '.qwen/settings.json': json({
        security: { auth: { selectedType: 'qwen-oauth', baseUrl: OWN, apiKey: '${C}' } },
        modelProviders,
      }),
    });
    const inQwen = '~/.qwen/settings.json';
    expect(qwen.bindings).toEqual([
      { variable: 'A', endpoint: URL_OF, from: inQwen },
      { variable: 'OPENAI_API_KEY', endpoint: OWN, from: inQwen },
      { variable: 'B', endpoint: OWN, from: inQwen },
      { variable: 'C', endpoint: OWN, from: inQwen },
    ]);
  });
});
