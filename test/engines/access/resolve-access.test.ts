import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ModelAccess } from '../../../src/engines/access/model-access.ts';
import { resolveAccess } from '../../../src/engines/access/resolve-access.ts';
import { claudeEngine } from '../../../src/engines/claude/index.ts';
import type { Engine } from '../../../src/engines/contract.ts';
import { opencodeEngine } from '../../../src/engines/opencode/index.ts';
import {
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
} from '../../../src/words/engine-settings.ts';

const ENGINE: Pick<Engine, 'id' | 'about' | 'credentials'> = {
  id: 'codex',
  about: {
    name: 'Codex',
    install: 'npm i',
    login: 'set OPENAI_API_KEY, or run codex login',
    tested: null,
  },
  credentials: {
    keys: [
      {
        variable: 'OPENAI_API_KEY',
        api: 'openai-responses',
        endpoint: 'https://api.openai.com',
        endpointVariable: 'OPENAI_BASE_URL',
      },
      {
        variable: 'CHAT_KEY',
        api: 'openai-chat',
        endpoint: 'https://chat.example',
        endpointVariable: null,
      },
    ],
    file: {
      path: '.codex/auth.json',
      moved: { variable: 'CODEX_HOME', folder: '.codex' },
      inside: '.codex/auth.json',
      hosts: ['chatgpt.com'],
    },
  },
};

function folderWith(file: string | null): string {
  const home = realpathSync(mkdtempSync('/tmp/rm-access-'));
  if (file !== null) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), '{}');
  }
  return home;
}

async function access(
  env: Readonly<Record<string, string>>,
  settings: Partial<EngineSettings> = {},
  engine: typeof ENGINE = ENGINE,
): Promise<ModelAccess> {
  return resolveAccess(engine, {
    settings: { ...DEFAULT_ENGINE_SETTINGS, ...settings },
    env: { HOME: '/nowhere', ...env },
  });
}

async function failure(...asked: Parameters<typeof access>): Promise<unknown> {
  const found = await access(...asked);
  return found.kind === 'missing' ? found.failure : found;
}

const CORP = 'https://corp.example/v1';

const KEYED = {
  kind: 'key',
  upstream: 'https://api.openai.com',
  api: 'openai-responses',
  key: { name: 'OPENAI_API_KEY', value: 'k' },
};

