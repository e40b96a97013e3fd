/** What of an environment is secret for a run, or for the daemon. */
import type { Connection } from '../connection.ts';
import { credentialVariables } from '../credentials.ts';
import type { Routine } from '../routine.ts';
import { isEverydayValue, isSecretName, isSecretValue, MIN_SECRET, type Secret } from './secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the routine was given by name, the keys of its hooks, the variables of connections, and all that is named like a
 * secret. What files and commands hold is learned when it is read: `readCredential`.
 */
export function secretsOfRun(
  routine: Pick<Routine, 'permissions' | 'triggers' | 'notify'>,
  env: Environment,
  connections: readonly Connection[] = [],
): readonly Secret[] {
  const hooks = routine.triggers.flatMap((trigger) =>
    trigger.kind === 'webhook' ? [trigger.secret] : [],
  );
  const named = new Set([...routine.permissions.env, ...hooks]);
  const all = secretsOfEnvironment(env, (name) => named.has(name));
  const known = new Set(all.map(({ name }) => name));
  // Whatever a credential looks like: it is one.
  const credentials = [...credentialVariables(connections, routine)].flatMap((name) => {
    const value = env[name] ?? '';
    return known.has(name) || value.trim().length < MIN_SECRET ? [] : [{ name, value }];
  });
  return [...all, ...credentials];
}

/** @param isNamed whether a variable is named where secrets are configured */
export function secretsOfEnvironment(
  env: Environment,
  isNamed: (name: string) => boolean = () => false,
): readonly Secret[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const database = STORE_ADDRESS.exec(value)?.[1];
    if (database !== undefined) return [value, database].flatMap((text) => secretIn(name, text));
    // Where a name alone says so, `AUTH_TYPE=openid-connect` would forbid the word everywhere.
    if (!isNamed(name) && (!isSecretName(name) || isEverydayValue(value))) return [];
    return isSecretValue({ name, value }) ? [{ name, value }] : [];
  });
}

/** The address of a database, whatever its variable is called: itself, and the password in it. */
const STORE_ADDRESS = /^\s*postgres(?:ql)?:\/\/[^/@:]*:([^/@]+)@/;

function secretIn(name: string, value: string): readonly Secret[] {
  return value.length < MIN_SECRET ? [] : [{ name, value }];
}
