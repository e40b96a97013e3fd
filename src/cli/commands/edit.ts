/** Opens the file of a routine, or roundsman.yaml, in the user's editor, or sets keys of it; then says whether it holds. */
import { join } from 'node:path';

import { editFile } from '../../platform/edit-file.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import { readCatalog, readSource } from '../../routines/definitions.ts';
import { findEntry } from '../../routines/find-routine.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { nextLines } from '../change-settings.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { chosenEditor } from '../text-from-person.ts';
import { usageFailure } from '../usage-failure.ts';

/** Without a terminal it prints the path, so that `$EDITOR "$(roundsman edit todo-sweep)"` works too. */
export async function editCommand(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const workspace = await openWorkspace(call);
  const [id = null] = call.words;
  const settings = wantedSettings(call);
  if (settings.length > 0) return changeValues(call, workspace, settings);
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
async function changeValues(
  { words, json, terminal }: CommandCall,
  workspace: Workspace,
  settings: readonly string[],
): Promise<number> {
  const id = words[0] ?? null;
  const { changeSettings } = await import('../change-settings.ts');
  const { file, changed, lines } = await changeSettings(workspace, { id, settings });
  if (json) {
    writeJson(terminal, { id, file, path: join(workspace.location.root, file), changed });
    return 0;
  }
  const page = openPage(terminal);
  for (const line of lines) page.line(line);
  return 0;
}

/** `--engine` and `--model` are settings of a routine, too. */
function wantedSettings({ options, words: [id] }: CommandCall): readonly string[] {
  const agent = ['engine', 'model'].flatMap((key) => {
    const value = options.text(key);
    return value === null ? [] : [`agent.${key}=${JSON.stringify(value)}`];
  });
  if (agent.length > 0 && id === undefined)
    throw usageFailure(
      'no routine is named',
      'For example: roundsman edit todo-sweep --engine claude',
    );
  return [...agent, ...options.list('set')];
}
