/**
 * Logging in by OpenID Connect: the code flow with PKCE, state and nonce. What belongs to one log-in is kept in memory under
 * a cookie of its own, is used once, and ends after ten minutes.
 */
import type * as OpenidClient from 'openid-client';

import { newToken } from '../../platform/ids.ts';
import { outwardFetch } from '../../platform/outward/outward-request.ts';
import type { NamedByProvider } from '../../routines/definition-context.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** What the package is, without loading it. */
type Client = typeof OpenidClient;

export interface Named {
  readonly name: string;
  /** Of the claim `groups`. */
  readonly groups: readonly string[];
}

export interface Provider {
  /** @param to a path of ours, where the person wanted to go. Throws `missing` where the provider cannot be asked. */
  begin(to: string, now: Date): Promise<{ readonly url: string; readonly cookie: string }>;
  /** @param query of the address that the provider sent the browser to. Throws `refused`: nobody is logged in. */
  finish(request: {
    readonly query: string;
    readonly cookies: string;
    readonly now: Date;
  }): Promise<{ readonly named: Named; readonly to: string }>;
}

interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly to: string;
  readonly until: number;
}

const LASTS_MS = 10 * 60_000;
/** The oldest ones go first. */
const MOST = 1_000;
export const RETURN_PATH = '/login/return';

/** @param request.cookie the name of the cookie of a log-in that is under way */
export function openProvider(request: {
  readonly settings: NamedByProvider;
  readonly url: string;
  readonly secret: string | null;
  readonly cookie: string;
}): Provider {
  const { settings, url, secret, cookie } = request;
  const secure = url.startsWith('https:') ? '; Secure' : '';
  const begun = new Map<string, Begun>();
  let asked: Promise<Connected> | null = null;
  const connect = async (): Promise<Connected> => {
    try {
      return await (asked ??= discover(settings, secret));
    } catch (thrown) {
      // The next log-in asks again.
      asked = null;
      throw thrown;
    }
  };
  return {
    begin: async (to, now) => {
      const { client, config } = await connect();
      const at = now.getTime();
      for (const [id, { until }] of begun) if (until <= at || begun.size >= MOST) begun.delete(id);
      const [id, verifier] = [newToken(), client.randomPKCECodeVerifier()];
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      begun.set(id, { verifier, state, nonce, to, until: at + LASTS_MS });
      const target = client.buildAuthorizationUrl(config, {
        redirect_uri: `${url}${RETURN_PATH}`,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      // Lax: the provider, another site, leads the browser back.
      const attributes = `Path=${RETURN_PATH}; Max-Age=${LASTS_MS / 1_000}; HttpOnly; SameSite=Lax`;
      return { url: target.href, cookie: `${cookie}=${id}; ${attributes}${secure}` };
    },
    finish: async ({ query, cookies, now }) => {
      const id = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1] ?? '';
      const mine = begun.get(id);
      // Used up, whatever comes of it.
      begun.delete(id);
      if (mine === undefined || mine.until <= now.getTime())
        throw refused('this log-in was not begun in this browser, or it is over');
      const back = new URL(`${url}${RETURN_PATH}?${query}`);
      const tokens = await exchange(await connect(), mine, back);
      return { named: namedIn(tokens.claims() ?? {}, settings.claim), to: mine.to };
    },
  };
}

async function exchange(
  { client, config }: Connected,
  { verifier, state, nonce }: Begun,
  back: URL,
): ReturnType<Client['authorizationCodeGrant']> {
  try {
    return await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
  } catch (thrown) {
    throw refused(`the provider did not log you in: ${wordsOf(thrown)}`, thrown);
  }
}

interface Connected {
  readonly client: Client;
  readonly config: OpenidClient.Configuration;
}

async function discover(
  { issuer, clientId }: NamedByProvider,
  secret: string | null,
): Promise<Connected> {
  const client = await import('openid-client').catch((thrown: unknown) => {
    throw unavailable('the package openid-client, which logs people in, is not installed', {
      cause: thrown,
      hint: 'Install Roundsman with its optional dependencies: npm install --include=optional',
    });
  });
  // The settings let http stand for an address of this machine alone.
  const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const ask = outwardFetch({ private: true, ca: null });
  try {
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      secret === null ? client.None() : client.ClientSecretBasic(secret),
      {
        timeout: 20,
        [client.customFetch]: (url, { body, method, headers, signal }) => {
          const text =
            typeof body === 'string' || body instanceof URLSearchParams ? `${body}` : null;
          return ask(url, { method, headers, body: text, signal: signal ?? null });
        },
        execute: [...plain, client.enableNonRepudiationChecks],
      },
    );
    return { client, config };
  } catch (thrown) {
    throw unavailable(`the provider ${oneLine(issuer, 200)} cannot be asked: ${wordsOf(thrown)}`, {
      cause: thrown,
      hint: 'See `page.people.oidc.issuer` of roundsman.yaml; the page asks again at the next log-in.',
    });
  }
}

function namedIn(claims: Readonly<Record<string, unknown>>, claim: string): Named {
  const name = claims[claim];
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    throw refused(`the provider gives no ${oneLine(claim, 100)} for you`);
  // It stands in lists and logs under what was decided.
  if (/[\p{C}\uFFFD]/u.test(name))
    throw refused(
      `the ${oneLine(claim, 100)} that the provider gives for you does not hold a name`,
    );
  // Where anybody may write any address into their account, it names nobody.
  if (claim === 'email' && claims['email_verified'] !== true)
    throw refused('the provider has not verified your mail address');
  const { groups } = claims;
  const named = Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [];
  return { name, groups: named };
}

function refused(message: string, cause?: unknown): AppError {
  const hint = 'Log in again.';
  return new AppError('refused', { code: 'not-logged-in', message, hint }, { cause });
}

function unavailable(
  message: string,
  { hint, cause }: { readonly hint: string; readonly cause: unknown },
): AppError {
  return new AppError('missing', { code: 'no-provider', message, hint }, { cause });
}

/** What a provider wrote is hostile, and an error of the library may have a cause that says more. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return oneLine(String(thrown), 200);
  const { cause } = thrown;
  const more = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return oneLine(`${thrown.message}${more}`, 300);
}
