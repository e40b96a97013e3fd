/** A small OpenID provider on loopback: discovery, keys, authorization with PKCE, and tokens that count once. */
import { Buffer } from 'node:buffer';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import { onTestFinished } from 'vitest';

export interface TestProvider {
  readonly issuer: string;
  /** Who is at the browser that is led here next. */
  claims: Readonly<Record<string, unknown>>;
  /** Laid over the next ID token: what a provider that is broken or hostile would say. */
  spoil: Readonly<Record<string, unknown>>;
  /** Signs with a key that it does not publish. */
  forge: boolean;
  /** Where it would send the browser back to, for that address of its authorization page. */
  authorize(url: string): string;
}

export const CLIENT = { id: 'roundsman', secret: 'a-secret-of-the-client' } as const;

interface Given {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export async function oidcProvider(): Promise<TestProvider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Given>();
  const sign = (claims: object): string => {
    const text = [{ alg: 'RS256', kid: 'one', typ: 'JWT' }, claims].map(encode).join('.');
    const key = provider.forge ? others.privateKey : keys.privateKey;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
  };
  const token = (form: URLSearchParams, authorization: string): object | null => {
    const sent = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const basic = sent.split(':').map(decodeURIComponent).join(':');
    const given = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      basic === `${CLIENT.id}:${CLIENT.secret}` &&
      given?.challenge === challenge &&
      given.redirect === form.get('redirect_uri');
    if (!isRight) return null;
    const now = Math.floor(Date.now() / 1_000);
    const id = { iss: provider.issuer, aud: CLIENT.id, iat: now, exp: now + 300 };
    const claims = {
      sub: 'someone',
      ...given.claims,
      ...id,
      nonce: given.nonce,
      ...provider.spoil,
    };
    return {
      access_token: randomBytes(8).toString('hex'),
      token_type: 'bearer',
      id_token: sign(claims),
    };
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const url = new URL(request.url ?? '/', provider.issuer);
    if (url.pathname === '/.well-known/openid-configuration')
      return answer(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (url.pathname === '/keys') {
      const key = {
        ...keys.publicKey.export({ format: 'jwk' }),
        kid: 'one',
        use: 'sig',
        alg: 'RS256',
      };
      return answer(200, { keys: [key] });
    }
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: provider.authorize(url.href) });
      return void response.end();
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const tokens = token(form, request.headers.authorization ?? '');
      answer(tokens === null ? 400 : 200, tokens ?? { error: 'invalid_grant' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${port}`,
    claims: { email: 'ada@example.com', email_verified: true },
    spoil: {},
    forge: false,
    authorize: (target) => {
      const asked = new URL(target).searchParams;
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        redirect: asked.get('redirect_uri') ?? '',
        claims: provider.claims,
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return back.href;
    },
  };
  return provider;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
