/** Takes back a decision: of the inbox, a discarded branch, else a landing. Without an id, whichever is newest. */
import { idOfChange } from '../../inbox/decisions/decision.ts';
import { findDecision, undoDecision } from '../../inbox/decisions/undo-decision.ts';
import type { Decision } from '../../words/decision.ts';
import { idKindOf } from '../../words/id-kind.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export const undoCommand: Command = async (call) => {
  const [word = null] = call.words;
  const workspace = await openWorkspace(call);
  const decision = await findDecision(workspace, word);
  if (decision !== null && (word !== null || (await isNewest(workspace, decision))))
    return undo(call, workspace, decision);
  // Decided before decisions were kept.
  if (word !== null && idKindOf(word) === 'finding')
    return (await import('./findings-decide.ts')).findingsReopenCommand(call);
  if (word !== null && (await isDiscard(workspace, word)))
    return (await import('./review/review-restore.ts')).reviewRestoreCommand(call);
  return (await import('./review/review-undo.ts')).reviewUndoCommand(call);
};

async function undo(call: CommandCall, workspace: Workspace, decision: Decision): Promise<number> {
  await undoDecision(workspace, decision);
  const undone = decision.changes.map(idOfChange);
  const { id, at, by, said } = decision;
  if (call.json) writeJson(call.terminal, { id, at, by, said, undone });
  else
    openPage(call.terminal).line(`undone: ${oneLine(said, 120)} (${undone.length} changed back)`);
  return 0;
}

async function isNewest({ review }: Workspace, { at }: Decision): Promise<boolean> {
  const landings = await review.landings.list();
  return !landings.some(({ state, startedAt }) => state.kind === 'landed' && startedAt > at);
}

async function isDiscard(workspace: Workspace, word: string): Promise<boolean> {
  const { undoKind } = await import('../../review/undo-kind.ts');
  return (await undoKind(workspace, word)) === 'discard';
}
