import { resolve } from 'node:path';

import { inspectPath, readBytes, resolveLinks } from '../platform/files.ts';
import { readAll } from '../platform/standard-input.ts';
import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';

/** As much as the listener for webhooks takes. */
const MAX_BYTES = 1_000_000;

/** What `--payload` names, `-` for standard input; `null` when it was not given. */
export async function readPayload(call: CommandCall): Promise<Uint8Array | null> {
  const name = call.options.text('payload');
  if (name === null) return null;
  if (name === '-') return (await readAll(MAX_BYTES)) ?? tooMuch('standard input');
  const path = await resolveLinks(resolve(call.standing, name));
  const facts = path === null ? null : await inspectPath(path);
  if (path === null || facts?.kind !== 'file') {
    throw new AppError('missing', {
      code: 'payload-missing',
      message: `--payload ${name}: there is no such file`,
      hint: 'Give a file, or - for standard input.',
    });
  }
  return facts.size > MAX_BYTES ? tooMuch(name) : readBytes(path);
}

function tooMuch(name: string): never {
  throw new AppError('usage', {
    code: 'payload-too-large',
    message: `--payload ${name} has more than ${MAX_BYTES.toLocaleString('en-US')} bytes`,
    hint: 'Send what a run has to know, and keep the rest where it can be fetched.',
  });
}
