/** What came of a session: by git, by its commands, and last by its own word. Pure. */
import type { TranscriptEntry } from '../../../engines/sessions/transcript.ts';
import { plural, oneLine } from '../../../words/text.ts';
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

// What the commands of a session came to: the last outcome of each, what failed and was done another way. Pure.
export interface CommandOutcome {
  readonly command: string;
  /** Of the last time; `null`: it has not ended. */
  readonly ok: boolean | null;
  readonly times: number;
  /** The last line that it printed; empty for none. */
  readonly said: string;
  /** The command after it that did end well, when this one never did. */
  readonly instead: string | null;
  /** It tells whether the work holds: tests, a build, a linter. */
  readonly isCheck: boolean;
}

type Tool = Extract<TranscriptEntry, { readonly kind: 'tool' }>;

/** In the order of their last time. What only looks around is left out. */
export function commandOutcomes(entries: readonly TranscriptEntry[]): readonly CommandOutcome[] {
  const runs = entries.filter(
    (entry): entry is Tool => entry.kind === 'tool' && entry.act === 'run',
  );
  const last = new Map<string, { readonly at: number; readonly times: number }>();
  for (const [at, { summary }] of runs.entries()) {
    const command = commandOf(summary);
    const times = (last.get(command)?.times ?? 0) + 1;
    last.delete(command);
    last.set(command, { at, times });
  }
  const after = nextGood(runs);
  return [...last]
    .filter(([command]) => command !== '' && !isLook(command))
    .map(([command, { at, times }]) => {
      const { ok = null, output = null } = runs[at] ?? {};
      return {
        command,
        ok,
        times,
        said: ok === false ? lastLine(output ?? '') : '',
        instead: ok === false ? (after[at] ?? null) : null,
        isCheck: isCheck(command),
      };
    });
}

/** For each command the next one that ended well, unless that only looks around. */
function nextGood(runs: readonly Tool[]): readonly (string | null)[] {
  const next: (string | null)[] = [];
  let good: string | null = null;
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    next[at] = good;
    const run = runs[at];
    const command = commandOf(run?.summary ?? '');
    if (run?.ok === true && !isLook(command)) good = command;
  }
  return next;
}

function commandOf(summary: string): string {
  return oneLine(summary, 200).replace(/^(?:\$ |cd \S+ && )+/, '');
}

const LOOKS =
  /^(?:ls|cat|cd|pwd|echo|head|tail|grep|rg|find|wc|which|tree|stat|file|date|true|env|printf|sed -n|jq|git (?:status|diff|log|show|branch|rev-parse|ls-files|blame))\b(?![^|;&]*(?:[;&]|\|\s*(?:sh|bash)))/;

function isLook(command: string): boolean {
  return LOOKS.test(command) && !/[^|]>/.test(command);
}

const CHECKS =
  /\b(?:tests?|vitest|jest|mocha|pytest|tox|nox|rspec|phpunit|ctest|check|lint|oxlint|eslint|ruff|mypy|tsc|typecheck|clippy|build|compile|make|gradle|mvn|verify|cargo|go (?:vet|test|build))\b/i;

function isCheck(command: string): boolean {
  return CHECKS.test(command) && !/^git\b/.test(command);
}

function lastLine(output: string): string {
  return oneLine(output.trimEnd().split('\n').at(-1) ?? '', 200);
}
