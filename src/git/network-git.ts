/**
 * git calls that talk with a remote on behalf of a user, with the user's own log-ins and without prompts. Each runs in a
 * session of its own: it has no terminal to prompt on, and at the signal everything that it started ends with it.
 */
import { Buffer } from 'node:buffer';

import { runStreamed } from '../platform/process.ts';
import { AppError } from '../words/errors.ts';
import { gitIn } from './git-call.ts';
import { SAFE_CONFIG, type GitContext } from './run-git.ts';

export interface NetworkAnswer {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last of it; hostile: the other side's words are in it. */
  readonly stderr: string;
  readonly cancelled: boolean;
}

const MAX_BYTES = 20_000_000;

/** Any exit code is an answer. Throws `missing` when git cannot be started, `failed` when it prints without end. */
export async function networkGit(
  args: readonly string[],
  context: GitContext,
  stdin?: string,
): Promise<NetworkAnswer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const end = await runStreamed({
    argv: ['git', ...SAFE_CONFIG.flatMap((setting) => ['-c', setting]), ...args],
    cwd: context.cwd,
    env: { ...context.env, ...(await promptFreeEnvironment(context)) },
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(stdin === undefined ? {} : { stdin }),
    take: (piece) => {
      pieces.push(piece);
      bytes += piece.length;
      return bytes <= MAX_BYTES;
    },
  });
  if (end.startError !== null) {
    throw new AppError('missing', { code: 'git-missing', message: end.startError, hint: '' });
  }
  if (end.stopped) {
    throw new AppError('failed', {
      code: 'remote-endless',
      message: `the remote answered with more than ${MAX_BYTES / 1_000_000} MB`,
      hint: '',
    });
  }
  const stdout = Buffer.concat(pieces).toString('utf8');
  return { exitCode: end.exitCode, stdout, stderr: end.stderr, cancelled: end.cancelled };
}

/** A user's own `core.sshCommand` may not be ssh at all: it is left unchanged. */
async function promptFreeEnvironment(
  context: GitContext,
): Promise<Readonly<Record<string, string>>> {
  // Settings of that one call are for that one call: they may hold a log-in.
  const plain = Object.entries(context.env).filter(([name]) => !name.startsWith('GIT_CONFIG_'));
  const ssh = await gitIn({ ...context, env: Object.fromEntries(plain) })(
    ['config', '--get', 'core.sshCommand'],
    { okExitCodes: [0, 1] },
  );
  return {
    // Others start programs that an address names.
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    ...(ssh.exitCode === 0 ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
  };
}

// A forge's token as a log-in for git, where the person's git has none of its own for that server. It is in the environment of
// that one git alone, bound to one origin, and no redirect is followed with it; no helper ever stores it.
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
