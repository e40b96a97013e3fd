/** What of a request's headers continues, and what takes the token's place. Pure. */
import type { ModelKey, WireFormat } from '../../words/gateway-plan.ts';

export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** Of one connection alone. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** By which some servers take a request for another one than it is: to another path, by another method, from elsewhere. */
const DISGUISES =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-(url|host)|x-rewrite-url|x-http-method(-override)?|x-method-override)$/;

/** Where programs put their key: everything in them that could be the token. */
export function presentedKeys(headers: HeaderLines): readonly string[] {
  return headers.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'authorization') return [value.replace(/^Bearer +/i, '')];
    return lower === 'x-api-key' || lower === 'x-goog-api-key' || lower === 'api-key'
      ? [value]
      : [];
  });
}

export interface ForwardRequest {
  readonly api: WireFormat;
  readonly key: ModelKey | null;
  /** `api.example.com`, with a port that is not the usual one. */
  readonly host: string;
}

/** Besides: what would have an answer come in parts, of which none has the whole of anything. */
const DROPPED = new Set(['host', 'expect', 'accept-encoding', 'range', 'if-range']);

/** An answer is to come as it is meant, so that it can be read on its way. */
export function forwardedHeaders(
  headers: HeaderLines,
  { api, key, host }: ForwardRequest,
): HeaderLines {
  const kept = passing(headers).filter(
    ([name]) =>
      !DROPPED.has(name.toLowerCase()) &&
      !carriesCredential(name) &&
      !DISGUISES.test(name.toLowerCase().replaceAll('_', '-')),
  );
  return [
    ['host', host],
    ...(key !== null && isLogInToken(api, key) ? withBeta(kept, LOG_IN_BETA) : kept),
    ['accept-encoding', 'identity'],
    ...(key === null ? [] : [keyLine(api, key)]),
  ];
}

/** Of an answer, for the agent. What it would give back as cookies does not continue. */
export function answeredHeaders(headers: HeaderLines): HeaderLines {
  return passing(headers).filter(([name]) => !/^set-cookie2?$/i.test(name));
}

function passing(headers: HeaderLines): HeaderLines {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const gone = new Set([...HOP_BY_HOP, ...named]);
  return headers.filter(([name]) => !gone.has(name.toLowerCase()));
}

/** Tokens of an account are taken only from who says that they are such. */
const LOG_IN_BETA = 'oauth-2025-04-20';

function isLogInToken(api: WireFormat, { name }: ModelKey): boolean {
  return api === 'anthropic' && /OAUTH/i.test(name);
}

function withBeta(headers: HeaderLines, beta: string): HeaderLines {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'anthropic-beta');
  const given = headerOf(headers, 'anthropic-beta');
  return [...others, ['anthropic-beta', given === null ? beta : `${given},${beta}`]];
}

function keyLine(api: WireFormat, { name, value }: ModelKey): readonly [string, string] {
  if (api === 'gemini') return ['x-goog-api-key', value];
  // Tokens are not keys, also where both are taken.
  if (api === 'anthropic' && !/AUTH_TOKEN|OAUTH/i.test(name)) return ['x-api-key', value];
  return ['authorization', `Bearer ${value}`];
}

/** The first of that name; `null` without. Names in lower case. */
export function headerOf(headers: HeaderLines, name: string): string | null {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;
}

// Whether a header or a parameter of a query is one by which a server would take a key. Pure.

const NAMES: ReadonlySet<string> = new Set([
  'auth',
  'authentication',
  'authorization',
  'authtoken',
  'bearer',
  'bearertoken',
  'code',
  'cookie',
  'credential',
  'credentials',
  'googiamauthorizationtoken',
  'iamauthorizationtoken',
  'idtoken',
  'jwt',
  'oauth',
  'pass',
  'passwd',
  'password',
  'pwd',
  'secret',
  'securitytoken',
  'sessiontoken',
  'sig',
  'signature',
  'token',
]);

/** Some servers take `x_api_key` and `X.Api.Key` for `x-api-key`. */
export function carriesCredential(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const own = plain.replace(/^x(?=[a-z])/, '');
  // Of one request, by which a repeated one is known.
  if (own === 'idempotencykey') return false;
  return (
    NAMES.has(plain) ||
    NAMES.has(own) ||
    /(key|accesstoken|authtoken|oauthtoken|authorization|securitytoken|secret|credentials?|assertion)$/.test(
      plain,
    ) ||
    /^(x?amz(credential|signature|securitytoken)|cookie2?|xgoogsignature)$/.test(plain)
  );
}
