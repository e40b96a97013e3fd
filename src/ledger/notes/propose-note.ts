/** A person writes down a decision or a piece of knowledge: it counts at once. */
import { AppError } from '../../words/errors.ts';
import { newestVersion, type Note, type NoteKind } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { decideNote } from '../decide-note.ts';
import { noteHash, NOTE_LIMITS, type NoteWords, findSameNote } from '../note-text.ts';
import { findNote } from './show-note.ts';

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
export function refuseOdd({ title, text, reason, paths }: NoteWords): void {
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
