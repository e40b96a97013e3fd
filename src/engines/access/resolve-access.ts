/**
 * How an engine gets at its model here: by a key that stays outside, by the log-in that it keeps in a file, or not at all.
 *
 * roundsman.yaml goes first, then the user's own settings of the engine, then its usual variables and its log-in. A provider
 * that the user chose is used or the run is refused: nothing else takes its place, and no key goes to another endpoint than
 * the one that it is meant for.
 */
import type { Environment } from '../../platform/environment.ts';
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from '../../words/engine-settings.ts';
import { assertNever } from '../../words/errors.ts';
import type { EngineCredentials } from '../contract.ts';
import {
  type KeyBinding,
  type NamedProvider,
  NO_USER_SETTINGS,
  type UserProvider,
  type UserSettings,
} from '../user-settings/contract.ts';
import { readAllSettings, readUserSettings } from '../user-settings/read-user-settings.ts';
import { byOwnSettings } from './by-own-settings.ts';
import {
  bindingsOf,
  shownEndpoint,
  whyBoundElsewhere,
  type AccessEngine,
  areNotSet,
  type Asked,
  checked,
  type KeyAccess,
  type ModelAccess,
  type UsedSettings,
} from './model-access.ts';

// How an engine gets at its model by what the user's own settings of it choose.

/** roundsman.yaml goes before the user's settings where it names an endpoint, or the log-in at the engine's own. */
function whyNotUsed(
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

async function byUserSettings(asked: Asked): Promise<ModelAccess> {
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

export interface AccessRequest {
  readonly settings: EngineSettings | undefined;
  readonly env: Environment;
}

/** Looks for the log-in and reads the user's settings of the engine; starts nothing. Never rejects for what is missing. */
export async function resolveAccess(
  engine: AccessEngine,
  { settings = DEFAULT_ENGINE_SETTINGS, env }: AccessRequest,
): Promise<ModelAccess> {
  const { credentials } = engine;
  if (credentials === null || isOwnAffair(credentials, settings)) return { kind: 'own' };
  const user = await readUserSettings(engine.id, { env, model: settings.model });
  const notUsed = whyNotUsed(settings, user.provider);
  // What an engine's own files set belongs to what they say of its endpoint, and to none of roundsman.yaml.
  const isElsewhere = settings.endpoint !== null || notUsed !== null;
  const own = isElsewhere ? env : withVariables(env, user);
  const asked: Asked = { engine, credentials, settings, env: own, user };
  const access =
    notUsed === null ? await byUserSettings(asked) : await byOwnSettings(withoutUser(asked));
  const held = await heldToEndpoint(asked, access, env);
  if (notUsed !== null) return { ...held, notUsed };
  return held.kind === 'missing' ? held : { ...held, ...usedOf(asked, held) };
}

function withoutUser(asked: Asked): Asked {
  return { ...asked, user: NO_USER_SETTINGS };
}

function withVariables(env: Environment, { variables }: UserSettings): Environment {
  return { ...env, ...Object.fromEntries(variables.map(({ name, value }) => [name, value])) };
}

/** A program of the user's own has a model of ours only when one is named for it. */
function isOwnAffair({ keys, file }: EngineCredentials, { endpoint }: EngineSettings): boolean {
  return keys.length === 0 && file === null && endpoint === null;
}

/** What of the user's own settings an access rests on, for people and for the plan of the engine. Pure. */
function usedOf(
  { settings, user, credentials, env }: Asked,
  access: ModelAccess,
): { readonly user?: UsedSettings } {
  const named = user.provider.kind === 'named' ? user.provider.from : null;
  const moved = access.kind === 'key' ? whichMoved(credentials, access, env) : null;
  const file = user.variables.find(({ name }) => name === moved)?.from ?? moved;
  // A model of another endpoint is none of this one.
  const isElsewhere = settings.endpoint !== null;
  const model = isElsewhere || settings.model !== null ? null : user.model;
  const used: UsedSettings = {
    endpointFrom: isElsewhere ? null : (named ?? file),
    model,
    modelFrom: model === null ? null : user.modelFrom,
    providerId: isElsewhere ? null : user.providerId,
    modelVariables: isElsewhere ? {} : user.modelVariables,
  };
  const isNothing =
    used.endpointFrom === null &&
    used.model === null &&
    used.providerId === null &&
    Object.keys(used.modelVariables).length === 0;
  return isNothing ? {} : { user: used };
}

function whichMoved(
  { keys }: EngineCredentials,
  { key }: KeyAccess,
  env: Environment,
): string | null {
  const source = keys.find(({ variable }) => variable === key?.name);
  const variable = source?.endpointVariable ?? null;
  return variable !== null && (env[variable]?.trim() ?? '') !== '' ? variable : null;
}

/**
 * The last check before a key is used: whether it belongs to the endpoint that it would be sent to.
 * It does if endpoint and key are configured as a pair, or if the key is bound to no other endpoint.
 */
async function heldToEndpoint(
  { engine, settings, user }: Asked,
  access: ModelAccess,
  env: Environment,
): Promise<ModelAccess> {
  if (access.kind !== 'key' || access.key === null) return access;
  if (settings.endpoint !== null && settings.key !== null) return access;
  const { name, value } = access.key;
  // Out of a file of the engine's own, which says where it belongs.
  if ((env[name] ?? '').trim() !== value) return access;
  const { provider } = user;
  const isNamed = provider.kind === 'named' && settings.endpoint === null;
  if (isNamed && provider.keys.includes(name)) return access;
  const use = { engine: engine.id, variable: name, endpoint: access.upstream };
  const all = await readAllSettings(env);
  const bindings = [...bindingsOf(all), ...movedKeys(engine, [environmentOf(env), ...all])];
  const failure = whyBoundElsewhere(use, bindings);
  return failure === null ? access : { kind: 'missing', failure };
}

type Variables = Pick<UserSettings, 'variables'>;

function environmentOf(env: Environment): Variables {
  return {
    variables: Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value: value.trim(), from: name }],
    ),
  };
}

/** Where people moved the endpoint of a key by a variable, as `ANTHROPIC_BASE_URL`: in the environment, or in a file of some engine. */
function movedKeys(
  { credentials }: AccessEngine,
  places: readonly Variables[],
): readonly KeyBinding[] {
  return (credentials?.keys ?? []).flatMap(({ variable, endpointVariable }) =>
    places.flatMap(({ variables }) => {
      const moved = variables.find(({ name, value }) => name === endpointVariable && value !== '');
      // A file with a key of its own beside the endpoint says nothing of those elsewhere.
      return moved === undefined || bringsKey(variables, variable)
        ? []
        : [{ variable, endpoint: moved.value, from: moved.from }];
    }),
  );
}

/** Another one of the same vendor: `ANTHROPIC_AUTH_TOKEN` where `ANTHROPIC_API_KEY` is asked for. In the environment it is itself one of them. */
function bringsKey(variables: Variables['variables'], variable: string): boolean {
  const vendor = variable.split('_', 1)[0] ?? '';
  return variables.some(
    ({ name, from }) =>
      from !== name && name.startsWith(`${vendor}_`) && /_(KEY|TOKEN)$/.test(name),
  );
}
