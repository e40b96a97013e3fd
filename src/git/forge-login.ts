/**
 * A forge's token as a log-in for git, where the person's git has none of its own for that server. It is in the environment of
 * that one git alone, bound to one origin, and no redirect is followed with it; no helper ever stores it.
 */
import { Buffer } from 'node:buffer';

import { networkGit } from './network-git.ts';
import type { GitContext } from './run-git.ts';

export interface ForgeLogin {
  /** `https://github.com`: nothing else is ever told. */
  readonly origin: string;
  /** What the forge wants beside a token: `x-access-token`, `oauth2`. */
  readonly user: string;
  readonly token: string;
}

/** The context as it was, where that address is another server's or git knows how to log in there. */
export async function withForgeLogin(
  url: string,
  login: ForgeLogin | null,
  context: GitContext,
): Promise<GitContext> {
  if (login === null || !isFor(login, url) || (await knowsLogin(url, context))) return context;
  const header = `Authorization: Basic ${basicOf(login)}`;
  const settings = [
    [`http.${login.origin}/.extraHeader`, header],
    [`http.${login.origin}/.followRedirects`, 'false'],
  ] as const;
  const before = Number(context.env['GIT_CONFIG_COUNT'] ?? '0');
  const env: Record<string, string> = { ...context.env };
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${before + index}`] = key;
    env[`GIT_CONFIG_VALUE_${before + index}`] = value;
  }
  return { ...context, env: { ...env, GIT_CONFIG_COUNT: String(before + settings.length) } };
}

/** The secret parts of the log-in, to be redacted should the other side repeat them. */
export function secretsOfLogin(login: ForgeLogin | null): readonly string[] {
  return login === null ? [] : [basicOf(login), login.token];
}

function basicOf({ user, token }: ForgeLogin): string {
  return Buffer.from(`${user}:${token}`).toString('base64');
}

function isFor({ origin }: ForgeLogin, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: its, username, protocol } = new URL(url);
  // An address with a user name in it means that user's log-in.
  return its === origin && username === '' && (protocol === 'https:' || protocol === 'http:');
}

/** Asks the helpers that the person set up. What they say is dropped. */
async function knowsLogin(url: string, context: GitContext): Promise<boolean> {
  const { protocol, host, pathname } = new URL(url);
  const asked = `protocol=${protocol.slice(0, -1)}\nhost=${host}\npath=${pathname.slice(1)}\n\n`;
  const { exitCode } = await networkGit(['credential', 'fill'], context, asked);
  return exitCode === 0;
}
