/**
 * Facts: what collectors found before the agent starts. One file a collector, `facts/<name>.json`.
 * Plain data; text that came from outside the repository is untrusted and labelled so.
 */
import type { ChangelogForm } from './changelog.ts';
import type { Severity } from './finding.ts';
import type { CommitSha, RoutineId, RunId } from './ids.ts';
import type {
  ReleaseCommit,
  ReleaseDeployment,
  ReleaseNoteFact,
  ReleaseProblem,
  ReleaseRange,
} from './release-note.ts';
import {
  type EmbeddingsFact,
  type MaskKind,
  type PausedTheme,
  type TermCounts,
  type TicketFact,
  type TicketProblem,
  type TicketsOrigin,
  type TicketTheme,
  OTHER_THEME,
} from './ticket.ts';

export interface Coverage {
  /** What was looked at, in the collector's own unit (files, commits, lines). */
  readonly examined: number;
  /** How many items that gave. */
  readonly found: number;
}

export interface FactsBase<Kind extends string, Item> {
  readonly kind: Kind;
  readonly items: readonly Item[];
  readonly coverage: Coverage;
  /** How many items were left out for size; 0 when all are there. */
  readonly truncated: number;
  /** True when the text came from outside the repository's history or ran a command. */
  readonly untrusted: boolean;
}

export interface TodoFact {
  readonly path: string;
  readonly line: number;
  readonly marker: string;
  /** The text after the marker, trimmed, comment closers removed. */
  readonly text: string;
  readonly author: string;
  /** When the line was written, ISO 8601. */
  readonly date: string;
  readonly ageDays: number;
  readonly commit: CommitSha;
  /** The function or class around the line, `null` outside any. */
  readonly symbol: string | null;
  /** Issue keys on the line: `RM-3`, `ABC-12`, `#45`. */
  readonly issues: readonly string[];
  /** Robust to moved lines: made of path, symbol, normalized text and, for twins, their order. */
  readonly fingerprint: string;
  /** Up to two lines before and after, for the report. */
  readonly context: readonly string[];
  /** In a comment: a key may be put there. Elsewhere (prose, files of unknown kinds) people or programs read the line. */
  readonly comment: boolean;
  /** True when the history ends before the line was written (shallow clone): the age is a lower bound. */
  readonly ageIsLowerBound: boolean;
  /** Only where git could not tell when the line was written; `date` is then that of the collection. */
  readonly dated?: false;
  /** Its marker and its first sentence, over the lines of its comment. Absent in facts of before, as what follows. */
  readonly title?: string;
  /** By what it says and by what touches its file, never by its age. */
  readonly severity?: {
    readonly level: Severity;
    /** One line. */
    readonly reason: string;
  };
  /** Nothing is to be done yet: `until` says what it waits for, `now` what there is (`null`: not known). Absent: due. */
  readonly dueLater?: { readonly until: string; readonly now: string | null };
  /** The same for all notes of one text; absent when there is no other. */
  readonly group?: string;
  /** Why it may be no note, or not one to act on; each a line. Absent: none. */
  readonly doubts?: readonly string[];
}

export interface TodosFacts extends FactsBase<'todos', TodoFact> {
  /** The limit that divides `items` (older) from `younger`, in days. */
  readonly olderThanDays: number;
  /** The ones not past the limit yet, oldest first. */
  readonly younger: readonly TodoFact[];
  /** Lines where a marker stands in prose or a string, not as a note to do: counted, not listed as items. */
  readonly mentions: readonly {
    readonly path: string;
    readonly line: number;
    readonly text: string;
  }[];
  /** Tracked files that were left out, by reason. */
  readonly leftOut: {
    readonly binary: number;
    readonly vendored: number;
    readonly generated: number;
    /** Data of tests, and lists of words. */
    readonly fixtures: number;
  };
  /** Lines that hold a marker in those that are not binary files. Absent in facts of before. */
  readonly leftOutLines?: Readonly<Record<'vendored' | 'generated' | 'fixtures', number>>;
}

export interface CommitFact {
  readonly sha: CommitSha;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  /** Conventional Commits parts, `null` when the subject has another form. */
  readonly type: string | null;
  readonly scope: string | null;
  readonly breaking: boolean;
  readonly issues: readonly string[];
  /** The commit that this one takes back, where its message names one. */
  readonly reverts?: CommitSha;
}

export type CommitsFacts = FactsBase<'commits', CommitFact>;

export interface CommandFacts extends FactsBase<'command', unknown> {
  readonly exitCode: number;
}

