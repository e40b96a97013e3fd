import { expect, test } from 'vitest';

import { findCredentials } from '../../src/engines/find-credentials.ts';
import { findEngine } from '../../src/engines/registry.ts';
import { DEFAULT_ENGINE_SETTINGS } from '../../src/words/engine-settings.ts';

const engine = findEngine('opencode');
const env = { HOME: '/nowhere' };

test('a server on this machine is told to want no key, as a run takes it', async () => {
  const settings = {
    ...DEFAULT_ENGINE_SETTINGS,
    endpoint: 'http://127.0.0.1:11434/v1',
    api: 'openai-chat' as const,
  };
  expect(await findCredentials({ engine, settings, env })).toEqual({ kind: 'none-needed' });
});

test('an endpoint that is none is told as what is wrong, also where there is a key', async () => {
  const settings = {
    ...DEFAULT_ENGINE_SETTINGS,
    endpoint: 'nowhere',
    key: 'MY_KEY',
    api: 'openai-chat' as const,
  };
  expect(await findCredentials({ engine, settings, env: { ...env, MY_KEY: 'x' } })).toEqual({
    kind: 'missing',
    failure: {
      code: 'endpoint-invalid',
      message: 'the endpoint of engine opencode is not a URL',
      hint: 'Write engines.opencode.endpoint in roundsman.yaml, such as https://api.example.com.',
    },
  });
});
