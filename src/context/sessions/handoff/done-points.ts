/** What came of a session: by git, by its commands, and last by its own word. Pure. */
import type { TranscriptEntry } from '../../../engines/sessions/transcript.ts';
import { plural } from '../../../words/text.ts';
import type { CommandOutcome } from './command-outcomes.ts';
import type { GitFacts, HandoffRequest, Point, UncommittedFile } from './contract.ts';

/** What git says stays longest. */
const GIT = 500;
const COMMAND = 300;
const WORD = 100;
const MOST_FILES = 40;
const MOST_COMMANDS = 30;

export function donePoints(
  { git, session, transcript }: HandoffRequest,
  outcomes: readonly CommandOutcome[],
): readonly Point[] {
  const touched = new Set([...session.filesTouched, ...editedFiles(transcript.entries)]);
  return [
    ...(git === null ? [] : gitPoints(git)),
    ...outcomes.slice(-MOST_COMMANDS).flatMap(commandPoint),
    ...unseenPoints(touched, git),
    ...stepPoints(transcript.entries),
  ];
}

function gitPoints({ commits, committed, uncommitted }: GitFacts): readonly Point[] {
  const listed = committed.slice(0, MOST_FILES);
  const more = committed.length - listed.length;
  return [
    ...commits.toReversed().map(({ sha, subject }, index) => ({
      text: `git: commit ${sha.slice(0, 10)} ${subject}`,
      weight: GIT + index,
    })),
    ...(listed.length === 0
      ? []
      : [
          {
            text: `git: ${plural(committed.length, 'file')} in these commits: ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
            weight: GIT - 1,
          },
        ]),
    ...uncommitted
      .slice(0, MOST_FILES)
      .map((file) => ({ text: uncommittedWords(file), weight: GIT - 2 })),
    ...(uncommitted.length > MOST_FILES
      ? [
          {
            text: `git: and ${uncommitted.length - MOST_FILES} more not committed`,
            weight: GIT - 2,
          },
        ]
      : []),
    ...(commits.length + uncommitted.length === 0
      ? [{ text: 'git: no commit since it began, and nothing uncommitted', weight: GIT }]
      : []),
  ];
}

function uncommittedWords({ path, insertions, deletions }: UncommittedFile): string {
  const how =
    insertions === null || deletions === null ? 'new or binary' : `+${insertions} -${deletions}`;
  return `git: not committed: ${path} (${how})`;
}

function commandPoint({ command, ok, times, said }: CommandOutcome): readonly Point[] {
  // What is under way stands among what is open.
  if (ok === null) return [];
  const often = times === 1 ? '' : ` (${times} times, the last one)`;
  const why = said === '' ? '' : `: ${said}`;
  return [
    {
      text: `${ok ? 'ran well' : 'failed'}: ${command}${often}${why}`,
      weight: COMMAND + (ok ? 0 : 20),
    },
  ];
}

/** It says that it changed them, and git has no trace of it. */
function unseenPoints(touched: ReadonlySet<string>, git: GitFacts | null): readonly Point[] {
  const seen = git === null ? [] : [...git.committed, ...git.uncommitted.map(({ path }) => path)];
  const isSeen = (file: string): boolean =>
    seen.some((path) => file === path || file.endsWith(`/${path}`));
  const unseen = [...touched].filter((file) => !isSeen(file));
  if (unseen.length === 0) return [];
  const note = git === null ? '' : '; git shows no change of them now';
  return [
    {
      text: `by its own tools it changed: ${unseen.slice(0, MOST_FILES).join(', ')}${note}`,
      weight: WORD + 10,
    },
  ];
}

function editedFiles(entries: readonly TranscriptEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'tool' && entry.act === 'edit' && entry.ok !== false ? entry.files : [],
  );
}

function stepPoints(entries: readonly TranscriptEntry[]): readonly Point[] {
  const last = entries.findLast(({ kind }) => kind === 'steps');
  if (last?.kind !== 'steps') return [];
  return last.steps
    .filter(({ state }) => state === 'done')
    .map(({ text }) => ({ text: `by its own list done: ${text}`, weight: WORD }));
}
