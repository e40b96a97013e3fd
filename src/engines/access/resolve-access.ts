/**
 * How an engine gets at its model here: by a key that stays outside, by the log-in that it keeps in a file, or not at all.
 *
 * roundsman.yaml goes first, then the user's own settings of the engine, then its usual variables and its log-in. A provider
 * that the user chose is used or the run is refused: nothing else takes its place, and no key goes to another endpoint than
 * the one that it is meant for.
 */
import type { Environment } from '../../platform/environment.ts';
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from '../../words/engine-settings.ts';
import type { EngineCredentials } from '../contract.ts';
import { NO_USER_SETTINGS, type UserSettings } from '../user-settings/contract.ts';
import { readUserSettings } from '../user-settings/read-user-settings.ts';
import { byOwnSettings } from './by-own-settings.ts';
import { byUserSettings, whyNotUsed } from './by-user-settings.ts';
import { heldToEndpoint } from './held-to-endpoint.ts';
import type { AccessEngine, Asked, ModelAccess } from './model-access.ts';
import { usedOf } from './used-settings.ts';

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
