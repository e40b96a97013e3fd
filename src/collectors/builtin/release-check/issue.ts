/** One thing that the check found, with what makes it the same one tomorrow. Pure. */
import type { FindingLine } from '../../../engines/agent-contract.ts';
import { sha256 } from '../../../platform/hash.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type {
  ReleaseCommit,
  ReleaseNoteFact,
  ReleaseProblem,
} from '../../../words/release-note.ts';
import { fitLine } from '../fit-text.ts';
import { categoryOfCommit } from './edit/category.ts';
import { plainWords } from './edit/word-entry.ts';

export type IssueMatter =
  | { readonly kind: 'unbacked'; readonly entry: ReleaseNoteFact }
  | { readonly kind: 'unmentioned'; readonly commit: ReleaseCommit }
  | { readonly kind: 'problem'; readonly problem: ReleaseProblem };

export interface Issue {
  readonly matter: IssueMatter;
  /** `note:<version>:<hash>`, `commit:<sha>` or `release:<code>:<version or hash>`, `#2` and so on for twins. */
  readonly fingerprint: string;
  /** Plain text in one line, at most 300 characters. */
  readonly title: string;
  readonly severity: FindingLine['severity'];
}

const WEIGHT = { high: 0, medium: 1, low: 2, info: 3 } as const;
const VERSION = /\bv?(\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?)/;

/** The heaviest first: breaking changes without a mark, unbacked entries, unmentioned commits, the rest. */
export function listIssues(facts: ReleaseNotesFacts): readonly Issue[] {
  const matters: IssueMatter[] = [
    ...facts.problems.map((problem) => ({ kind: 'problem', problem }) as const),
    ...facts.items.flatMap((entry) =>
      entry.backed || entry.doubtful === true ? [] : [{ kind: 'unbacked', entry } as const],
    ),
    ...unmentionedMatters(facts),
  ];
  const seen = new Map<string, number>();
  return matters
    .map((matter): Issue => {
      const plain = fingerprintOf(matter);
      const twin = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, twin);
      const fingerprint = twin === 1 ? plain : `${plain}#${twin}`;
      return { matter, fingerprint, title: titleOf(matter), severity: severityOf(matter) };
    })
    .map((issue, index) => ({ issue, index }))
    .toSorted((a, b) => rank(a.issue) - rank(b.issue) || a.index - b.index)
    .map(({ issue }) => issue);
}

/** What older checks found for certain, and this one only perhaps: it is neither open nor mended. */
export function doubtedFingerprints(facts: ReleaseNotesFacts): ReadonlySet<string> {
  const { entries, commits } = doubtsOf(facts);
  const doubted = [
    ...entries.map((entry) => fingerprintOf({ kind: 'unbacked', entry })),
    ...commits.map((commit) => fingerprintOf({ kind: 'unmentioned', commit })),
  ];
  return new Set([...doubted, ...(facts.changelog === null ? ['release:no-notes:all'] : [])]);
}

function unmentionedMatters(facts: ReleaseNotesFacts): readonly IssueMatter[] {
  const commits = unmentionedCommits(facts);
  // Before the first release everything is new, and an entry for each commit is not expected.
  // Without release notes in the repository they are kept elsewhere or not at all: nothing is missing.
  if (facts.changelog === null || facts.range.from === null) return [];
  return commits.map((commit) => ({ kind: 'unmentioned', commit }));
}

/** Oldest first. One that a problem tells already as breaking and unmarked is not told twice. */
function unmentionedCommits({
  commits,
  unmentioned,
  problems,
}: ReleaseNotesFacts): readonly ReleaseCommit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const told = new Set(
    problems.flatMap(({ code, commits: about }) => (code === 'breaking-unmarked' ? about : [])),
  );
  return unmentioned.flatMap((sha) => (told.has(sha) ? [] : (bySha.get(sha) ?? [])));
}

function rank({ matter, severity }: Issue): number {
  return groupOf(matter) * 10 + WEIGHT[severity];
}

function groupOf(matter: IssueMatter): number {
  switch (matter.kind) {
    case 'unbacked':
      return 1;
    case 'unmentioned':
      return 2;
    case 'problem':
      return matter.problem.code === 'breaking-unmarked' ? 0 : 3;
  }
}

function fingerprintOf(matter: IssueMatter): string {
  switch (matter.kind) {
    case 'unbacked':
      return `note:${printable(matter.entry.version ?? 'unreleased')}:${shortHash(matter.entry.entry)}`;
    case 'unmentioned':
      return `commit:${matter.commit.sha}`;
    case 'problem':
      return problemFingerprint(matter.problem);
  }
}

/** What is said of a version stays the same thing while numbers and lines in the sentence change. */
function problemFingerprint({ code, message, commits }: ReleaseProblem): string {
  const about = code === 'breaking-unmarked' ? [...commits].toSorted().join(' ') : '';
  if (about !== '') return `release:${code}:${shortHash(about)}`;
  const version = code === 'duplicate-entry' ? undefined : VERSION.exec(message)?.[1];
  return `release:${code}:${version === undefined ? shortHash(message) : printable(version)}`;
}

function shortHash(text: string): string {
  return sha256(text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).slice(0, 16);
}

function printable(version: string): string {
  return version.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 60);
}

function titleOf(matter: IssueMatter): string {
  switch (matter.kind) {
    case 'unbacked':
      return fitLine(`No commit backs: ${matter.entry.entry}`, 300);
    case 'unmentioned':
      return fitLine(`Not in the notes: ${titleOfCommit(matter.commit)}`, 300);
    case 'problem':
      return fitLine(matter.problem.message, 300);
  }
}

function titleOfCommit({ subject, title = subject }: ReleaseCommit): string {
  return title;
}

function severityOf(matter: IssueMatter): Issue['severity'] {
  switch (matter.kind) {
    case 'unbacked':
      return matter.entry.breaking ? 'high' : 'medium';
    case 'unmentioned': {
      const category = categoryOfCommit(
        matter.commit,
        plainWords(titleOfCommit(matter.commit), matter.commit),
      );
      if (matter.commit.breaking || category === 'security') return 'high';
      return category === 'changed' || category === 'performance' ? 'low' : 'medium';
    }
    case 'problem':
      return matter.problem.severity;
  }
}

// What the check found and is not sure of. Pure.
export interface Doubts {
  readonly entries: readonly ReleaseNoteFact[];
  /** Breaking and security changes first, then features and fixes, the rest; oldest first. */
  readonly commits: readonly ReleaseCommit[];
}

export function doubtsOf({ items, commits, perhaps, range, changelog }: ReleaseNotesFacts): Doubts {
  const entries = items.filter(({ backed, doubtful }) => !backed && doubtful === true);
  if (changelog === null || range.from === null) return { entries, commits: [] };
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const left = (perhaps ?? []).flatMap((sha) => bySha.get(sha) ?? []);
  return { entries, commits: left.toSorted((a, b) => weight(a) - weight(b)) };
}

function weight({ breaking, type }: ReleaseCommit): number {
  if (breaking || type === 'security') return 0;
  return type === 'feat' || type === 'fix' ? 1 : 2;
}
