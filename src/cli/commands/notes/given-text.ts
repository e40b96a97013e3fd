import { resolve } from 'node:path';

import { resolveLinks } from '../../../platform/files.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';
import { readAll } from '../../../platform/standard-input.ts';
import { AppError } from '../../../words/errors.ts';
import type { CommandCall } from '../../command.ts';

const MAX_BYTES = 100_000;

/** What `--text` says, or the file that `--file` names, `-` for standard input; `null` when neither was given. */
export async function readGivenText(call: CommandCall): Promise<string | null> {
  const text = call.options.text('text');
  const name = call.options.text('file');
  if (text !== null && name !== null) {
    throw new AppError('usage', {
      code: 'two-texts',
      message: '--text and --file both give the text',
      hint: 'Give one of them.',
    });
  }
  if (text !== null || name === null) return text;
  const bytes = name === '-' ? await readAll(MAX_BYTES) : await bytesOf(call, name);
  if (bytes === null) {
    throw new AppError('usage', {
      code: 'text-too-long',
      message: `--file ${name} has more than ${MAX_BYTES.toLocaleString('en-US')} bytes`,
      hint: 'A note is a page at most.',
    });
  }
  return new TextDecoder().decode(bytes);
}

async function bytesOf(call: CommandCall, name: string): Promise<Uint8Array> {
  const path = await resolveLinks(resolve(call.standing, name));
  const read = path === null ? null : await readUntrusted(path, MAX_BYTES);
  if (read?.kind === 'content') return read.bytes;
  throw new AppError('missing', {
    code: 'file-missing',
    message: `--file ${name}: ${read?.kind === 'refused' ? read.reason : 'there is no such file'}`,
    hint: 'Give a file of text, or - for standard input.',
  });
}
