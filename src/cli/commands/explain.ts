import { explainCommit } from '../../review/explain-commit.ts';
import { noteLanding } from '../../review/note-landing.ts';
import { AppError } from '../../words/errors.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function explainCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const told = await explainCommit(workspace, { commit: call.words[0] ?? 'HEAD' });
  const page = openPage(call.terminal);
  if (call.options.flag('write')) {
    if (told.landing === null) throw notLanded(told.commit);
    const notes = await noteLanding(workspace, told.landing);
    if (call.json) writeJson(call.terminal, { ...told, notes });
    else page.line(`${plural(notes.written, 'note')} written, to refs/notes/roundsman`);
    if (notes.problem !== null) call.terminal.err(`warning: ${notes.problem}\n`);
    return notes.problem === null ? 0 : 1;
  }
  if (call.json) writeJson(call.terminal, told);
  else page.fields(told.fields);
  return 0;
}

function notLanded(commit: string): AppError {
  return new AppError('refused', {
    code: 'not-landed',
    message: `${commit.slice(0, 10)} came in by no landing of ours, so there is no note to write`,
    hint: 'Landings are made with: roundsman land',
  });
}
