/** What the environment says of a model of one's own for GitHub Copilot CLI: it has no file for that. */
import type { Environment } from '../../platform/environment.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import {
  NO_USER_SETTINGS,
  type UserProvider,
  type UserSettings,
  type UserSettingsRequest,
} from '../user-settings/contract.ts';
import { firstKey, isOnThisMachine, modelName, quoted } from '../user-settings/judge-provider.ts';

const ENDPOINT = 'COPILOT_PROVIDER_BASE_URL';
const TOKEN = 'COPILOT_PROVIDER_BEARER_TOKEN';
/** The first that is set counts. */
const KEYS = [TOKEN, 'COPILOT_PROVIDER_API_KEY'];
const ADDED = ['COPILOT_PROVIDER_API_KEY_COMMAND', 'COPILOT_PROVIDER_HEADERS'];

export async function readCopilotSettings({ env }: UserSettingsRequest): Promise<UserSettings> {
  const found = ['COPILOT_PROVIDER_WIRE_MODEL', 'COPILOT_MODEL', 'COPILOT_PROVIDER_MODEL_ID'].find(
    (name) => modelName(env[name]) !== null,
  );
  return {
    ...NO_USER_SETTINGS,
    provider: copilotProvider(env),
    model: found === undefined ? null : modelName(env[found]),
    modelFrom: found ?? null,
  };
}

/** Pure. */
export function copilotProvider(env: Environment): UserProvider {
  const endpoint = env[ENDPOINT]?.trim() ?? '';
  // Without an endpoint Copilot sends no such key anywhere.
  if (endpoint === '') {
    const key = firstKey(KEYS, env);
    if (key === null) return { kind: 'usual', variables: null };
    const why = `is set, and ${ENDPOINT} is not`;
    return { kind: 'unserved', from: key.name, why, endpoint: null, keys: [] };
  }
  const unserved = (from: string, why: string): UserProvider => ({
    kind: 'unserved',
    from,
    why,
    endpoint,
    keys: KEYS,
  });
  const type = env['COPILOT_PROVIDER_TYPE']?.trim() ?? 'openai';
  const api = formatOf(type, env['COPILOT_PROVIDER_WIRE_API']);
  if (api === null) return unserved('COPILOT_PROVIDER_TYPE', `is ${quoted(type)}`);
  const added = [...ADDED, ...(api === 'anthropic' ? [TOKEN] : [])];
  for (const name of added)
    if ((env[name]?.trim() ?? '') !== '')
      return unserved(name, 'is set, and the gateway sends nothing but a key');
  return {
    kind: 'named',
    from: ENDPOINT,
    endpoint,
    exact: api !== 'anthropic',
    api,
    keys: KEYS,
    key: firstKey(KEYS, env),
    wantsKey: !isOnThisMachine(endpoint),
  };
}

function formatOf(type: string, wire: string | undefined): WireFormat | null {
  if (type === 'anthropic') return 'anthropic';
  if (type !== 'openai') return null;
  return wire?.trim() === 'responses' ? 'openai-responses' : 'openai-chat';
}
