/** `approve` and `decline` take requests of runs and notes alike: the form of the id says which. */
import { idKindOf } from '../../words/ids.ts';
import type { NoteKind } from '../../words/note.ts';
import type { Command, CommandCall } from '../command.ts';
import { usageFailure } from '../usage-failure.ts';

export const approveCommand: Command = async (call) => {
  const kind = noteKindOf(call, 'approve');
  if (kind !== null) return (await import('./notes/decide.ts')).noteApprove(kind)(call);
  return (await import('./outbox-decide.ts')).outboxApproveCommand(call);
};

export const declineCommand: Command = async (call) => {
  const kind = noteKindOf(call, 'decline');
  if (kind !== null) return (await import('./notes/decide.ts')).noteReject(kind)(call);
  return (await import('./outbox-decide.ts')).outboxDeclineCommand(call);
};

/** `null`: requests. Throws `usage` for ids of several kinds: each has options of its own. */
function noteKindOf({ words }: CommandCall, command: string): NoteKind | null {
  const kinds = new Set(words.map(noteKind));
  if (kinds.size > 1) {
    throw usageFailure(
      `${words.join(' ')} are of several kinds`,
      `Name requests, decisions and knowledge in separate calls of \`roundsman ${command}\`.`,
    );
  }
  const [kind = null] = kinds;
  return kind;
}

function noteKind(word: string): NoteKind | null {
  const kind = idKindOf(word);
  return kind === 'decision' || kind === 'knowledge' ? kind : null;
}
