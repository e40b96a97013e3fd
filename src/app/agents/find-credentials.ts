/** With what an engine would get at its model here, as far as can be told without asking anybody. */
import { resolveAccess } from '../../agents/access/resolve-access.ts';
import type { Engine, KeySource } from '../../agents/contract.ts';
import type { EngineSettings } from '../../domain/engine-settings.ts';
import type { Failure } from '../../domain/errors.ts';
import type { Environment } from '../../platform/environment.ts';

export type FoundCredentials =
  /** It has no model, or its account is its own affair. */
  | { readonly kind: 'own' }
  /** Its endpoint wants none. */
  | { readonly kind: 'none-needed' }
  /** Stays outside of the agent's reach. */
  | { readonly kind: 'key'; readonly variable: string }
  /** Lies with the agent while it works. */
  | { readonly kind: 'file'; readonly path: string }
  /** Nothing was found, or something is wrong with what is set. */
  | { readonly kind: 'missing'; readonly failure: Failure };

export interface CredentialSearch {
  readonly engine: Engine;
  readonly settings?: EngineSettings | undefined;
  readonly env: Environment;
}

/** What a run would use, by the same rules. */
export async function findCredentials({
  engine,
  settings,
  env,
}: CredentialSearch): Promise<FoundCredentials> {
  const found = await resolveAccess(engine, { settings, env });
  switch (found.kind) {
    case 'own':
      return { kind: 'own' };
    case 'key':
      return found.key === null
        ? { kind: 'none-needed' }
        : { kind: 'key', variable: found.key.name };
    case 'file':
      return { kind: 'file', path: found.original };
    case 'missing':
      return { kind: 'missing', failure: found.failure };
  }
}

/** Base URL of its model; `null` when it has none, or sees to it itself. */
export function endpointOf({ engine, settings, env }: CredentialSearch): string | null {
  if (settings?.endpoint !== undefined && settings.endpoint !== null) return settings.endpoint;
  const keys = engine.credentials?.keys ?? [];
  const source = keys.find(({ variable }) => (env[variable] ?? '') !== '') ?? keys[0];
  return source === undefined ? null : ownEndpoint(source, env);
}

function ownEndpoint({ endpoint, endpointVariable }: KeySource, env: Environment): string {
  const moved = endpointVariable === null ? undefined : env[endpointVariable];
  return moved === undefined || moved === '' ? endpoint : moved;
}
