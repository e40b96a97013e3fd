/** A person's word on a note. An approval binds what the person saw; nothing that a note ever said is lost. */
import type { Exclusively, NoteStore } from '../store/ports.ts';
import { AppError, assertNever } from '../words/errors.ts';
import { newestVersion, type Note, type NoteVerdict, type NoteVersion } from '../words/note.ts';
import { noteHash } from './note-text.ts';

export type NoteAct =
  /** `hash`: of the version that the person saw. `replaces`: `undefined` leaves what was proposed. */
  | {
      readonly kind: 'approve';
      readonly hash: string;
      readonly reason: string;
      readonly replaces?: string | null;
    }
  | { readonly kind: 'reject'; readonly reason: string }
  | { readonly kind: 'retire'; readonly reason: string }
  | {
      readonly kind: 'edit';
      readonly hash: string;
      readonly version: Pick<NoteVersion, 'title' | 'text' | 'reason' | 'paths'>;
    };

export interface DecideNoteRequest {
  readonly notes: NoteStore;
  readonly exclusively: Exclusively;
  readonly id: string;
  readonly act: NoteAct;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Throws `not-found`; `refused` when its state forbids it, or it changed since the person looked; `usage` for a rejection
 * or retirement without a reason, and for a version that says nothing.
 */
export async function decideNote(request: DecideNoteRequest): Promise<Note> {
  const { act, id } = request;
  if ((act.kind === 'reject' || act.kind === 'retire') && act.reason.trim() === '') {
    throw new AppError('usage', {
      code: 'reason-missing',
      message: `${id} is ${PAST[act.kind]} with a reason: later runs and people read it`,
      hint: 'Add --reason "…".',
    });
  }
  return request.exclusively(async () => {
    const note = await request.notes.read(id);
    if (note === null) throw noSuchNote(id);
    const decided = await carryOut(request, note);
    await request.notes.replace(note, decided);
    return decided;
  });
}

const PAST = {
  approve: 'approved',
  reject: 'rejected',
  retire: 'retired',
  edit: 'edited',
} as const;

async function carryOut(request: DecideNoteRequest, note: Note): Promise<Note> {
  const { act, by, at } = request;
  switch (act.kind) {
    case 'approve': {
      refuseStates(note, { from: ['proposed', 'rejected', 'retired'], act: 'approve' });
      refuseChanged(note, act.hash);
      const replaces = act.replaces === undefined ? note.replaces : act.replaces;
      // The effect first: after a crash in between the note still waits, and approving it again repeats this.
      if (replaces !== null) await retireReplaced(request, { note, replaces });
      return { ...note, replaces, state: 'approved', verdict: verdictOf('approved', request) };
    }
    case 'reject':
      refuseStates(note, { from: ['proposed'], act: 'reject' });
      return { ...note, state: 'rejected', verdict: verdictOf('rejected', request) };
    case 'retire':
      refuseStates(note, { from: ['approved'], act: 'retire' });
      return { ...note, state: 'retired', verdict: verdictOf('retired', request) };
    case 'edit':
      refuseStates(note, { from: ['proposed', 'approved'], act: 'edit' });
      refuseChanged(note, act.hash);
      return withVersion(note, { ...act.version, by, at });
    default:
      return assertNever(act);
  }
}

function verdictOf(
  kind: NoteVerdict['kind'],
  { act, by, at }: Pick<DecideNoteRequest, 'act' | 'by' | 'at'>,
): NoteVerdict {
  return { kind, reason: act.kind === 'edit' ? '' : act.reason, by, at };
}

function withVersion(note: Note, version: NoteVersion): Note {
  if (version.title.trim() === '' || version.text.trim() === '') {
    throw new AppError('usage', {
      code: 'note-empty',
      message: `${note.id} needs a title and a text`,
      hint: 'To do away with it: reject or retire it, with a reason.',
    });
  }
  if (noteHash(version) === noteHash(newestVersion(note))) {
    throw new AppError('refused', {
      code: 'note-unchanged',
      message: `${note.id} says that already: nothing was changed`,
      hint: '',
    });
  }
  return { ...note, versions: [...note.versions, version] };
}

/** Throws when there is none, or it is of the other kind. Gone already by this very note is fine. */
async function retireReplaced(
  { notes, by, at }: DecideNoteRequest,
  { note, replaces }: { readonly note: Note; readonly replaces: string },
): Promise<void> {
  const old = await notes.read(replaces);
  if (old === null) throw noSuchNote(replaces);
  if (old.kind !== note.kind || old.id === note.id) {
    throw new AppError('usage', {
      code: 'replaces-other',
      message: `${note.id} cannot take the place of ${old.id}: ${old.id === note.id ? 'that is itself' : 'one is a decision, the other knowledge'}`,
      hint: '',
    });
  }
  if (old.state !== 'approved' && old.state !== 'proposed') return;
  const verdict: NoteVerdict = { kind: 'retired', reason: `replaced by ${note.id}`, by, at };
  await notes.replace(old, { ...old, state: 'retired', verdict });
}

function refuseStates(
  { id, kind, state, verdict }: Note,
  { from, act }: { readonly from: readonly Note['state'][]; readonly act: NoteAct['kind'] },
): void {
  if (from.includes(state)) return;
  const who = verdict === null ? '' : ` by ${verdict.by} on ${verdict.at.slice(0, 10)}`;
  const why = verdict === null || verdict.reason === '' ? '' : ` (${verdict.reason})`;
  throw new AppError('refused', {
    code: 'wrong-state',
    message:
      PAST[act] === state
        ? `${id} is ${state} already${who}${why}`
        : `${id} is ${state}${who}${why}, and cannot be ${PAST[act]}`,
    hint: hintFor({ id, kind, state }, act),
  });
}

function hintFor(
  { id, kind, state }: Pick<Note, 'id' | 'kind' | 'state'>,
  act: NoteAct['kind'],
): string {
  const command = `roundsman ${kind === 'decision' ? 'decisions' : 'knowledge'}`;
  if (state === 'proposed' && act === 'retire')
    return `Reject it instead: ${command} reject ${id} --reason "…"`;
  if (state === 'approved' && act === 'reject')
    return `Retire it instead: ${command} retire ${id} --reason "…"`;
  if (act === 'edit') return 'Approve it first, to make it count again.';
  return '';
}

function refuseChanged(note: Note, hash: string): void {
  const now = noteHash(newestVersion(note));
  if (hash !== '' && now.startsWith(hash)) return;
  throw new AppError('refused', {
    code: 'changed-since',
    message: `${note.id} has changed since it was looked at: you saw ${hash.slice(0, 12)}, ${now.slice(0, 12)} is there`,
    hint: `Look again: roundsman ${note.kind === 'decision' ? 'decisions' : 'knowledge'} show ${note.id}`,
  });
}

function noSuchNote(id: string): AppError {
  return new AppError('not-found', {
    code: 'no-such-note',
    message: `there is no note ${id}`,
    hint: 'They are listed by: roundsman decisions --all, roundsman knowledge --all',
  });
}
