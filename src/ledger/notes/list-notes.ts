/** Decisions and knowledge as lists show them. */
import { forAll } from '../../platform/many-files.ts';
import type { CorruptRecord } from '../../store/ports.ts';
import type { Note, NoteKind, NoteState } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { mayBeStale } from '../note-age.ts';
import { noteConflicts } from '../note-conflicts.ts';
import { countCommits, sinceOf, toNoteView, type NoteView } from './note-view.ts';

export interface NoteQuestion {
  readonly kind: NoteKind;
  /** Also rejected and retired ones. */
  readonly all: boolean;
}

export interface NoteListing {
  /** Those that wait first, then the approved ones; in each oldest first. */
  readonly notes: readonly NoteView[];
  /** How many there are of each state, shown or not. */
  readonly counts: Readonly<Record<NoteState, number>>;
  readonly corrupt: readonly CorruptRecord[];
}

/** Counting commits takes a process each: of that many notes at most. */
const MOST_COUNTED = 20;
const ORDER: readonly NoteState[] = ['proposed', 'approved', 'rejected', 'retired'];

export async function listNotes(
  workspace: Workspace,
  { kind, all }: NoteQuestion,
): Promise<NoteListing> {
  const [every, corrupt] = await Promise.all([
    workspace.notes.list(),
    workspace.notes.listCorrupt(),
  ]);
  const ofKind = every.filter((note) => note.kind === kind);
  const shown = ofKind
    .filter(({ state }) => all || state === 'proposed' || state === 'approved')
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const now = workspace.clock.now();
  const commits = await countOld(workspace, shown);
  const conflicts = noteConflicts(every);
  return {
    notes: shown.map((note) =>
      toNoteView(note, { now, conflicts, commits: commits.get(note.id) ?? null }),
    ),
    counts: countStates(ofKind),
    corrupt,
  };
}

/** Only where it can make a difference: young notes are not stale, whatever happened since. */
async function countOld(
  workspace: Workspace,
  notes: readonly Note[],
): Promise<ReadonlyMap<string, number | null>> {
  const now = workspace.clock.now();
  const old = notes
    .filter((note) => note.state === 'approved' && mayBeStale(sinceOf(note), now))
    .slice(0, MOST_COUNTED);
  const counted = await forAll(old, async (note) => {
    const commits = await countCommits(workspace, note);
    return [note.id, commits] as const;
  });
  return new Map(counted);
}

function countStates(notes: readonly Note[]): NoteListing['counts'] {
  const count = (state: NoteState): number => notes.filter((note) => note.state === state).length;
  return {
    proposed: count('proposed'),
    approved: count('approved'),
    rejected: count('rejected'),
    retired: count('retired'),
  };
}
