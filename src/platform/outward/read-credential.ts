/** Reads a secret from where a definition says that it is, in the process that needs it. */
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Credential, SecretText } from '../../domain/connection.ts';
import { AppError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/text.ts';
import type { Environment } from '../environment.ts';
import { runProcess } from '../process.ts';
import { readBounded } from './read-bounded.ts';

const COMMAND_MS = 30_000;
const MAX_LENGTH = 100_000;

/** Throws `missing`, with the place and never with what stands there. */
export async function readCredential(credential: Credential, env: Environment): Promise<string> {
  const value = (await readRaw(credential, env)).trim();
  if (value === '') throw missing(credential, 'is empty');
  if (/[\r\n\0]/.test(value) || value.length > MAX_LENGTH)
    throw missing(credential, 'is no line of text');
  return value;
}

export async function readSecretText(text: SecretText, env: Environment): Promise<string> {
  return text.kind === 'text' ? text.text : readCredential(text, env);
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
      const { path } = credential;
      const home = env['HOME'] ?? homedir();
      const file = path.startsWith('~/') ? join(home, path.slice(2)) : path;
      const bytes = await readBounded(file, MAX_LENGTH).catch(() => {
        throw missing(credential, 'cannot be read');
      });
      if (bytes === null) throw missing(credential, 'is not there');
      return firstLine(bytes.toString('utf8'));
    }
    case 'command': {
      const own = Object.entries(env).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const result = await runProcess({
        argv: ['sh', '-c', credential.command],
        cwd: '/',
        env: Object.fromEntries(own),
        timeoutMs: COMMAND_MS,
        maxBytes: MAX_LENGTH,
      });
      if (result.timedOut) throw missing(credential, `did not end within ${COMMAND_MS / 1_000} s`);
      if (result.exitCode !== 0)
        throw missing(credential, `ended with exit code ${result.exitCode ?? 'none'}`);
      return firstLine(result.stdout.toString('utf8'));
    }
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

function missing(credential: Credential, why: string): AppError {
  return new AppError('missing', {
    code: 'no-credential',
    message: `${credentialPlace(credential)} ${why}`,
    hint:
      credential.kind === 'env'
        ? 'Set it where the daemon runs, too; or name a file: file:~/.config/roundsman/token'
        : 'Look at it where the daemon runs.',
  });
}
