/** Reads a secret from where a definition says that it is, in the process that needs it. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { stat, open, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Credential, SecretText } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import { MIN_SECRET, type Secret } from '../../words/redaction/secret.ts';
import { oneLine } from '../../words/text.ts';
import type { Environment } from '../environment.ts';
import { isReadable } from '../files.ts';
import { runProcess } from '../process.ts';
import { systemErrorCode } from '../system-error.ts';

const COMMAND_MS = 30_000;
const MAX_LENGTH = 100_000;

/** `learn` of the caller's redactor. */
export type Learn = (secrets: readonly Secret[]) => void;

/**
 * Throws `missing`, with the place and never with what stands there. Its reason is `NOT_NOW` where it may be there later.
 * @param learn told of the value before it is handed out, so that it stands in nothing that is written afterwards
 */
export async function readCredential(
  credential: Credential,
  env: Environment,
  learn: Learn,
): Promise<string> {
  const value = (await readRaw(credential, env)).trim();
  // A program that prints nothing may be locked.
  if (value === '')
    throw (credential.kind === 'command' ? notNow : missing)(credential, 'is empty');
  if (/[\r\n\0]/.test(value) || value.length > MAX_LENGTH)
    throw missing(credential, 'is not a line of text');
  if (value.length >= MIN_SECRET) learn([{ name: nameOf(credential), value }]);
  return value;
}

export async function readSecretText(
  text: SecretText,
  env: Environment,
  learn: Learn,
): Promise<string> {
  return text.kind === 'text' ? text.text : readCredential(text, env, learn);
}

/** Shown in its place. */
function nameOf(credential: Credential): string {
  return credential.kind === 'env' ? credential.name : 'credential';
}

/** Without reading it; `null`: a command prints it. @param has whether a variable is set there where it will be read */
export async function isCredentialThere(
  credential: Credential,
  env: Environment,
  has: (name: string) => boolean = (name) => (env[name] ?? '') !== '',
): Promise<boolean | null> {
  switch (credential.kind) {
    case 'env':
      return has(credential.name);
    case 'file':
      return isReadable(fileOf(credential.path, env));
    case 'command':
      return null;
  }
}

/** A file of secrets that every user of this machine may read or change; links are followed. */
export async function isCredentialOpen(credential: Credential, env: Environment): Promise<boolean> {
  if (credential.kind !== 'file') return false;
  const path = fileOf(credential.path, env);
  // What a container or a service manager lays there has rights of its own.
  if (path.startsWith('/run/')) return false;
  const facts = await stat(path).catch(() => null);
  return facts !== null && (facts.mode & 0o006) !== 0;
}

function fileOf(path: string, env: Environment): string {
  return path.startsWith('~/') ? join(env['HOME'] ?? homedir(), path.slice(2)) : path;
}

/** `env:NAME`, `file:PATH` or `command:…`, for people. */
export function credentialPlace(credential: Credential): string {
  switch (credential.kind) {
    case 'env':
      return `env:${credential.name}`;
    case 'file':
      return `file:${credential.path}`;
    case 'command':
      return `command:${oneLine(credential.command, 60)}`;
  }
}

async function readRaw(credential: Credential, env: Environment): Promise<string> {
  switch (credential.kind) {
    case 'env': {
      const value = env[credential.name];
      if (value === undefined) throw missing(credential, 'is not set');
      return value;
    }
    case 'file': {
      const file = fileOf(credential.path, env);
      const bytes = await readBounded(file, MAX_LENGTH).catch((thrown: unknown) => {
        const why = 'cannot be read';
        throw FORBIDDEN.includes(systemErrorCode(thrown) ?? '')
          ? missing(credential, why)
          : notNow(credential, why);
      });
      if (bytes === null) throw missing(credential, 'is not there');
      return firstLine(bytes.toString('utf8'));
    }
    case 'command': {
      const own = Object.entries(env).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      );
      const result = await runProcess({
        argv: ['sh', '-c', credential.command],
        cwd: '/',
        env: Object.fromEntries(own),
        timeoutMs: COMMAND_MS,
        maxBytes: MAX_LENGTH,
      });
      if (result.timedOut) throw notNow(credential, `did not end within ${COMMAND_MS / 1_000} s`);
      if (result.exitCode !== 0)
        throw notNow(credential, `ended with exit code ${result.exitCode ?? 'none'}`);
      return firstLine(result.stdout.toString('utf8'));
    }
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** The file system denies access until its permissions are changed. */
const FORBIDDEN: readonly string[] = ['EACCES', 'EPERM'];

/** No setting is wrong: a vault is locked, no more files can be opened. */
export const NOT_NOW = 'credential-not-now';

function missing(credential: Credential, why: string): AppError {
  return failure('no-credential', credential, why);
}

function notNow(credential: Credential, why: string): AppError {
  return failure(NOT_NOW, credential, why);
}

function failure(code: string, credential: Credential, why: string): AppError {
  return new AppError('missing', {
    code,
    message: `${credentialPlace(credential)} ${why}`,
    hint: HINTS[credential.kind],
  });
}

const HINTS: Readonly<Record<Credential['kind'], string>> = {
  env: 'Set it where the daemon runs, too; or name a file: file:~/.config/roundsman/token',
  file: 'Write the secret into its first line, where the daemon runs, too, and make it readable only by you: chmod 600',
  command:
    'Type it into a shell where the daemon runs: it has to print the secret, and to end with 0.',
};

/** The beginning of a file, links followed; what is not a file, such as a pipe, is as if it were not there. `null`: it is not. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer | null> {
  let file: FileHandle | null = null;
  try {
    // Does not wait for a writer if it is a pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) return null;
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await file.read(buffer, 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null;
    throw thrown;
  } finally {
    await file?.close();
  }
}