describe('by a key', () => {
  it('the first variable that is set counts, where people moved its endpoint to', async () => {
    expect(await access({ OPENAI_API_KEY: ' k\n', CHAT_KEY: 'c' })).toEqual(KEYED);
    expect(await access({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://near/v1/' })).toMatchObject(
      {
        ...KEYED,
        upstream: 'http://near/v1',
        user: { endpointFrom: 'OPENAI_BASE_URL', model: null },
      },
    );
    expect(await access({ CHAT_KEY: 'c', OPENAI_API_KEY: '' })).toMatchObject({
      api: 'openai-chat',
      upstream: 'https://chat.example',
    });
  });

  it('what roundsman.yaml says goes before it', async () => {
    const env = { OPENAI_API_KEY: 'k', CHAT_KEY: 'c', MINE: 'm' };
    expect(await access(env, { api: 'openai-chat' })).toMatchObject({ key: { name: 'CHAT_KEY' } });
    expect(await access(env, { key: 'MINE' })).toEqual({
      ...KEYED,
      key: { name: 'MINE', value: 'm' },
    });
    expect(
      await access(env, { key: 'MINE', endpoint: 'https://x.example', api: 'gemini' }),
    ).toEqual({
      kind: 'key',
      upstream: 'https://x.example',
      api: 'gemini',
      key: { name: 'MINE', value: 'm' },
    });
  });

  it('goes before the log-in in a file', async () => {
    const HOME = folderWith('.codex/auth.json');
    expect(await access({ HOME, OPENAI_API_KEY: 'k' })).toEqual(KEYED);
    expect(await access({ HOME, OPENAI_API_KEY: 'k' }, { credentials: 'file' })).toMatchObject({
      kind: 'file',
    });
  });
});

describe('by a file', () => {
  it('is found at home, or where its folder was moved to', async () => {
    const HOME = folderWith('.codex/auth.json');
    const CODEX_HOME = folderWith('auth.json');
    expect(await access({ HOME })).toMatchObject({
      kind: 'file',
      original: join(HOME, '.codex/auth.json'),
    });
    expect(await access({ HOME, CODEX_HOME })).toMatchObject({
      original: join(CODEX_HOME, 'auth.json'),
    });
  });

  it('is none at an endpoint that the engine does not know', async () => {
    const HOME = folderWith('.codex/auth.json');
    expect(await failure({ HOME }, { endpoint: 'https://x.example' })).toMatchObject({
      code: 'no-credentials',
    });
  });
});

describe('without any', () => {
  it('says what to set', async () => {
    expect(await failure({})).toEqual({
      code: 'no-credentials',
      message:
        'engine codex has no key and no log-in here: OPENAI_API_KEY, CHAT_KEY are not set, and there is no ~/.codex/auth.json',
      hint: 'set OPENAI_API_KEY, or run codex login',
    });
    expect(await failure({}, { credentials: 'key', key: 'MINE' })).toMatchObject({
      message: 'engine codex has no key and no log-in here: MINE is not set',
    });
  });

  it('reaches a server that wants none', async () => {
    const endpoint = 'http://127.0.0.1:11434/v1';
    const none = { kind: 'key', upstream: endpoint, api: 'openai-chat', key: null };
    expect(await access({}, { endpoint, api: 'openai-chat' })).toEqual(none);
    expect(
      await access({ OPENAI_API_KEY: 'k' }, { endpoint, api: 'openai-chat', credentials: 'none' }),
    ).toEqual(none);
    expect(await failure({}, { credentials: 'none' })).toMatchObject({ code: 'no-endpoint' });
    expect(await failure({}, { credentials: 'key', endpoint })).toMatchObject({
      code: 'no-credentials',
    });
  });

  it('is what a program of the user has, unless a model is named for it', async () => {
    const command = { ...ENGINE, id: 'command', credentials: { keys: [], file: null } } as const;
    expect(await access({}, {}, command)).toEqual({ kind: 'own' });
    expect(await failure({}, { endpoint: 'https://x.example' }, command)).toEqual({
      code: 'no-api',
      message: 'engines.command.endpoint is named, and not how it is spoken to',
      hint: 'Write engines.command.api in roundsman.yaml: anthropic, openai-responses, openai-chat, gemini.',
    });
    expect(
      await access({ M: 'k' }, { endpoint: 'https://x.example', api: 'gemini', key: 'M' }, command),
    ).toMatchObject({ kind: 'key' });
    expect(await access({}, {}, { ...ENGINE, credentials: null })).toEqual({ kind: 'own' });
  });

  it('is what an agent has that each routine names, until a word is said of a key', async () => {
    const { keys } = ENGINE.credentials ?? { keys: [] };
    const acp = { ...ENGINE, id: 'acp', credentials: { keys, file: null } } as const;
    expect(await access({}, {}, acp)).toEqual({ kind: 'own' });
    expect(await access({ OPENAI_API_KEY: 'k' }, {}, acp)).toEqual(KEYED);
    expect(await failure({}, { key: 'MINE' }, acp)).toMatchObject({ code: 'no-credentials' });
    expect(await failure({}, { credentials: 'key' }, acp)).toMatchObject({
      code: 'no-credentials',
    });
  });
});

it.each([
  ['ftp://x.example', 'begins with ftp: instead of https: or http:'],
  ['x.example', 'is not a URL'],
  ['https://me:secret@x.example', 'carries a user name or password (x.example)'],
  ['https://x.example/?key=secret', 'carries more than a path (x.example)'],
])('an endpoint such as %s is refused without a word of what may be secret', async (url, why) => {
  expect(await failure({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url })).toEqual({
    code: 'endpoint-invalid',
    message: `the endpoint of engine codex ${why}`,
    hint: 'Write engines.codex.endpoint in roundsman.yaml, such as https://api.example.com.',
  });
});

describe('where the user’s own settings of the engine name a provider', () => {
  const config = (more: string): string => {
    const home = realpathSync(mkdtempSync('/tmp/rm-access-'));
    mkdirSync(join(home, '.codex'));
    writeFileSync(
      join(home, '.codex/config.toml'),
      `model = "large-1"\nmodel_provider = "corp"\n[model_providers.corp]\nbase_url = "https://corp.example/v1"\n${more}\n`,
    );
    writeFileSync(join(home, '.codex/auth.json'), '{}');
    return home;
  };
  const keyed = 'env_key = "OPENAI_API_KEY"';

  it('is used, with its model', async () => {
    expect(await access({ HOME: config(keyed), OPENAI_API_KEY: 'k' })).toMatchObject({
      kind: 'key',
      upstream: 'https://corp.example/v1',
      exact: true,
      key: { name: 'OPENAI_API_KEY', value: 'k' },
      user: {
        endpointFrom: '~/.codex/config.toml',
        model: 'large-1',
        modelFrom: '~/.codex/config.toml',
      },
    });
  });

  it('its key is missing rather than another one, or a log-in, taken', async () => {
    expect(await failure({ HOME: config('env_key = "CORP"'), OPENAI_API_KEY: 'k' })).toEqual({
      code: 'no-credentials',
      message:
        'engine codex has no key here: ~/.codex/config.toml leads it to https://corp.example/v1, and CORP is not set',
      hint: 'Set CORP where Roundsman is started, or write engines.codex.endpoint and .key in roundsman.yaml.',
    });
  });

  it('one that cannot be taken over is named, with what to write', async () => {
    const HOME = config(`${keyed}\nhttp_headers = { a = "b" }`);
    expect(await failure({ HOME, OPENAI_API_KEY: 'k' })).toEqual({
      code: 'provider-not-used',
      message:
        'engine codex is not used: ~/.codex/config.toml adds http_headers to requests to the provider "corp", which Roundsman cannot take over',
      hint: 'Write engines.codex.endpoint, .api and .key in roundsman.yaml; or engines.codex.credentials: file for its log-in.',
    });
  });

  it('roundsman.yaml goes before it where it names endpoint and key, and says so', async () => {
    const env = { HOME: config(keyed), OPENAI_API_KEY: 'k', MINE: 'm' };
    const found = await access(env, { endpoint: 'https://other.example', key: 'MINE' });
    expect(found).toEqual({
      ...KEYED,
      upstream: 'https://other.example',
      key: { name: 'MINE', value: 'm' },
      notUsed:
        '~/.codex/config.toml names an endpoint, which is not used: roundsman.yaml says an endpoint of its own',
    });
    expect(await access(env, { credentials: 'file' })).toMatchObject({ kind: 'file' });
  });

  it('neither half of a pair is taken for the other', async () => {
    const env = { HOME: config(keyed), OPENAI_API_KEY: 'k', MINE: 'm' };
    expect(await failure(env, { endpoint: 'https://other.example' })).toEqual({
      code: 'key-bound-elsewhere',
      message:
        'the key in OPENAI_API_KEY is for https://corp.example/v1, by ~/.codex/config.toml: it is not sent to https://other.example for engine codex',
      hint: 'Write engines.codex.endpoint and engines.codex.key in roundsman.yaml: where the model is, and the variable with its key.',
    });
    expect(await failure(env, { key: 'MINE' })).toMatchObject({ code: 'key-bound-elsewhere' });
    expect(await access(env, { endpoint: 'https://corp.example/openai' })).toMatchObject({
      key: { value: 'k' },
    });
  });

  it('a key that settings of another engine mean for their endpoint is not sent', async () => {
    const HOME = config(keyed);
    const qwen = { ...ENGINE, id: 'qwen' } as const;
    expect(await failure({ HOME, OPENAI_API_KEY: 'k' }, {}, qwen)).toMatchObject({
      code: 'key-bound-elsewhere',
    });
    expect(await access({ HOME, CHAT_KEY: 'c' }, {}, qwen)).toMatchObject({
      upstream: 'https://chat.example',
    });
  });

  it.each<[string, object | string]>([
    [
      '.config/opencode/opencode.json',
      {
        model: 'anthropic/claude-sonnet',
        provider: { corp: { options: { baseURL: CORP, apiKey: '{env:OPENAI_API_KEY}' } } },
      },
    ],
    [
      '.codex/config.toml',
      `[profiles.work]\nmodel_provider = "corp"\n[model_providers.corp]\nbase_url = "${CORP}"\nenv_key = "OPENAI_API_KEY"\n`,
    ],
    [
      '.pi/agent/models.json',
      {
        providers: {
          corp: { baseUrl: CORP, apiKey: '$OPENAI_API_KEY' },
          other: { baseUrl: 'https://other.example', apiKey: '$OTHER' },
        },
      },
    ],
    [
      '.qwen/settings.json',
      {
        security: { auth: { selectedType: 'anthropic' } },
        modelProviders: { openai: [{ id: 'm', baseUrl: CORP, envKey: 'OPENAI_API_KEY' }] },
      },
    ],
  ])('a key of a provider that %s defines and does not choose is not sent', async (path, text) => {
    const HOME = folderWith(path);
    writeFileSync(join(HOME, path), typeof text === 'string' ? text : JSON.stringify(text));
    const env = { HOME, OPENAI_API_KEY: 'k' };
    expect(await failure(env)).toMatchObject({
      code: 'key-bound-elsewhere',
      message: expect.stringContaining(`is for ${CORP}, by ~/${path}: it is not sent to`),
    });
    expect(await access(env, { endpoint: 'https://corp.example/openai' })).toMatchObject({
      key: { value: 'k' },
    });
  });

  it('a key in a file of the engine goes to no endpoint of roundsman.yaml', async () => {
    const home = realpathSync(mkdtempSync('/tmp/rm-access-'));
    mkdirSync(join(home, '.gemini'));
    const lines = 'GOOGLE_GEMINI_BASE_URL=https://corp.example\nGEMINI_API_KEY=in-file\n';
    writeFileSync(join(home, '.gemini/.env'), lines);
    const source = {
      variable: 'GEMINI_API_KEY',
      api: 'gemini',
      endpoint: 'https://own.example',
      endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
    } as const;
    const gemini = {
      ...ENGINE,
      id: 'gemini',
      credentials: { keys: [source], file: null },
    } as const;
    const opencode = { ...gemini, id: 'opencode' } as const;
    const endpoint = 'https://other.example';
    expect(await access({ HOME: home }, {}, gemini)).toMatchObject({
      upstream: 'https://corp.example',
      key: { value: 'in-file' },
      user: { endpointFrom: '~/.gemini/.env' },
    });
    expect(await failure({ HOME: home }, { endpoint }, gemini)).toMatchObject({
      code: 'no-credentials',
    });
    const env = { HOME: home, GEMINI_API_KEY: 'in-shell' };
    for (const [engine, settings] of [
      [gemini, { endpoint }],
      [opencode, {}],
    ] as const)
      expect(await failure(env, settings, engine)).toMatchObject({
        code: 'key-bound-elsewhere',
        message: expect.stringContaining('is for https://corp.example, by ~/.gemini/.env'),
      });
  });

  it('a token in settings.json of claude goes to no endpoint of roundsman.yaml', async () => {
    const home = realpathSync(mkdtempSync('/tmp/rm-access-'));
    mkdirSync(join(home, '.claude'));
    const env = { ANTHROPIC_BASE_URL: 'https://corp.example', ANTHROPIC_AUTH_TOKEN: 'in-file' };
    writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ env }));
    const endpoint = 'https://other.example';
    expect(await failure({ HOME: home }, { endpoint }, claudeEngine)).toMatchObject({
      code: 'no-credentials',
    });
    expect(await access({ HOME: home }, {}, claudeEngine)).toMatchObject({
      upstream: 'https://corp.example',
      key: { name: 'ANTHROPIC_AUTH_TOKEN', value: 'in-file' },
    });
    // That token is the key of its endpoint; what the shell has is for something else.
    const shell = { HOME: home, ANTHROPIC_API_KEY: 'in-shell' };
    expect(await access(shell, {}, opencodeEngine)).toMatchObject({
      upstream: 'https://api.anthropic.com',
      key: { value: 'in-shell' },
    });
  });
});
