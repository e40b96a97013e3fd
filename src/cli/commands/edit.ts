/** Opens the file of a routine, or roundsman.yaml, in the user's editor, or changes its engine; then says whether it holds. */
import { join } from 'node:path';

import { editFile } from '../../platform/edit-file.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import { readCatalog, readSource } from '../../routines/definitions.ts';
import type { AgentWish } from '../../routines/edit-agent.ts';
import { findEntry } from '../../routines/find-routine.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { changeRoutine, nextLines } from '../change-routine.ts';
import type { CommandCall } from '../command.ts';
import { chosenEditor } from '../edit-text.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { usageFailure } from '../usage-failure.ts';

/** Without a terminal it prints the path, so that `$EDITOR "$(roundsman edit todo-sweep)"` works too. */
export async function editCommand(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const workspace = await openWorkspace(call);
  const [id = null] = call.words;
  const wish = { engine: call.options.text('engine'), model: call.options.text('model') };
  if (wish.engine !== null || wish.model !== null) return changeAgent(call, workspace, wish);
  const file = id === null ? WORKSPACE_FILE : findEntry(await readCatalog(workspace), id).file;
  // What is no plain file is not opened either.
  if (id !== null) await readSource(workspace, file);
  const path = join(workspace.location.root, file);
  if (call.json || !terminal.inIsTerminal || !terminal.outIsTerminal) {
    if (call.json) writeJson(terminal, { id, file, path });
    else terminal.out(`${path}\n`);
    return 0;
  }
  const before = await readTextIfThere(path);
  const editor = await chosenEditor(call.env, `open ${file} yourself`);
  const end = await editFile(editor, path);
  if (end.kind === 'failed') {
    throw new AppError('refused', {
      code: 'editor-failed',
      message: `the editor ${editor} failed: ${end.why}`,
      hint: `The file is ${path}. Check it: roundsman validate`,
    });
  }
  const page = openPage(terminal);
  if ((await readTextIfThere(path)) === before) {
    page.line(`${file}: nothing changed`);
    return 0;
  }
  const { validateCommand } = await import('./validate.ts');
  const code = await validateCommand({ ...call, words: [path] });
  if (code === 0 && id !== null) for (const line of nextLines(id, file)) page.line(line);
  return code;
}

/** Without an editor: each value takes the place of the one that is there. */
async function changeAgent(
  { words: [id], json, terminal }: CommandCall,
  workspace: Workspace,
  wish: AgentWish,
): Promise<number> {
  if (id === undefined)
    throw usageFailure(
      'no routine is named',
      'For example: roundsman edit todo-sweep --engine claude',
    );
  const { editAgent } = await import('../../routines/edit-agent.ts');
  const { file, was } = await changeRoutine(workspace, id, (text) => editAgent(text, wish));
  if (json) {
    writeJson(terminal, { id, file, path: join(workspace.location.root, file) });
    return 0;
  }
  const page = openPage(terminal);
  const now = [wish.engine, wish.model].filter((one) => one !== null).join(', ');
  page.line(`${file}: ${was} → ${oneLine(now, 200)}`);
  for (const line of nextLines(id, file)) page.line(line);
  return 0;
}
