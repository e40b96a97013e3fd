import { decideNotes } from '../../../inbox/decisions/decide.ts';
import { conflictsOf, type NoteDecision } from '../../../ledger/notes/decide-note.ts';
import { AppError } from '../../../words/errors.ts';
import { newestVersion, type NoteKind } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../../command.ts';
import { canAsk, confirm } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { tellConflicts } from './tell-conflicts.ts';

export function noteApprove(kind: NoteKind): Command {
  return async (call) => {
    refuseVague(call);
    const workspace = await openWorkspace(call);
    const conflicts = (await conflictsOf(workspace, { kind, ids: call.words })).filter(
      ({ a, b }) => !isReplaced(call.options.text('replaces'), [a, b]),
    );
    tellConflicts(call.terminal, conflicts);
    if (conflicts.length > 0 && !call.json && !(await stillWanted(call))) {
      call.terminal.err('nothing was approved\n');
      return 4;
    }
    return decide(call, kind, {
      kind: 'approve',
      hash: call.options.text('content'),
      reason: call.options.text('reason') ?? '',
      replaces: call.options.text('replaces'),
    });
  };
}

export function noteReject(kind: NoteKind): Command {
  return (call) =>
    decide(call, kind, { kind: 'reject', reason: call.options.text('reason') ?? '' });
}

export function noteRetire(kind: NoteKind): Command {
  return (call) =>
    decide(call, kind, { kind: 'retire', reason: call.options.text('reason') ?? '' });
}

async function decide(
  call: CommandCall,
  kind: NoteKind,
  act: NoteDecision['act'],
): Promise<number> {
  const workspace = await openWorkspace(call);
  const by = call.actor;
  const decided = await decideNotes(workspace, { kind, ids: call.words, act, by });
  if (call.json) {
    writeJson(call.terminal, decided);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const note of decided) {
    const instead =
      act.kind === 'approve' && note.replaces !== null ? `, in place of ${note.replaces}` : '';
    page.line(`${note.state} ${note.id}  ${oneLine(newestVersion(note).title, 120)}${instead}`);
  }
  return 0;
}

/** One content and one predecessor belong to one note. */
function refuseVague({ words, options }: CommandCall): void {
  const given = ['content', 'replaces'].find((name) => options.text(name) !== null);
  if (words.length < 2 || given === undefined) return;
  throw new AppError('usage', {
    code: 'one-at-a-time',
    message: `--${given} belongs to one note, and ${words.length} were named`,
    hint: 'Approve them one by one.',
  });
}

function isReplaced(replaces: string | null, ids: readonly string[]): boolean {
  if (replaces === null) return false;
  const number = replaces.replace(/^[dk]-/i, '');
  return ids.some((id) => id.slice('D-'.length) === number);
}

/** Without a person it continues: what was told is advice. */
async function stillWanted(call: CommandCall): Promise<boolean> {
  return !canAsk(call.terminal) || confirm(call.terminal, 'Approve all the same?');
}
