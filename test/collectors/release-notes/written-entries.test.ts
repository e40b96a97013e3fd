/** Entries that commits write next to their change: standing, gone, and seen through merges. */
import { expect, it, test } from 'vitest';

import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import { describeCommits } from '../../../src/collectors/release-notes/range-commits.ts';
import { saidIn, standNearly } from '../../../src/collectors/release-notes/written-entries.ts';
import { commit, matchRequest, shaOf } from '../../kit/match-request.ts';

function wrote(subject: string, line: string, path = 'CHANGELOG.md') {
  const allFiles = ['src/a.js', path];
  return commit(subject, { allFiles, changes: { notes: [line], windows: [] } });
}

/** The subjects of commits whose own entry is gone. */
function dropped(request: ReturnType<typeof matchRequest>): readonly string[] {
  const gone = matchEntries(request).dropped;
  return request.commits.flatMap(({ sha, subject }) => (gone.has(sha) ? [subject] : []));
}

test('a line that a later commit words anew lives on in its words', () => {
  const old = '- The minimal supported version of Rust is 1.82';
  const now = '- The minimal supported version of Rust is 1.86';
  const later = commit('Use let chains', {
    allFiles: ['src/b.rs', 'CHANGELOG.md'],
    changes: { notes: [now], rewrites: [{ from: [old], to: [now] }], windows: [] },
  });
  const first = wrote('Compile with the edition of 2024', old);
  const entries = [now.slice(2)];
  expect(dropped(matchRequest(entries, [later, first]))).toEqual([]);
  expect(dropped(matchRequest(entries, [wrote('Use let chains', now), first]))).toEqual([
    first.subject,
  ]);
});

test('a line stands that another change of the same code replaces by its own', () => {
  const old = '- Add `request.proxy` to tell whether a request comes from a trusted proxy';
  const now = '- Add `request.config` to configure how requests behave';
  const replacing = (path: string) =>
    commit('Move it to the settings', {
      files: [path],
      allFiles: [path, 'CHANGELOG.md'],
      changes: { notes: [now], rewrites: [{ from: [old], to: [now] }], windows: [] },
    });
  const first = { ...wrote('Introduce request.proxy', old), files: ['src/a.js'] };
  const entries = [now.slice(2)];
  expect(dropped(matchRequest(entries, [replacing('src/a.js'), first]))).toEqual([]);
  expect(dropped(matchRequest(entries, [replacing('src/b.js'), first]))).toEqual([first.subject]);
});

test('an entry of the same advisory is the same entry, however it is worded', () => {
  const first = wrote('Limit escapes', '- CVE-2026-34827 Quadratic-time parsing denies service');
  const told = (id: string) => [`${id} Headers with many escapes are slow to read`];
  expect(dropped(matchRequest(told('CVE-2026-34827'), [first]))).toEqual([]);
  expect(dropped(matchRequest(told('CVE-2026-34828'), [first]))).toEqual([first.subject]);
});

test('a short line stands in an entry that says no more, not in one that says more', () => {
  const line = ['- Cut off wide characters in preedit string'];
  const stands = (text: string): boolean => standNearly(line, [saidIn({ text })]);
  expect(stands('Cut off wide characters in preedit string')).toBe(true);
  expect(
    stands('Wide characters cut off, a preedit string that repeats, and crashes of the search'),
  ).toBe(false);
});

test('an entry stands for the commit whose line is closest to it, not for one that resembles it', () => {
  const nine = wrote('Drop 3.9', '- Removed support for end-of-life Python 3.9.');
  const ten = wrote('Drop PyPy', '- Removed support for end-of-life PyPy 3.10.');
  const told = 'Removed support for end-of-life PyPy 3.10.';
  expect(dropped(matchRequest([told], [nine, ten]))).toEqual(['Drop 3.9']);
  expect(dropped(matchRequest([told], [nine]))).toEqual([]);
  expect(dropped(matchRequest(['Added support for end-of-life Python 3.9.'], [nine]))).toEqual([
    'Drop 3.9',
  ]);
});

test('what users would not notice by its title is missed where its own entry is gone', () => {
  const files = wrote('Package the linter settings again', '- Package the linter settings again');
  const silent = { ...files, userVisible: false };
  expect(matchEntries(matchRequest([], [silent])).unmentioned).toEqual([silent.sha]);
  const unread = { ...commit('Package the settings'), allFiles: silent.allFiles };
  expect(dropped(matchRequest([], [unread]))).toEqual([]);
});

