/**
 * git calls that talk with a remote on behalf of a user, with the user's own log-ins and without prompts. Each runs in a
 * session of its own: it has no terminal to prompt on, and at the signal everything that it started ends with it.
 */
import { Buffer } from 'node:buffer';

import { runStreamed } from '../platform/run-streamed.ts';
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
