/** How an engine gets at its model by roundsman.yaml, the variables that hold its keys, and its log-in. */
import { isAbsolute, join } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import { isReadable, resolveLinks } from '../../platform/files.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { WIRE_FORMATS } from '../../words/gateway-plan.ts';
import type { EngineCredentials, FileCredential, KeySource } from '../contract.ts';
import { isOnThisMachine } from '../user-settings/judge-provider.ts';
import {
  keyVariables,
  areNotSet,
  checked,
  type AccessEngine,
  type Asked,
  type KeyAccess,
  type ModelAccess,
} from './model-access.ts';

export async function byOwnSettings({
  engine,
  credentials,
  settings,
  env,
}: Asked): Promise<ModelAccess> {
  const wanted = settings.credentials;
  if (settings.endpoint !== null && settings.api === null && credentials.keys.length === 0)
    return withoutApi(engine);
  if (wanted === 'none') return withoutKey(engine, credentials, settings);
  if (wanted === 'file') return (await byFile(credentials, env)) ?? missing(engine, settings);
  const byKey = keyAccess(credentials, settings, env);
  if (byKey !== null) return checked(engine, byKey);
  // A log-in is one at the engine's own endpoint.
  const file =
    wanted === 'auto' && settings.endpoint === null ? await byFile(credentials, env) : null;
  if (file !== null) return file;
  // A server on this machine commonly wants no key; one that does says so with 401.
  if (wanted === 'auto' && settings.key === null && isOnThisMachine(settings.endpoint))
    return withoutKey(engine, credentials, settings);
  if (mayBeLoggedIn(credentials, settings)) return { kind: 'own' };
  return missing(engine, settings);
}

/** For a program that each routine names, the log-in file is unknown: without a configured key, access is left to it. */
function mayBeLoggedIn(
  { file }: EngineCredentials,
  { credentials, key, endpoint }: EngineSettings,
): boolean {
  return file === null && credentials === 'auto' && key === null && endpoint === null;
}

function keyAccess(
  credentials: EngineCredentials,
  settings: EngineSettings,
  env: Environment,
): KeyAccess | null {
  const source = settings.key === null ? firstSet(credentials, settings, env) : null;
  const variable = settings.key ?? source?.variable;
  const value = variable === undefined ? undefined : env[variable]?.trim();
  if (variable === undefined || value === undefined || value === '') return null;
  const from = source ?? sourceFor(credentials, settings, variable);
  const endpoint = settings.endpoint ?? endpointOf(from, env);
  const api = settings.api ?? from?.api ?? null;
  if (endpoint === null || api === null) return null;
  return { kind: 'key', upstream: endpoint, api, key: { name: variable, value } };
}

/** The first variable that is set; of a way to speak that the settings name, if any is. */
function firstSet(
  { keys }: EngineCredentials,
  { api }: EngineSettings,
  env: Environment,
): KeySource | null {
  const set = keys.filter(({ variable }) => (env[variable] ?? '').trim() !== '');
  return set.find((one) => one.api === api) ?? set[0] ?? null;
}

function sourceFor(
  { keys }: EngineCredentials,
  { api }: EngineSettings,
  variable: string,
): KeySource | null {
  return (
    keys.find((one) => one.variable === variable) ??
    keys.find((one) => one.api === api) ??
    keys[0] ??
    null
  );
}

function endpointOf(source: KeySource | null, env: Environment): string | null {
  if (source === null) return null;
  const moved = source.endpointVariable === null ? undefined : env[source.endpointVariable]?.trim();
  return moved === undefined || moved === '' ? source.endpoint : moved;
}

function withoutKey(
  engine: AccessEngine,
  { keys }: EngineCredentials,
  { endpoint, api }: EngineSettings,
): ModelAccess {
  const format = api ?? keys[0]?.api;
  if (endpoint === null || format === undefined) {
    return {
      kind: 'missing',
      failure: {
        code: 'no-endpoint',
        message: `engines.${engine.id}.credentials is none, and no endpoint that wants none is named`,
        hint: `Write engines.${engine.id}.endpoint in roundsman.yaml: the base URL of the server.`,
      },
    };
  }
  return checked(engine, { kind: 'key', upstream: endpoint, api: format, key: null });
}

function withoutApi({ id }: AccessEngine): ModelAccess {
  return {
    kind: 'missing',
    failure: {
      code: 'no-api',
      message: `engines.${id}.endpoint is named, and not how it is spoken to`,
      hint: `Write engines.${id}.api in roundsman.yaml: ${WIRE_FORMATS.join(', ')}.`,
    },
  };
}

async function byFile(
  { file }: EngineCredentials,
  env: Environment,
): Promise<Extract<ModelAccess, { kind: 'file' }> | null> {
  if (file === null) return null;
  const original = await resolveLinks(filePlace(file, env)).catch(() => null);
  if (original === null || !(await isReadable(original))) return null;
  return { kind: 'file', original, credential: file };
}

function filePlace({ path, moved }: FileCredential, env: Environment): string {
  const home = homeFolder(env);
  const folder = moved === null ? undefined : env[moved.variable];
  if (moved === null || folder === undefined || !isAbsolute(folder)) return join(home, path);
  return join(folder, path.startsWith(`${moved.folder}/`) ? path.slice(moved.folder.length) : path);
}

function missing(engine: AccessEngine, settings: EngineSettings): ModelAccess {
  const variables = settings.key === null ? keyVariables(engine, undefined) : [settings.key];
  const file = engine.credentials?.file ?? null;
  const tried = [
    ...(settings.credentials === 'file' ? [] : [`${variables.join(', ')} ${areNotSet(variables)}`]),
    ...(settings.credentials === 'key' || file === null ? [] : [`there is no ~/${file.path}`]),
  ];
  return {
    kind: 'missing',
    failure: {
      code: 'no-credentials',
      message: `engine ${engine.id} has no key and no log-in here: ${tried.join(', and ')}`,
      hint: engine.about.login === '' ? `Set ${variables[0] ?? 'its key'}.` : engine.about.login,
    },
  };
}
