/** Whether a header or a parameter of a query is one by which a server would take a key. Pure. */

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
