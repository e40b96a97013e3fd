/** What is said of each note beyond its place and age: title, severity, what it waits for, its like, and doubts. */
import type { TreeFile } from '../../git/ls-tree.ts';
import { sha256 } from '../../platform/hash.ts';
import type { TodoFact } from '../../words/facts.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { BaseView } from './base-view.ts';
import { changedLately } from './changed-lately.ts';
import { dueState } from './due-later.ts';
import { withoutOwner } from './format-note.ts';
import { noteSeverity } from './note-severity.ts';
import { noteTitle } from './note-title.ts';
import { readProjectVersions } from './project-versions.ts';
import type { ScannedLine } from './scan-blobs.ts';
import { versionWait, type VersionWait } from './version-waits.ts';

export type Judgement = Pick<TodoFact, 'title' | 'severity' | 'dueLater' | 'group' | 'doubts'>;

export interface NoteToJudge {
  readonly path: string;
  readonly note: ScannedLine;
}

export interface JudgeRequest {
  readonly base: CommitSha;
  readonly tree: readonly TreeFile[];
  readonly now: Date;
  /** Commits that are passed over. */
  readonly ignored: readonly string[];
  readonly notes: readonly NoteToJudge[];
}

/** One a note, in order. */
export async function judgeNotes(
  view: BaseView,
  request: JudgeRequest,
): Promise<readonly Judgement[]> {
  const { notes, tree, base } = request;
  if (notes.length === 0) return [];
  const waits = notes.map(({ note }) => versionWait(note.words));
  const waiting = notes.filter((_, index) => waits[index] !== null).map(({ path }) => path);
  const versions =
    waiting.length === 0
      ? { find: () => null, isProject: () => false }
      : await readProjectVersions(view, { base, tree, paths: waiting });
  const touched = await changedLately(view, request);
  const groups = notes.map(groupOf);
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return notes.map(({ path, note }, index) => {
    const wait: VersionWait | null = waits[index] ?? null;
    const due = dueState(wait, path, versions);
    const group = groups[index] ?? '';
    const doubts = doubtsOf(note);
    return {
      title: noteTitle(note),
      severity: noteSeverity({
        marker: note.marker,
        words: note.words,
        wordless: withoutOwner(note.words) === '',
        changedLately: touched.has(path),
        overdue: due.kind === 'overdue' ? due.version : null,
      }),
      ...(due.kind === 'later' ? { dueLater: due.fact } : {}),
      ...((sizes.get(group) ?? 0) > 1 ? { group } : {}),
      ...(doubts.length === 0 ? {} : { doubts }),
    };
  });
}

/** Fewer words than these say the same by chance in different files: `TODO: implement`. */
const MIN_WORDS = 3;

/** Notes without words are one where they stand at the same code in the same function. */
function groupOf({ path, note }: NoteToJudge): string {
  const { marker, words } = note;
  const said = withoutOwner(words)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (said === '') return sha256(`${path} ${noteTitle(note)}`).slice(0, 16);
  const where = said.split(' ').length < MIN_WORDS ? `${path} ` : '';
  return sha256(`${where}${marker.toLowerCase()} ${said}`).slice(0, 16);
}

function doubtsOf({ comment, words, code }: ScannedLine): readonly string[] {
  return [
    ...(comment
      ? []
      : ['it stands in text for people or in a file of an unknown kind, not in a comment']),
    ...(withoutOwner(words) === ''
      ? [`it has no words${code === null ? '' : ', only code below it'}`]
      : []),
  ];
}
