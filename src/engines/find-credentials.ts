/** With what an engine would get at its model here: what a run would find, without a word of what is secret. */
import type { Environment } from '../platform/environment.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import { assertNever, type Failure } from '../words/errors.ts';
import type { ModelAccess, UsedSettings } from './access/model-access.ts';
import { resolveAccess } from './access/resolve-access.ts';
import type { Engine } from './contract.ts';

export type FoundCredentials =
  /** It has no model, or its account is its own affair. */
  | { readonly kind: 'own' }
  /** Its endpoint wants none. */
  | { readonly kind: 'none-needed' }
  /** Stays outside of the agent's reach. */
  | { readonly kind: 'key'; readonly variable: string }
  /** Lies with the agent while it works. */
  | { readonly kind: 'file'; readonly path: string }
  /** What a run would end with. */
  | { readonly kind: 'missing'; readonly failure: Failure };

export interface CredentialSearch {
  readonly engine: Pick<Engine, 'id' | 'about' | 'credentials'>;
  readonly settings?: EngineSettings | undefined;
  readonly env: Environment;
}

export interface FoundAccount {
  readonly credentials: FoundCredentials;
  /** Base URL of its model; `null` when it has none, or sees to it itself. */
  readonly endpoint: string | null;
  /** What of the user's own settings of the engine is used; `null`: nothing. */
  readonly userSettings: Pick<UsedSettings, 'endpointFrom' | 'model' | 'modelFrom'> | null;
  /** Why the provider that those choose is not used; `null`: it is, or there is none. */
  readonly notUsed: string | null;
}

export async function findAccount({
  engine,
  settings,
  env,
}: CredentialSearch): Promise<FoundAccount> {
  const access = await resolveAccess(engine, { settings, env });
  return {
    credentials: credentialsOf(access),
    endpoint: access.kind === 'key' ? access.upstream : null,
    userSettings: usedIn(access),
    notUsed: access.notUsed ?? null,
  };
}

export async function findCredentials(search: CredentialSearch): Promise<FoundCredentials> {
  return (await findAccount(search)).credentials;
}

function usedIn({ user }: ModelAccess): FoundAccount['userSettings'] {
  if (user === undefined || (user.endpointFrom === null && user.modelFrom === null)) return null;
  const { endpointFrom, model, modelFrom } = user;
  return { endpointFrom, model, modelFrom };
}

function credentialsOf(access: ModelAccess): FoundCredentials {
  switch (access.kind) {
    case 'own':
      return { kind: 'own' };
    case 'key':
      return access.key === null
        ? { kind: 'none-needed' }
        : { kind: 'key', variable: access.key.name };
    case 'file':
      return { kind: 'file', path: access.original };
    case 'missing':
      return { kind: 'missing', failure: access.failure };
    default:
      return assertNever(access);
  }
}
