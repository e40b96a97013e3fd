/** A note as scripts and faces see it. */
import { countCommitsSince } from '../../git/count-commits-since.ts';
import { gitIn } from '../../git/git-call.ts';
import { newestVersion, type Note, type NoteConflict } from '../../words/note.ts';
import { toPathspecs } from '../../words/path-globs.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { noteAge, type NoteAge, MOST_COMMITS } from '../note-age.ts';
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
export function sinceOf(note: Note): string {
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
