/** The settings in effect and where each comes from: of the workspace, or of a routine. */
import { resolveRoutine } from '../../routines/resolve-routine.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { writeJson } from '../output/write-json.ts';

export async function configCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [id] = call.words;
  if (id !== undefined) {
    const { text, routine } = await resolveRoutine(workspace, id);
    if (call.json) writeJson(call.terminal, routine);
    else call.terminal.out(text);
    return 0;
  }
  const { resolveWorkspace } = await import('../../routines/resolve-workspace.ts');
  const { text, settings } = await resolveWorkspace(workspace);
  if (call.json) writeJson(call.terminal, settings);
  else call.terminal.out(text);
  return 0;
}