test('releases and edits of the notes claim nothing', () => {
  const line = '- Removed support for end-of-life Python 3.9.';
  const release = wrote('Release 2.0.0', line);
  const edit = { ...wrote('Say what is gone', line), allFiles: ['CHANGELOG.md', 'NEWS.md'] };
  const request = matchRequest([], [release, edit]);
  expect(dropped({ ...request, notePaths: ['CHANGELOG.md', 'NEWS.md'] })).toEqual([]);
});

test('a file with one entry stands while it is there, and later by its number or its words', () => {
  const fragment = wrote(
    'Drop 3.9',
    'Python 3.9 is no longer supported',
    'changelog/372.removal.rst',
  );
  const request = matchRequest([], [fragment]);
  expect(dropped(request)).toEqual(['Drop 3.9']);
  expect(dropped({ ...request, fragments: new Set(['372.removal.rst']) })).toEqual([]);
  expect(dropped(matchRequest(['Old Pythons are gone (#372)'], [fragment]))).toEqual([]);
});

it('takes nothing that a branch or a merge brings from the main line for a part of a pull request', () => {
  const one = (id: string, parents: string, subject: string) => ({
    sha: shaOf(id),
    parents: parents.split('').map(shaOf),
    committed: new Date(0),
    author: 'Ada',
    subject,
    body: '',
    files: ['src/a.js'],
  });
  const rules = { types: ['feat', 'fix'], excluded: () => false };
  // Main: 0, 1, 4 and 5 bring 3; the topic 3 merged 1 by 2.
  const commits = [
    one('6', '57', "Merge branch 'develop'"),
    one('8', '79', 'Merge pull request #8 from ada/other'),
    one('9', '7', 'Paint the doors'),
    one('5', '13', 'Merge pull request #7 from ada/topic'),
    one('3', '2', 'Show zones by their city'),
    one('2', '41', "Merge branch 'main' into topic"),
    one('4', '0', 'Show zones'),
    one('1', '0', 'feat: close pipes early'),
  ];
  const brings = (id: string) =>
    describeCommits(commits, rules)
      .find((commit) => commit.sha === shaOf(id))
      ?.brings.map((part) => commits.find((commit) => commit.sha === part)?.subject);
  expect(brings('5')).toEqual([
    'Show zones by their city',
    "Merge branch 'main' into topic",
    'Show zones',
  ]);
  expect(brings('2')).toEqual([]);
  const develop = describeCommits(
    [one('6', '58', "Merge branch 'develop'"), ...commits.slice(1)],
    rules,
  );
  expect(develop[0]?.brings).toEqual([]);
  expect(develop.find((commit) => commit.sha === shaOf('8'))?.brings).toEqual([shaOf('9')]);
});

test('of two commits that name a number, the one that wrote the entry backs it', () => {
  const first = commit('fix: flag a pattern with a separator', { body: 'See #73' });
  const line = 'Also flag patterns given with `--and` that hold a separator, see #73';
  const second = wrote('fix: flag every pattern', `- ${line}`);
  const entries = ['Flag a search pattern with a separator, see #73', line];
  const { entries: backed } = matchEntries(matchRequest(entries, [second, first]));
  expect(backed.map(({ by, commits }) => [by, commits])).toEqual([
    ['number', [first.sha]],
    ['number', [second.sha]],
  ]);
});

test('an entry in other words than its commit wrote is backed by the number that both have alone', () => {
  const writer = wrote('Treat dash as path', '- Treat `-` as a literal search path, see #49');
  const told = 'Passing "-" as directory did not look into that directory, see #49';
  const [own] = matchEntries(matchRequest([told], [writer])).entries;
  expect(own).toEqual({ by: 'number', backed: true, commits: [writer.sha] });
  const other = 'Nothing of the kind was ever seen around here before, see #49';
  const both = matchEntries(matchRequest([told, other], [writer])).entries;
  expect(both.map(({ backed }) => backed)).toEqual([false, false]);
});

test('a title that has the number of an entry is what it tells of, whoever wrote the entry', () => {
  const told = 'Bodies use a compact representation (#33)';
  const settles = commit('Ensure that JSON is compact. #33 (#37)');
  const mentions = commit('Read bodies at once (#37)', { body: 'As in #33.' });
  const writer = wrote('Prepare the notes (#41)', '- Bodies use a compact representation (#33)');
  const tied = (...commits: readonly ReturnType<typeof commit>[]): unknown =>
    matchEntries(matchRequest([told], commits)).entries[0]?.commits;
  expect(tied(settles, writer)).toEqual([settles.sha]);
  expect(tied(mentions, writer)).toEqual([writer.sha]);
  expect(tied(settles, wrote('Version 0.28.0. (#41)', told))).toEqual([settles.sha]);
});
