/** Whether a key may go to an endpoint, by what the user's settings say of that key. Pure. */
import type { Failure } from '../../words/errors.ts';
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { KeyBinding, UserSettings } from '../user-settings/contract.ts';

export function bindingsOf(all: readonly UserSettings[]): readonly KeyBinding[] {
  return all.flatMap(({ provider, bindings }) => {
    if (provider.kind === 'usual') return bindings;
    const { endpoint, from, keys } = provider;
    const chosen = keys.map((variable) => ({ variable, endpoint, from }));
    // What is told of is where a key belongs, when that is known.
    return endpoint === null ? [...bindings, ...chosen] : [...chosen, ...bindings];
  });
}

export interface KeyUse {
  readonly engine: EngineId;
  readonly variable: string;
  readonly endpoint: string;
}

/**
 * A variable has one value. Where settings of any engine mean it for another endpoint, that value is not a key of this one.
 * Endpoints are the same when they are on the same server.
 */
export function whyBoundElsewhere(
  { engine, variable, endpoint }: KeyUse,
  bindings: readonly KeyBinding[],
): Failure | null {
  const own = bindings.filter((one) => one.variable === variable);
  const [first] = own;
  if (first === undefined || own.some((one) => isSameServer(one.endpoint, endpoint))) return null;
  const meant =
    first.endpoint === null ? 'another provider' : (shownEndpoint(first.endpoint) ?? 'another one');
  return {
    code: 'key-bound-elsewhere',
    message: `the key in ${variable} is for ${meant}, by ${first.from}: it is not sent to ${shownEndpoint(endpoint) ?? 'an endpoint'} for engine ${engine}`,
    hint: `Write engines.${engine}.endpoint and engines.${engine}.key in roundsman.yaml: where the model is, and the variable with its key.`,
  };
}

function isSameServer(one: string | null, other: string): boolean {
  if (one === null || !URL.canParse(one) || !URL.canParse(other)) return false;
  return new URL(one).origin === new URL(other).origin;
}

/** Without what may be secret in it; `null` for what is not a URL. */
export function shownEndpoint(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { origin, pathname } = new URL(endpoint);
  return oneLine(`${origin}${pathname}`.replace(/\/+$/, ''), 200);
}
