import { decideNotes } from '../../../inbox/decisions/decide.ts';
import { conflictsOf, type NoteDecision } from '../../../ledger/notes/decide-note.ts';
import { AppError } from '../../../words/errors.ts';
import { newestVersion, type NoteKind, type NoteOrigin } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../../command.ts';
import { canAsk, confirm, neededReason } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { tellConflicts } from './note-nouns.ts';

export function noteApprove(kind: NoteKind): Command {
  return async (asked) => {
    const workspace = await openWorkspace(asked);
    const call = { ...asked, words: await chosenNotes(asked, workspace, kind) };
    refuseVague(call);
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
  return async (call) =>
    decide({ ...call, words: await chosenNotes(call, await openWorkspace(call), kind) }, kind, {
      kind: 'reject',
      reason: await neededReason(call),
    });
}

export function noteRetire(kind: NoteKind): Command {
  return async (call) => decide(call, kind, { kind: 'retire', reason: await neededReason(call) });
}

async function decide(
  call: CommandCall,
  kind: NoteKind,
  act: NoteDecision['act'],
): Promise<number> {
  const workspace = await openWorkspace(call);
  const by = call.actor;
  const ids = call.words;
  const decided = ids.length === 0 ? [] : await decideNotes(workspace, { kind, ids, act, by });
  if (call.json) {
    writeJson(call.terminal, decided);
    return 0;
  }
  const page = openPage(call.terminal);
  if (decided.length === 0) page.line('Nothing waits.');
  for (const note of decided) {
    const instead =
      act.kind === 'approve' && note.replaces !== null ? `, in place of ${note.replaces}` : '';
    page.line(`${note.state} ${note.id}  ${oneLine(newestVersion(note).title, 120)}${instead}`);
  }
  return 0;
}

/** With `--all` those that wait: all, or those that the named runs and routines proposed. */
async function chosenNotes(
  { words, options }: CommandCall,
  workspace: Workspace,
  kind: NoteKind,
): Promise<readonly string[]> {
  if (options.flag('all')) {
    const waiting = (await workspace.notes.list()).filter(
      (note) => note.kind === kind && note.state === 'proposed',
    );
    const unknown = words.find((word) => !waiting.some(({ origin }) => isOf(origin, word)));
    if (unknown === undefined)
      return waiting
        .filter(({ origin }) => words.length === 0 || words.some((word) => isOf(origin, word)))
        .map(({ id }) => id);
    throw new AppError('not-found', {
      code: 'no-such-notes',
      message: `nothing waits that a run or routine "${oneLine(unknown, 80)}" proposed`,
      hint: 'See what waits: roundsman inbox',
    });
  }
  if (words.length > 0) return words;
  const name = kind === 'decision' ? 'decisions' : 'knowledge';
  throw new AppError('usage', {
    code: 'usage',
    message: 'which note?',
    hint: `See them: roundsman ${name}   Or all that wait: roundsman ${name} approve --all`,
  });
}

function isOf({ routine, run }: NoteOrigin, word: string): boolean {
  return word === routine || (word.length >= 4 && run?.endsWith(word.toLowerCase()) === true);
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
