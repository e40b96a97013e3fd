/** A person's word on decisions and knowledge. */
import { AppError } from '../../words/errors.ts';
import { newestVersion, type Note, type NoteConflict, type NoteKind } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { decideNote, type NoteAct } from '../decide-note.ts';
import { conflictsWith } from '../note-conflicts.ts';
import { noteHash, type NoteWords, NOTE_LIMITS, findSameNote } from '../note-text.ts';
import { findNote } from './show-note.ts';

export interface NoteDecision {
  readonly kind: NoteKind;
  /** As typed: `D-3`, `d-3`, `3`. */
  readonly ids: readonly string[];
  readonly act:
    | {
        readonly kind: 'approve';
        /** Of what the person looked at, or its beginning; `null`: what is there now. */
        readonly hash: string | null;
        readonly reason: string;
        /** As typed; `null`: what was proposed. */
        readonly replaces: string | null;
      }
    | { readonly kind: 'reject' | 'retire'; readonly reason: string };
  readonly by: string;
}

/** Decides none when one of the ids is not known; else one after the other, with what each said when this began. */
export async function decideNotes(
  workspace: Workspace,
  { kind, ids, act, by }: NoteDecision,
): Promise<readonly Note[]> {
  const every = await workspace.notes.list();
  const wanted = [...new Set(ids.map((text) => findNote(every, { kind, text })))];
  const replaces =
    act.kind === 'approve' && act.replaces !== null
      ? findNote(every, { kind, text: act.replaces }).id
      : undefined;
  const decided: Note[] = [];
  for (const note of wanted) {
    const one: NoteAct =
      act.kind === 'approve'
        ? {
            kind: 'approve',
            hash: act.hash ?? noteHash(newestVersion(note)),
            reason: act.reason,
            ...(replaces === undefined ? {} : { replaces }),
          }
        : act;
    decided.push(await decideOne(workspace, { id: note.id, act: one, by }));
  }
  return decided;
}

export interface NoteEdit {
  readonly kind: NoteKind;
  readonly id: string;
  readonly words: NoteWords;
  /** Of the version that the person had before them. */
  readonly hash: string;
  readonly by: string;
}

/** A version more. One that waits goes on waiting; one that is approved stays so, now with these words. */
export async function editNote(workspace: Workspace, edit: NoteEdit): Promise<Note> {
  refuseOdd(edit.words);
  const { id } = findNote(await workspace.notes.list(), { kind: edit.kind, text: edit.id });
  const act: NoteAct = { kind: 'edit', hash: edit.hash, version: edit.words };
  return decideOne(workspace, { id, act, by: edit.by });
}

/** What speaks against approving these: with live notes, whatever the state of these is. */
export async function conflictsOf(
  workspace: Workspace,
  { kind, ids }: Pick<NoteDecision, 'kind' | 'ids'>,
): Promise<readonly NoteConflict[]> {
  const every = await workspace.notes.list();
  return ids.flatMap((text) => conflictsWith(findNote(every, { kind, text }), every));
}

async function decideOne(
  workspace: Workspace,
  { id, act, by }: { readonly id: string; readonly act: NoteAct; readonly by: string },
): Promise<Note> {
  return decideNote({
    notes: workspace.notes,
    exclusively: workspace.locks.ledger,
    id,
    act,
    by,
    at: workspace.clock.now().toISOString(),
  });
}

// A person writes down a decision or a piece of knowledge: it counts at once.
export interface NoteProposal extends NoteWords {
  readonly kind: NoteKind;
  /** The note that it takes the place of, as typed. */
  readonly replaces: string | null;
  readonly by: string;
  /** False: it waits for a word like those of agents do. */
  readonly approved: boolean;
}

/** Throws `usage` for one that says nothing or too much, `refused` when a live note says the same. */
export async function proposeNote(workspace: Workspace, proposal: NoteProposal): Promise<Note> {
  refuseOdd(proposal);
  const { kind, title, text, reason, paths, by } = proposal;
  const at = workspace.clock.now().toISOString();
  const every = await workspace.notes.list();
  const replaces =
    proposal.replaces === null ? null : findNote(every, { kind, text: proposal.replaces }).id;
  refuseSame(proposal, { every, replaces });
  const note = await workspace.notes.create({
    kind,
    state: 'proposed',
    versions: [{ title, text, reason, paths, by, at }],
    origin: { routine: null, run: null, session: null },
    createdAt: at,
    verdict: null,
    replaces,
  });
  if (!proposal.approved) return note;
  return decideNote({
    notes: workspace.notes,
    exclusively: workspace.locks.ledger,
    id: note.id,
    act: { kind: 'approve', hash: noteHash(newestVersion(note)), reason: '' },
    by,
    at,
  });
}

/** Throws `usage`. */
function refuseOdd({ title, text, reason, paths }: NoteWords): void {
  const problem =
    title.trim() === '' || text.trim() === ''
      ? 'a note needs a title and a text'
      : title.length > NOTE_LIMITS.title || /[\r\n]/.test(title)
        ? `a title is one line of at most ${NOTE_LIMITS.title} characters`
        : text.length > NOTE_LIMITS.text || reason.length > NOTE_LIMITS.reason
          ? `a note has at most ${NOTE_LIMITS.text} characters of text and ${NOTE_LIMITS.reason} of reason`
          : paths.length > NOTE_LIMITS.paths || paths.some((path) => path.length > NOTE_LIMITS.path)
            ? `a note names at most ${NOTE_LIMITS.paths} paths of ${NOTE_LIMITS.path} characters`
            : null;
  if (problem === null) return;
  throw new AppError('usage', {
    code: 'bad-note',
    message: problem,
    hint: 'As in: roundsman decisions add "Dates are UTC" --text "Store instants in UTC; zones belong to the edge."',
  });
}

function refuseSame(
  words: NoteProposal,
  { every, replaces }: { readonly every: readonly Note[]; readonly replaces: string | null },
): void {
  const live = every.filter(
    ({ kind, state, id }) =>
      kind === words.kind && (state === 'approved' || state === 'proposed') && id !== replaces,
  );
  const same = findSameNote(words, live);
  if (same === null) return;
  const noun = words.kind === 'decision' ? 'decisions' : 'knowledge';
  throw new AppError('refused', {
    code: 'note-known',
    message: `${same.id} says the same already, and is ${same.state}`,
    hint:
      same.state === 'proposed'
        ? `Approve it: roundsman ${noun} approve ${same.id}`
        : `Look: roundsman ${noun} show ${same.id}`,
  });
}
