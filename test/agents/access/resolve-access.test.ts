import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { resolveAccess, type ModelAccess } from '../../../src/agents/access/resolve-access.ts';
import type { Engine } from '../../../src/agents/contract.ts';
import {
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
} from '../../../src/domain/engine-settings.ts';

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

const KEYED = {
  kind: 'key',
  upstream: 'https://api.openai.com',
  api: 'openai-responses',
  key: { name: 'OPENAI_API_KEY', value: 'k' },
};

describe('by a key', () => {
  it('the first variable that is set counts, where people moved its endpoint to', async () => {
    expect(await access({ OPENAI_API_KEY: ' k\n', CHAT_KEY: 'c' })).toEqual(KEYED);
    expect(await access({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://near/v1/' })).toEqual({
      ...KEYED,
      upstream: 'http://near/v1',
    });
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
  ['x.example', 'is no URL'],
  ['https://me:secret@x.example', 'carries a user name or password (x.example)'],
  ['https://x.example/?key=secret', 'carries more than a path (x.example)'],
])('an endpoint such as %s is refused without a word of what may be secret', async (url, why) => {
  expect(await failure({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url })).toEqual({
    code: 'endpoint-invalid',
    message: `the endpoint of engine codex ${why}`,
    hint: 'Write engines.codex.endpoint in roundsman.yaml, such as https://api.example.com.',
  });
});
