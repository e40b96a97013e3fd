/** Release-note facts built by hand, for tests of the recipe `release-check` and of the digest. */
import type { ReleaseNotesFacts } from '../../src/words/facts.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';
import type {
  ReleaseCommit,
  ReleaseNoteFact,
  ReleaseProblem,
} from '../../src/words/release-note.ts';

/** A commit id made of a number: `0…01`. */
export function numberedSha(number: number): CommitSha {
  const text = number.toString(16).padStart(40, '0');
  if (!isCommitSha(text)) throw new Error(`not a commit: ${text}`);
  return text;
}

/** A user-visible commit; its type is read from the subject. */
export function releaseCommit(
  number: number,
  subject: string,
  fields: Partial<ReleaseCommit> = {},
): ReleaseCommit {
  const said = /^([a-z]+)(?:\(([^)]*)\))?(!?): /.exec(subject);
  return {
    sha: numberedSha(number),
    date: '2026-11-20T10:00:00.000Z',
    author: 'Ada Example',
    coAuthors: [],
    subject,
    type: said?.[1] ?? null,
    scope: said?.[2] ?? null,
    breaking: said?.[3] === '!',
    breakingNote: null,
    issues: [],
    pullRequest: Number(/\(#(\d+)\)$/.exec(subject)?.[1] ?? NaN) || null,
    merge: false,
    cancelled: false,
    files: ['src/app.ts'],
    moreFiles: 0,
    userVisible: true,
    ...fields,
  };
}

/** An entry that one commit backs, or none when `commits` is empty. */
export function releaseNote(entry: string, fields: Partial<ReleaseNoteFact> = {}): ReleaseNoteFact {
  const { commits = [numberedSha(1)] } = fields;
  return {
    version: null,
    date: null,
    entry,
    section: 'Added',
    path: 'CHANGELOG.md',
    line: 7,
    breaking: false,
    references: [],
    commits,
    backed: commits.length > 0,
    by: commits.length > 0 ? 'words' : null,
    ...fields,
  };
}

export function releaseProblem(fields: Partial<ReleaseProblem> = {}): ReleaseProblem {
  return {
    code: 'date-missing',
    severity: 'low',
    message: 'Version 1.3.0 has no date.',
    path: 'CHANGELOG.md',
    line: 3,
    commits: [],
    advice: 'Write 2026-11-21 behind it.',
    ...fields,
  };
}

/** From v1.2.0 to main; `commits` newest first, as collectors give them. */
export function releaseFacts(fields: Partial<ReleaseNotesFacts> = {}): ReleaseNotesFacts {
  const { items = [], commits = [] } = fields;
  return {
    kind: 'release-notes',
    items,
    commits,
    coverage: { examined: commits.length, found: items.length },
    truncated: 0,
    untrusted: false,
    range: {
      from: numberedSha(0xf00),
      to: commits[0]?.sha ?? numberedSha(0xf00),
      fromName: 'v1.2.0',
      toName: 'main',
      by: 'last-release',
    },
    changelog: { path: 'CHANGELOG.md', form: 'keep-a-changelog' },
    unmentioned: [],
    moreCommits: 0,
    problems: [],
    deployment: null,
    ...fields,
  };
}
