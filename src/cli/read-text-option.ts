/** A longer text: from the line itself, from a file, or from standard input. */
import { resolve } from 'node:path';

import { inspectPath, readBytes, resolveLinks } from '../platform/files.ts';
import { readAll } from '../platform/standard-input.ts';
import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';

const MAX_BYTES = 100_000;

/** `--body`, or what `--file` names (`-`: standard input); `null` when neither was given. Throws `usage`, `missing`. */
export async function readTextOption(call: CommandCall): Promise<string | null> {
  const [given, name] = [call.options.text('body'), call.options.text('file')];
  if (given !== null && name !== null) {
    throw new AppError('usage', {
      code: 'usage',
      message: '--body and --file exclude each other',
      hint: 'Give the text itself, or where it is.',
    });
  }
  if (name === null) return given;
  const bytes = name === '-' ? await readAll(MAX_BYTES) : await readFile(call, name);
  if (bytes === null) throw tooMuch(name);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('usage', {
      code: 'not-text',
      message: `--file ${name}: it is not UTF-8 text`,
      hint: 'Give a text file.',
    });
  }
}

async function readFile(call: CommandCall, name: string): Promise<Uint8Array | null> {
  const path = await resolveLinks(resolve(call.standing, name));
  const facts = path === null ? null : await inspectPath(path);
  if (path === null || facts?.kind !== 'file') {
    throw new AppError('missing', {
      code: 'file-missing',
      message: `--file ${name}: there is no such file`,
      hint: 'Give a file, or - for standard input.',
    });
  }
  return facts.size > MAX_BYTES ? null : readBytes(path);
}

function tooMuch(name: string): AppError {
  return new AppError('usage', {
    code: 'text-too-long',
    message: `--file ${name === '-' ? '- (standard input)' : name} has more than ${MAX_BYTES.toLocaleString('en-US')} bytes`,
    hint: 'Keep what is needed to work on it, and name where the rest is.',
  });
}
