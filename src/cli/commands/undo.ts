/** Takes back a decision: on a finding, a discarded branch, else a landing. */
import { idKindOf } from '../../words/id-kind.ts';
import type { Command } from '../command.ts';

export const undoCommand: Command = async (call) => {
  const [word] = call.words;
  if (word !== undefined && idKindOf(word) === 'finding') {
    return (await import('./findings-decide.ts')).findingsReopenCommand(call);
  }
  if (word !== undefined) {
    const { openWorkspace } = await import('../../workspace/open-workspace.ts');
    const { undoKind } = await import('../../review/undo-kind.ts');
    if ((await undoKind(await openWorkspace(call), word)) === 'discard') {
      return (await import('./review/review-restore.ts')).reviewRestoreCommand(call);
    }
  }
  return (await import('./review/review-undo.ts')).reviewUndoCommand(call);
};
