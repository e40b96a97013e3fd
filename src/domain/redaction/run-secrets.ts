/** What of an environment is secret for a run, or for the daemon. */
import type { Routine } from '../routine.ts';
import { isSecretName, isSecretValue, type Secret } from './secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the routine was given by name, the keys of its hooks, and all that is named like a secret. */
export function secretsOfRun(
  routine: Pick<Routine, 'permissions' | 'triggers'>,
  env: Environment,
): readonly Secret[] {
  const hooks = routine.triggers.flatMap((trigger) =>
    trigger.kind === 'webhook' ? [trigger.secret] : [],
  );
  const named = new Set([...routine.permissions.env, ...hooks]);
  return secretsOfEnvironment(env, (name) => named.has(name));
}

/** @param isNamed whether somebody named it where secrets are named */
export function secretsOfEnvironment(
  env: Environment,
  isNamed: (name: string) => boolean = () => false,
): readonly Secret[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !(isNamed(name) || isSecretName(name))) return [];
    return isSecretValue({ name, value }) ? [{ name, value }] : [];
  });
}
