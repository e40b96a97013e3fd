/** A text in a person's own editor, where there is a person. */
import { join } from 'node:path';

import { editFile } from '../platform/edit-file.ts';
import type { Environment } from '../platform/environment.ts';
import { makeTemporaryFolder, readText, removeTree, writeText } from '../platform/files.ts';
import { findOnPath } from '../platform/find-program.ts';
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
