/** A note as scripts and faces see it. */
import { countCommitsSince } from '../../git/count-commits-since.ts';
import { gitIn } from '../../git/git-call.ts';
import { forAll } from '../../platform/many-files.ts';
import type { CorruptRecord } from '../../store/ports.ts';
import {
  newestVersion,
  type Note,
  type NoteConflict,
  type NoteKind,
  type NoteState,
} from '../../words/note.ts';
import { toPathspecs } from '../../words/path-globs.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { noteConflicts } from '../note-conflicts.ts';
import { noteHash } from '../note-text.ts';

export interface NoteView extends Note {
  /** Of its newest version. */
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly paths: readonly string[];
  /** sha256 of what it says: what an approval or an edit binds. */
  readonly hash: string;
  readonly age: NoteAge;
  /** With which notes it may not hold at once. */
  readonly conflicts: readonly NoteConflict[];
}

export interface NoteSurroundings {
  readonly now: Date;
  /** `null`: not counted. */
  readonly commits: number | null;
  readonly conflicts: readonly NoteConflict[];
}

export function toNoteView(note: Note, { now, commits, conflicts }: NoteSurroundings): NoteView {
  const { title, text, reason, paths } = newestVersion(note);
  return {
    ...note,
    title,
    text,
    reason,
    paths,
    hash: noteHash(newestVersion(note)),
    age: noteAge(sinceOf(note), now, commits),
    conflicts: conflicts.filter(({ a, b }) => a === note.id || b === note.id),
  };
}

/** Since when it says what it says and counts. */
function sinceOf(note: Note): string {
  const said = newestVersion(note).at;
  const decided = note.verdict?.at ?? said;
  return decided > said ? decided : said;
}

/** In the files that a note is about, since it counts; `null` when it names none, or git has no answer. */
export async function countCommits(workspace: Workspace, note: Note): Promise<number | null> {
  const { paths } = newestVersion(note);
  if (paths.length === 0) return null;
  const { root } = workspace.location;
  const git = gitIn({ cwd: root, env: workspace.gitEnv });
  const pathspecs = toPathspecs(paths);
  const asked = { commit: 'HEAD', since: sinceOf(note), pathspecs, most: MOST_COMMITS };
  // A repository without a commit, or a pattern that git does not take: nothing to say, and no reason to fail.
  return countCommitsSince(git, asked).catch(() => null);
}

// How old a note is, and whether it may have been overtaken. Pure.
interface NoteAge {
  /** Since when it says what it says and counts: its approval or its newest version. ISO 8601. */
  readonly since: string;
  readonly days: number;
  /** In its paths since then; `null` when it has none or they were not counted. */
  readonly commits: number | null;
  readonly isStale: boolean;
}

/** Counted no further: what is beyond is said as `1,000 or more`. */
const MOST_COMMITS = 1_000;

const DAY_MS = 86_400_000;
/** What is about files that changed so often may speak of what is gone. */
const STALE_COMMITS = 50;
const STALE_COMMITS_DAYS = 30;
const STALE_DAYS = 365;

export function noteAge(since: string, now: Date, commits: number | null): NoteAge {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS));
  const isOvertaken = commits !== null && commits >= STALE_COMMITS && days >= STALE_COMMITS_DAYS;
  return { since, days, commits, isStale: isOvertaken || days >= STALE_DAYS };
}

/** Below that age commits are not worth counting in a list. */
function mayBeStale(since: string, now: Date): boolean {
  return noteAge(since, now, null).days >= STALE_COMMITS_DAYS;
}

/** `8 months ago; 214 commits in its paths since`. */
export function formatNoteAge({ days, commits }: Pick<NoteAge, 'days' | 'commits'>): string {
  const ago = spanWords(days);
  if (commits === null) return ago;
  if (commits >= MOST_COMMITS)
    return `${ago}; ${MOST_COMMITS.toLocaleString('en-US')} or more commits in its paths since`;
  return `${ago}; ${commits === 0 ? 'no commit' : plural(commits, 'commit')} in its paths since`;
}

function spanWords(days: number): string {
  if (days === 0) return 'today';
  if (days < 60) return `${plural(days, 'day')} ago`;
  if (days < 700) return `${plural(Math.round(days / 30.4), 'month')} ago`;
  return `${plural(Math.round(days / 365), 'year')} ago`;
}

// Decisions and knowledge as lists show them.
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
