import type { Environment } from '../../platform/environment.ts';
import type { EngineCredentials } from '../contract.ts';
import type { Asked, KeyAccess, ModelAccess, UsedSettings } from './model-access.ts';

/** What of the user's own settings an access rests on, for people and for the plan of the engine. Pure. */
export function usedOf(
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

/* oxlint-disable-next-line eslint/max-params -- of which keys, what was found, and where to look */
function whichMoved(
  { keys }: EngineCredentials,
  { key }: KeyAccess,
  env: Environment,
): string | null {
  const source = keys.find(({ variable }) => variable === key?.name);
  const variable = source?.endpointVariable ?? null;
  return variable !== null && (env[variable]?.trim() ?? '') !== '' ? variable : null;
}
