/** A text in a person's own editor, where there is a person. */
import { join, resolve } from 'node:path';

import { editFile } from '../platform/edit-file.ts';
import type { Environment } from '../platform/environment.ts';
import {
  makeTemporaryFolder,
  readText,
  removeTree,
  writeText,
  inspectPath,
  readBytes,
  resolveLinks,
} from '../platform/files.ts';
import { findOnPath } from '../platform/find-program.ts';
import { readAll } from '../platform/standard-input.ts';
import { AppError } from '../words/errors.ts';
import type { CommandCall } from './command.ts';

/** Throws `usage` without a user at a terminal, `missing` without an editor, `refused` when the editor fails. */
export async function editText(call: CommandCall, text: string): Promise<string> {
  const { terminal, env } = call;
  if (call.json || !terminal.inIsTerminal || !terminal.outIsTerminal) {
    throw new AppError('usage', {
      code: 'text-missing',
      message: 'there is no text, and no terminal to write one on',
      hint: 'Give it as --text "…", or --file PATH (- for standard input).',
    });
  }
  const editor = await chosenEditor(env, 'give the text as --text "…"');
  const folder = await makeTemporaryFolder('roundsman-edit-');
  try {
    const path = join(folder, 'note.md');
    await writeText(path, text);
    // The editor draws where the waiting line would.
    terminal.err('');
    const end = await editFile(editor, path);
    if (end.kind === 'saved') return await readText(path);
    throw new AppError('refused', {
      code: 'editor-failed',
      message: `nothing was changed: the editor ${editor} failed: ${end.why}`,
      hint: 'Give the text as --text "…", or --file PATH.',
    });
  } finally {
    await removeTree(folder);
  }
}

/** Where none is named: those that most machines have. */
const COMMON = ['sensible-editor', 'nano', 'vi'];

/** The user's editor. Throws `missing` without one. @param instead what else the user can do */
export async function chosenEditor(env: Environment, instead: string): Promise<string> {
  const editor = [env['VISUAL'], env['EDITOR']].find((one = '') => one.trim() !== '');
  if (editor !== undefined) return editor;
  for (const name of COMMON) if ((await findOnPath(name, env)).kind === 'found') return name;
  throw new AppError('missing', {
    code: 'no-editor',
    message: 'neither VISUAL nor EDITOR names an editor',
    hint: `Set one of them, or ${instead}.`,
  });
}

// A longer text: from the line itself, from a file, or from standard input.
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
