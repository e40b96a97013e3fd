/**
 * Runs git as a plain process and reads its output as it prints. For what simple-git cannot do: another program in front of
 * it (a sandbox), several gits in one script, lists that are too large to hold in memory.
 */
import { Buffer } from 'node:buffer';

import { runStreamed } from '../platform/process.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import { SAFE_CONFIG } from './run-git.ts';

export interface GitProgram {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All of it; `settingsAsEnvironment` gives the part that keeps git from starting things. */
  readonly env: Readonly<Record<string, string>>;
  /** Files that it has open to read, as its descriptors 3 and up. */
  readonly handedFiles?: readonly string[];
}

export interface StreamedGit extends GitProgram {
  /** For messages: the verb. */
  readonly verb: string;
  readonly okExitCodes?: readonly number[];
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** False: enough, the process is ended. */
  take(piece: Buffer): boolean;
}

export type StreamedAnswer =
  | { readonly kind: 'ended'; readonly exitCode: number }
  /** `take` had enough. */
  | { readonly kind: 'stopped' };

/** As `runGit`: every exit code that the caller did not list becomes an AppError. */
export async function streamGit(call: StreamedGit): Promise<StreamedAnswer> {
  const end = await runStreamed(call);
  if (end.stopped) return { kind: 'stopped' };
  const { exitCode } = end;
  if (!end.cancelled && exitCode !== null && (call.okExitCodes ?? [0]).includes(exitCode))
    return { kind: 'ended', exitCode };
  const why = end.startError ?? (end.cancelled ? 'cancelled' : oneLine(end.stderr, 500));
  throw new AppError('failed', {
    code: 'git-failed',
    message: `git ${call.verb} in ${call.cwd} failed (exit ${exitCode ?? end.signal ?? 'none'}): ${why}`,
    hint: '',
  });
}

/** The settings of every call, and more, in the form that reaches each git that a script starts. */
export function settingsAsEnvironment(
  more: readonly string[] = [],
): Readonly<Record<string, string>> {
  const settings = [...SAFE_CONFIG, ...more];
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, setting] of settings.entries()) {
    const cut = setting.indexOf('=');
    env[`GIT_CONFIG_KEY_${index}`] = setting.slice(0, cut);
    env[`GIT_CONFIG_VALUE_${index}`] = setting.slice(cut + 1);
  }
  return env;
}

// Cuts bytes that come in pieces into what stands between separators. Pure but for the piece it keeps.
export interface TokenReader {
  /** False as soon as `take` said so, or a token is longer than it may be. */
  push(piece: Buffer): boolean;
}

/** A path has 4,096 bytes at most, and no line of git's that we read is longer than a path and some ids. */
const LONGEST = 64_000;

/** @param separator one byte; @param take each token, without it; false: enough */
export function tokenReader(separator: number, take: (token: Buffer) => boolean): TokenReader {
  let rest = Buffer.alloc(0);
  return {
    push(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(separator); end !== -1;) {
        if (!take(bytes.subarray(start, end))) return false;
        start = end + 1;
        end = bytes.indexOf(separator, start);
      }
      rest = Buffer.from(bytes.subarray(start));
      return rest.length <= LONGEST;
    },
  };
}

/** The text of a name, `null` when its bytes are not UTF-8. */
export function utf8OrNull(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(bytes) ? null : text;
}
