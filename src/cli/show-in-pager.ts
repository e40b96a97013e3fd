/** A longer text, a screen at a time: in the person's pager, else in `less`, else as it is. */
import { join } from 'node:path';

import { editFile } from '../platform/edit-file.ts';
import { makeTemporaryFolder, removeTree, writeText } from '../platform/files.ts';
import { stripControls } from '../words/text.ts';
import type { CommandCall } from './command.ts';

/** What is shown is cleaned first: agents wrote it. */
export async function showInPager({ env, terminal }: CommandCall, text: string): Promise<void> {
  const clean = stripControls(text);
  const named = env['PAGER'];
  const pager = named === undefined || named.trim() === '' ? 'less' : named;
  const folder = await makeTemporaryFolder('roundsman-show-');
  try {
    const path = join(folder, 'text.md');
    await writeText(path, clean);
    const end = await editFile(pager, path);
    if (end.kind === 'failed') terminal.out(clean.replace(/\n?$/, '\n'));
  } finally {
    await removeTree(folder);
  }
}
