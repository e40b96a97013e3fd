import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  formatCredential,
  isReady,
  standing,
  formatUserSettings,
  listAgents,
  type AgentEntry,
} from '../../../src/runtime/agents/list-agents.ts';
import type { Machine } from '../../../src/runtime/agents/machine.ts';
import {
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
} from '../../../src/words/engine-settings.ts';
import type { EngineId } from '../../../src/words/routine.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const ENDPOINT = 'http://127.0.0.1:11434/v1';

/** A machine on which `opencode` alone is installed. */
async function entryOf(
  id: EngineId,
  { settings, env = {} }: { settings?: Partial<EngineSettings>; env?: Machine['env'] },
): Promise<AgentEntry> {
  const home = temporaryFolder('rm-agents-');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'opencode'), '#!/bin/sh\necho 1.18.33\n', { mode: 0o755 });
  const engines =
    settings === undefined ? {} : { [id]: { ...DEFAULT_ENGINE_SETTINGS, ...settings } };
  const machine = {
    folder: home,
    env: { HOME: home, PATH: bin, ...env },
    actor: 'ada',
    engines,
    workspace: null,
  };
  const entry = (await listAgents(machine)).find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no ${id}`);
  return entry;
}

function words(entry: AgentEntry): readonly unknown[] {
  return [standing(entry), isReady(entry), formatCredential(entry.credentials), entry.endpoint];
}

describe('what is told of an engine is what a run would find', () => {
  it('without a key where a server on this machine wants none', async () => {
    const near = await entryOf('opencode', {
      settings: { endpoint: ENDPOINT, api: 'openai-chat', model: 'qwen3' },
    });
    expect(words(near)).toEqual(['ready', true, 'none needed', ENDPOINT]);
  });

  it('not with the log-in of its own endpoint at another one', async () => {
    const home = temporaryFolder('rm-agents-home-');
    const data = join(home, '.local', 'share', 'opencode');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'auth.json'), '{}');
    const env = { HOME: home };
    const own = await entryOf('opencode', { env });
    expect(own.credentials).toEqual({ kind: 'file', path: join(data, 'auth.json') });
    const other = await entryOf('opencode', {
      env,
      settings: { endpoint: 'https://models.example', api: 'openai-chat' },
    });
    expect(words(other)).toEqual(['no log-in', false, 'none', null]);
  });

  it('by the key of the way to speak that is named', async () => {
    const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' };
    const entry = await entryOf('opencode', { env, settings: { api: 'openai-responses' } });
    expect(words(entry)).toEqual([
      'ready',
      true,
      'key OPENAI_API_KEY, outside',
      'https://api.openai.com',
    ]);
  });

  it('with what is missing of what roundsman.yaml says', async () => {
    const entry = await entryOf('opencode', { settings: { credentials: 'none' } });
    expect(words(entry)).toEqual(['no log-in', false, 'none', null]);
    expect(entry.credentials).toMatchObject({ kind: 'missing', failure: { code: 'no-endpoint' } });
  });

  it('of an agent that each routine names: its account is its own affair', async () => {
    expect(words(await entryOf('acp', {}))).toEqual(['named by each routine', false, '—', null]);
  });
});

describe('what the user’s own settings choose', () => {
  const corp = (options: object): Machine['env'] => ({
    CORP: 'k',
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      model: 'corp/large-1',
      provider: { corp: { options: { baseURL: 'https://corp.example/v1', ...options } } },
    }),
  });

  it('is used, and said with where it stands', async () => {
    const entry = await entryOf('opencode', { env: corp({ apiKey: '{env:CORP}' }) });
    expect(words(entry)).toEqual(['ready', true, 'key CORP, outside', 'https://corp.example/v1']);
    expect([entry.model, formatUserSettings(entry.userSettings), entry.notUsed]).toEqual([
      'corp/large-1',
      'endpoint and model by OPENCODE_CONFIG_CONTENT',
      null,
    ]);
  });

  it('is named when it is not used', async () => {
    const entry = await entryOf('opencode', { env: corp({ headers: { a: 'b' } }) });
    expect(words(entry)).toEqual(['not used', false, 'none', null]);
    const other = await entryOf('opencode', {
      env: corp({}),
      settings: { endpoint: 'https://other.example', key: 'CORP', model: 'large-2' },
    });
    expect([standing(other), other.endpoint, other.model, other.userSettings]).toEqual([
      'ready',
      'https://other.example',
      'large-2',
      null,
    ]);
    expect(other.notUsed).toContain('roundsman.yaml says an endpoint of its own');
  });
});
