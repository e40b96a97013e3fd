/** Entries and commits for the matching, written short. */
import { createHash } from 'node:crypto';

import { parseMessage } from '../../src/collectors/parse-commit.ts';
import type { MatchCommit, MatchRequest } from '../../src/collectors/release-notes/contract.ts';
import type { ChangelogEntry } from '../../src/words/changelog.ts';
import type { CommitSha } from '../../src/words/ids.ts';
import { commitId } from './collect-request.ts';

export function entry(text: string, change: Partial<ChangelogEntry> = {}): ChangelogEntry {
  const references = text.match(/#\d+|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g) ?? [];
  return {
    text,
    section: null,
    breaking: false,
    references,
    path: 'CHANGELOG.md',
    line: 5,
    end: 5,
    ...change,
  };
}

export function commit(subject: string, change: Partial<MatchCommit> = {}): MatchCommit {
  const body = change.body ?? '';
  const { type, scope, breaking, issues } = parseMessage(subject, body);
  const files = change.allFiles ?? ['src/part.js'];
  const number = /\(#(\d+)\)$|^Merge pull request #(\d+)/.exec(subject);
  return {
    sha: shaOf(subject),
    date: '2026-03-01T10:00:00.000Z',
    author: 'Ada Example',
    coAuthors: [],
    subject,
    type,
    scope,
    breaking,
    breakingNote: null,
    issues,
    pullRequest: number === null ? null : Number(number[1] ?? number[2]),
    merge: subject.startsWith('Merge '),
    cancelled: false,
    files,
    moreFiles: 0,
    userVisible: type === null || ['feat', 'fix', 'perf'].includes(type),
    body,
    allFiles: files,
    brings: [],
    ...change,
  };
}

export function shaOf(subject: string): CommitSha {
  return commitId(createHash('sha1').update(subject).digest('hex'));
}

export function matchRequest(
  entries: readonly (string | ChangelogEntry)[],
  commits: readonly (string | MatchCommit)[],
): MatchRequest {
  return {
    entries: entries.map((one) => (typeof one === 'string' ? entry(one) : one)),
    commits: commits.map((one) => (typeof one === 'string' ? commit(one) : one)),
    notePaths: ['CHANGELOG.md'],
  };
}
