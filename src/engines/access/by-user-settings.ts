/** How an engine gets at its model by what the user's own settings of it choose. */
import type { EngineSettings } from '../../words/engine-settings.ts';
import { assertNever } from '../../words/errors.ts';
import type { NamedProvider, UserProvider } from '../user-settings/contract.ts';
import { byOwnSettings } from './by-own-settings.ts';
import { shownEndpoint } from './key-binding.ts';
import {
  areNotSet,
  checked,
  type AccessEngine,
  type Asked,
  type ModelAccess,
} from './model-access.ts';

/** roundsman.yaml goes before the user's settings where it names an endpoint, or the log-in at the engine's own. */
export function whyNotUsed(
  { endpoint, credentials }: EngineSettings,
  provider: UserProvider,
): string | null {
  if (provider.kind === 'usual') return null;
  const said =
    endpoint !== null
      ? 'an endpoint of its own'
      : credentials === 'file' || credentials === 'none'
        ? `credentials: ${credentials}`
        : null;
  if (said === null) return null;
  const what = provider.kind === 'named' ? 'names an endpoint' : provider.why;
  return `${provider.from} ${what}, which is not used: roundsman.yaml says ${said}`;
}

export async function byUserSettings(asked: Asked): Promise<ModelAccess> {
  const { engine, settings, user } = asked;
  const { provider } = user;
  switch (provider.kind) {
    case 'usual':
      return byOwnSettings(narrowed(asked, provider.variables));
    case 'unserved':
      return notServed(engine, provider);
    case 'named':
      return byNamedProvider(engine, settings, provider);
    default:
      return assertNever(provider);
  }
}

/** Of several keys, only those of the provider that the user chose; what roundsman.yaml says goes before it. */
function narrowed(asked: Asked, variables: readonly string[] | null): Asked {
  const { credentials, settings } = asked;
  if (variables === null || settings.endpoint !== null) return asked;
  if (settings.api !== null || settings.key !== null) return asked;
  const keys = credentials.keys.filter(({ variable }) => variables.includes(variable));
  return { ...asked, credentials: { ...credentials, keys } };
}

/* oxlint-disable-next-line eslint/max-params -- whose, what roundsman.yaml says, and what the user does */
function byNamedProvider(
  engine: AccessEngine,
  settings: EngineSettings,
  provider: NamedProvider,
): ModelAccess {
  const { from, endpoint, exact, keys, wantsKey } = provider;
  const api = settings.api ?? provider.api;
  const other = settings.key;
  if (other !== null && !keys.includes(other)) return keyWithoutEndpoint(engine, other, provider);
  if (provider.key === null && wantsKey) return keyMissing(engine, provider);
  const { key } = provider;
  return checked(
    engine,
    { kind: 'key', upstream: endpoint, api, key, ...(exact ? { exact: true } : {}) },
    from,
  );
}

function notServed(
  { id }: AccessEngine,
  { from, why }: Extract<UserProvider, { readonly kind: 'unserved' }>,
): ModelAccess {
  return {
    kind: 'missing',
    failure: {
      code: 'provider-not-used',
      message: `engine ${id} is not used: ${from} ${why}, which Roundsman cannot take over`,
      hint: `Write engines.${id}.endpoint, .api and .key in roundsman.yaml; or engines.${id}.credentials: file for its log-in.`,
    },
  };
}

function keyMissing({ id }: AccessEngine, { from, keys, endpoint }: NamedProvider): ModelAccess {
  const named = keys.length === 0 ? 'no key' : `${keys.join(', ')} ${areNotSet(keys)}`;
  const where = shownEndpoint(endpoint) ?? 'an endpoint';
  return {
    kind: 'missing',
    failure: {
      code: 'no-credentials',
      message: `engine ${id} has no key here: ${from} leads it to ${where}, and ${keys.length === 0 ? 'there is no key for that' : named}`,
      hint: `Set ${keys[0] ?? 'its key'} where Roundsman is started, or write engines.${id}.endpoint and .key in roundsman.yaml.`,
    },
  };
}

/* oxlint-disable-next-line eslint/max-params -- whose, which, and what the user says */
function keyWithoutEndpoint(
  { id }: AccessEngine,
  variable: string,
  { from, endpoint }: NamedProvider,
): ModelAccess {
  return {
    kind: 'missing',
    failure: {
      code: 'key-bound-elsewhere',
      message: `engines.${id}.key names ${variable}, and ${from} leads ${id} to ${shownEndpoint(endpoint) ?? 'an endpoint'}, which has another key`,
      hint: `Write engines.${id}.endpoint in roundsman.yaml too: where that key belongs.`,
    },
  };
}
