/** The environment of a program inside, made from the one it would have outside. Pure. */
import type { Purpose } from './contract.ts';
import { INSIDE_USER } from './etc-folder.ts';

/**
 * What engines have to be told so that they work in a sandbox that is not theirs. Claude Code refuses to work without
 * asking unless it hears that it is in one.
 */
const INSIDE_SANDBOX: Readonly<Record<string, string>> = { IS_SANDBOX: '1' };

export interface Inside {
  readonly purpose: Purpose;
  readonly home: string;
  /** From `cacheVariables`. */
  readonly caches: Readonly<Record<string, string>>;
}

/** What the routine names in `permissions.env` counts more than what we would say of caches. */
export function sandboxEnvironment(
  env: Readonly<Record<string, string>>,
  { purpose, home, caches }: Inside,
): Readonly<Record<string, string>> {
  if (purpose === 'hand-back') return { ...env, HOME: home };
  return {
    ...caches,
    ...(purpose === 'agent' ? INSIDE_SANDBOX : {}),
    ...env,
    HOME: home,
    USER: INSIDE_USER,
    LOGNAME: INSIDE_USER,
    SHELL: '/bin/sh',
  };
}