export interface TicketsFacts extends FactsBase<'tickets', TicketFact> {
  /** Most tickets first. Every item is in exactly one. */
  readonly themes: readonly TicketTheme[];
  readonly pausedThemes: readonly PausedTheme[];
  /** What to remember of the newest tickets, by id: how often each says its heaviest terms. Nothing to report. */
  readonly terms?: Readonly<Record<string, TermCounts>>;
  /** Read and not counted: told by an earlier run, created after the window, a second record of one id, or no person's words. */
  readonly leftOut: {
    readonly told: number;
    readonly afterWindow: number;
    readonly repeated: number;
    /** Automatic replies, by their title. Absent: none. */
    readonly automatic?: number;
  };
  /** At most 100; `moreProblems` counts the rest. */
  readonly problems: readonly TicketProblem[];
  readonly moreProblems: number;
  /** How often each kind was blotted out. */
  readonly masked: Readonly<Record<MaskKind, number>>;
  /** Absent: they come from files. */
  readonly origin?: TicketsOrigin;
  /** Absent: the routine names no model. */
  readonly embeddings?: EmbeddingsFact;
  /** True when no good run of the routine has told any ticket before. */
  readonly firstTime: boolean;
}

export interface ReleaseNotesFacts extends FactsBase<'release-notes', ReleaseNoteFact> {
  readonly range: ReleaseRange;
  /** `null` when the repository has no notes that could be found. */
  readonly changelog: {
    readonly path: string;
    readonly form: ChangelogForm;
    /** Of a repository of several packages: each file and the folder that it covers, empty for the root. */
    readonly files?: readonly { readonly path: string; readonly folder: string }[];
  } | null;
  /** Notes that tell of none of the last releases and that nobody writes any more; they are not checked. Absent: none. */
  readonly retired?: { readonly path: string; readonly version: string };
  /** User-visible commits that no entry mentions and that the notes would list, oldest first. */
  readonly unmentioned: readonly CommitSha[];
  /** Commits that no entry mentions and that the notes perhaps would not list, oldest first. Absent in older files. */
  readonly perhaps?: readonly CommitSha[];
  /** Commits whose notes are written with the next release, newest first; absent where there is none. */
  readonly waiting?: readonly CommitSha[];
  /** All of the range, newest first, at most 5,000; `truncated` counts entries only. */
  readonly commits: readonly ReleaseCommit[];
  readonly moreCommits: number;
  readonly problems: readonly ReleaseProblem[];
  /** `null` unless the routine follows a ref of deployments. */
  readonly deployment: ReleaseDeployment | null;
}

/** By kind. A collector of another folder adds its own by declaration merging. */
export interface FactsOfKinds {
  readonly todos: TodosFacts;
  readonly commits: CommitsFacts;
  readonly tickets: TicketsFacts;
  readonly 'release-notes': ReleaseNotesFacts;
  readonly command: CommandFacts;
}

export type Facts = FactsOfKinds[keyof FactsOfKinds];
/** By collector name: `todos`, `tickets`, or the `name` of a command. */
export type FactsByCollector = Readonly<Record<string, Facts>>;

// What a collector keeps from the good runs of a routine: what was told already, what a theme is known by.
export interface CollectorMemory {
  readonly routine: RoutineId;
  /** The name of the facts file, such as `tickets`. */
  readonly collector: string;
  /** The run that wrote it last. */
  readonly run: RunId;
  /** The collector's own; it checks what it reads back. */
  readonly value: unknown;
}

// When a theme of tickets is worth a person's time. Pure; the brief and the recipe must judge alike.

/** A theme that was not there before is worth an item from this size on. */
export const LARGE_THEME = 5;
/** A growing one from this size on: two after one are no trend. */
const GROWN_THEME = 3;

/** Names a theme's finding; the same from day to day. */
export function themeFingerprint({ id }: Pick<TicketTheme, 'id'>): string {
  return `theme:${id}`;
}

export function isOther({ id }: Pick<TicketTheme, 'id'>): boolean {
  return id === OTHER_THEME.id;
}

/**
 * Themes worth an item of work: urgent ones, large ones that are new or back, and growing ones. In a first digest everything is
 * new, so being new says nothing there.
 */
export function themesWorthAnItem(facts: TicketsFacts): readonly TicketTheme[] {
  const urgent = new Set(facts.items.flatMap((one) => (one.urgent === null ? [] : [one.id])));
  return facts.themes.filter((theme) => {
    if (isOther(theme)) return false;
    if (theme.tickets.some((id) => urgent.has(id))) return true;
    if (facts.firstTime) return false;
    const { trend, tickets, previous } = theme;
    if (trend !== 'new' && trend !== 'growing') return false;
    // What was not there in the window before, new or back after a pause, has to be large.
    return tickets.length >= (previous === null || previous === 0 ? LARGE_THEME : GROWN_THEME);
  });
}
