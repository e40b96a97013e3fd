/** How an engine gets at its model, and what that was found from. */
import type { Environment } from '../../platform/environment.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import type { Failure } from '../../words/errors.ts';
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Engine, EngineCredentials, FileCredential } from '../contract.ts';
import type { UserSettings, KeyBinding } from '../user-settings/contract.ts';

export type ModelAccess =
  /** It has no model, or sees to it itself. */
  (
    | { readonly kind: 'own' }
    | {
        readonly kind: 'key';
        /** Base URL of the endpoint. */
        readonly upstream: string;
        readonly api: WireFormat;
        /** `null`: the endpoint wants none. */
        readonly key: ModelKey | null;
        /** Requests go to the path of `upstream` as it stands, without `/v1` between. */
        readonly exact?: true;
      }
    | {
        readonly kind: 'file';
        /** Absolute, with every link resolved. */
        readonly original: string;
        readonly credential: FileCredential;
      }
    | { readonly kind: 'missing'; readonly failure: Failure }
  ) & {
    /** What of the user's own settings is used; absent: nothing. */
    readonly user?: UsedSettings;
    /** Why the provider of the user's own settings is not used; absent: it is, or there is none. */
    readonly notUsed?: string;
  };

export interface UsedSettings {
  /** The file or variable that names the endpoint; `null`: none does. */
  readonly endpointFrom: string | null;
  readonly model: string | null;
  readonly modelFrom: string | null;
  /** What the engine calls the provider in names of models. */
  readonly providerId: string | null;
  readonly modelVariables: Readonly<Record<string, string>>;
}

export type KeyAccess = Extract<ModelAccess, { readonly kind: 'key' }>;

export type AccessEngine = Pick<Engine, 'id' | 'about' | 'credentials'>;

export interface Asked {
  readonly engine: AccessEngine;
  readonly credentials: EngineCredentials;
  /** Of roundsman.yaml. */
  readonly settings: EngineSettings;
  /** With what the engine sets for itself from files of its own. */
  readonly env: Environment;
  readonly user: UserSettings;
}

/** @param from the file or variable that names the endpoint */
export function checked(
  { id }: AccessEngine,
  access: KeyAccess,
  from: string | null = null,
): ModelAccess {
  const why = whyBadEndpoint(access.upstream);
  if (why === null) return { ...access, upstream: access.upstream.replace(/\/+$/, '') };
  return {
    kind: 'missing',
    failure: {
      code: 'endpoint-invalid',
      message: `the endpoint of engine ${id}${from === null ? '' : ` in ${from}`} ${why}`,
      hint: `Write engines.${id}.endpoint in roundsman.yaml, such as https://api.example.com.`,
    },
  };
}

/** For names of variables. */
export function areNotSet(names: readonly string[]): string {
  return names.length === 1 ? 'is not set' : 'are not set';
}

// Whether a text is the base URL of an endpoint. Pure.

/** Words that follow "the endpoint"; `null` for one that is. What it says is repeated without what may be secret in it. */
function whyBadEndpoint(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, username, password, search, hash, host } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `begins with ${protocol} instead of https: or http:`;
  if (username !== '' || password !== '') return `carries a user name or password (${host})`;
  if (search !== '' || hash !== '') return `carries more than a path (${host})`;
  return null;
}

/** The variables that hold keys of the engine, by these settings. */
export function keyVariables(
  { credentials }: AccessEngine,
  settings: EngineSettings | undefined,
): readonly string[] {
  const own = credentials?.keys.map(({ variable }) => variable) ?? [];
  const named = settings?.key ?? null;
  return named === null ? own : [named, ...own];
}

// Whether a key may go to an endpoint, by what the user's settings say of that key. Pure.
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
