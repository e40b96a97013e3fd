import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import { commit, entry, matchRequest, shaOf } from '../../kit/match-request.ts';

const OTHERS = [
  'feat(export): write tables as CSV',
  'fix(parser): do not throw on an empty file',
  'fix(http): follow redirects with a relative location',
  'perf(index): build the search index lazily',
  'Show the tooltip above the anchor when there is no room',
];

function backing(text: string, commits: Parameters<typeof matchRequest>[1]) {
  const request = matchRequest([text], [...commits, ...OTHERS]);
  const { entries } = matchEntries(request);
  const subjects = new Map(request.commits.map(({ sha, subject }) => [sha, subject]));
  const [first] = entries;
  return { by: first?.by, commits: first?.commits.map((sha) => subjects.get(sha)) };
}

test('a commit that the entry names by its id backs it, whatever the words', () => {
  const id = shaOf('tidy up').slice(0, 9);
  expect(backing(`Colours are right again (${id})`, ['tidy up'])).toEqual({
    by: 'commit',
    commits: ['tidy up'],
  });
});

test('a number in entry and commit backs it, and of several commits the pull request itself is taken', () => {
  expect(
    backing('Colours are right again (#41)', ['Rework palette (#41)', 'Follow up on #41']),
  ).toEqual({ by: 'number', commits: ['Rework palette (#41)'] });
});

test('an issue that a body closes backs it', () => {
  const closing = commit('Rework palette', { body: 'Fixes #40' });
  expect(backing('Colours are right again (#40)', [closing])).toEqual({
    by: 'number',
    commits: ['Rework palette'],
  });
});

test('a merge stands for what it brings', () => {
  const part = commit('darker shade');
  const merge = commit('Merge pull request #9 from ada/shade', { brings: [part.sha] });
  expect(backing('New shade (#9)', [merge, part])).toEqual({
    by: 'number',
    commits: [merge.subject, part.subject],
  });
});

test.each([
  ['Fixed a crash when the input file is empty', 'fix(parser): do not throw on an empty file'],
  ['Tables can be exported to CSV files', 'feat(export): write tables as CSV'],
  [
    'Relative `Location` headers of redirects work',
    'fix(http): follow redirects with a relative location',
  ],
  [
    'Start-up is faster: the search index is built when first asked for',
    'perf(index): build the search index lazily',
  ],
])('words: "%s" rests on "%s"', (text, subject) => {
  expect(backing(text, [])).toEqual({ by: 'words', commits: [subject] });
});

test.each([
  'Support for OAuth device codes on headless servers',
  'Fixed a race between the scheduler and the garbage collector',
  'Undo and redo reach back over restarts',
  'Images are converted to AVIF while they are uploaded',
])('nothing backs "%s"', (text) => {
  expect(matchEntries(matchRequest([text], OTHERS)).entries).toEqual([
    { commits: [], backed: false, by: null },
  ]);
});

test('an entry that says the opposite of a commit does not rest on it', () => {
  const removal = 'remove the bridge for SOAP services';
  expect(backing('Added a bridge for SOAP services', [removal]).commits).toEqual([]);
  expect(backing('Removed the bridge for SOAP services', [removal]).commits).toEqual([removal]);
});

test('versions and numbers in words have to agree', () => {
  expect(backing('Drop support for Python 3.12', ['Drop support for Python 3.9']).commits).toEqual(
    [],
  );
  expect(backing('deps: qs@6.13.0', ['deps: qs@6.11.0']).commits).toEqual([]);
  expect(backing('deps: qs@6.13.0', ['deps: qs@6.13.0'])).toEqual({
    by: 'words',
    commits: ['deps: qs@6.13.0'],
  });
  expect(
    backing('Upgrade lodash to 4.17.21', ['Bump lodash from 4.17.20 to 4.17.21']).commits,
  ).toEqual(['Bump lodash from 4.17.20 to 4.17.21']);
});

test('what was taken back, and what changes only the notes, backs nothing', () => {
  const cancelled = commit('feat(charts): stacked bars', { cancelled: true });
  const notes = commit('Note stacked bars in charts', { allFiles: ['CHANGELOG.md'] });
  const part = commit('stacked bars in charts', { cancelled: true });
  const merge = commit('Merge pull request #7 from ada/bars', {
    body: 'Stacked bars in charts',
    brings: [part.sha],
  });
  expect(backing('Charts have stacked bars (#7)', [cancelled, notes, part, merge]).commits).toEqual(
    [],
  );
});

test('what takes back a change that an earlier release of the range had backs its own entry, and the change none', () => {
  const bump = commit('Bump the theme from 9.1 to 9.4 (#20)', { cancelled: true });
  const revert = commit('Revert "Bump the theme from 9.1 to 9.4 (#20)" (#26)', { cancelled: true });
  const entries = ['Revert the theme from 9.1 to 9.4 (#26)', 'Use the theme 9.4 (#20)'];
  const told = entries.map((text) => backing(text, [revert, bump, ...OTHERS]));
  expect(told).toEqual([
    { by: 'number', commits: [revert.subject] },
    { by: null, commits: [] },
  ]);
  // Another release followed, before it was taken back.
  const request = matchRequest([entries[1] ?? ''], [revert, bump]);
  const { entries: out } = matchEntries({ ...request, outBefore: new Set(request.entries) });
  expect(out.map(({ commits }) => commits)).toEqual([[bump.sha]]);
});

test('a commit that brings one thing and drops another backs entries of both', () => {
  const both = commit('Add support for Python 3.13 and drop 3.8');
  expect(backing('Drop support for Python 3.8', [both, ...OTHERS]).commits).toEqual([both.subject]);
});

test('the body of a release that repeats its notes backs nothing', () => {
  const release = commit('Prepare release 1.4.3 (#38)', { body: '- Fix the window (#33)' });
  expect(backing('Fix cursors that flicker (#33)', [release]).commits).toEqual([]);
});

test('each message of a squash can back an entry of its own', () => {
  const squash = commit('Work of the week (#90)', {
    body: '* feat(charts): stacked bars\n* fix(mail): attach the report as PDF\n* docs: typo',
  });
  const { entries } = matchEntries(
    matchRequest(
      ['Bar charts can be stacked', 'Mails carry the report as a PDF attachment'],
      [squash, ...OTHERS],
    ),
  );
  expect(entries.map(({ commits }) => commits)).toEqual([[squash.sha], [squash.sha]]);
});

describe('changes', () => {
  test('the commit that wrote the entry beside its code backs it', () => {
    const text = 'Panels no longer jump about';
    const writer = commit('Rework layout', {
      allFiles: ['src/panels.js', 'CHANGELOG.md'],
      changes: {
        notes: [`- ${text}`],
        windows: [{ path: 'src/panels.js', text: 'settle(panels);' }],
      },
    });
    expect(backing(text, [writer])).toEqual({ by: 'files', commits: ['Rework layout'] });
  });

  test('a commit that writes a whole release proves none of its entries', () => {
    const texts = [
      'Panels no longer jump about',
      'Faster panels',
      'Panels with borders',
      'Wide panels',
      'Round panels',
    ];
    const writer = commit('Write the notes', {
      changes: {
        notes: texts.map((text) => `- ${text}`),
        windows: [{ path: 'src/other.js', text: 'const count = 1;' }],
      },
    });
    const { entries } = matchEntries(matchRequest(texts, [writer, ...OTHERS]));
    expect(entries.map(({ backed }) => backed)).toEqual([false, false, false, false, false]);
  });

  test('where a commit is a whole release, its changed lines speak for it', () => {
    const release = commit('2.3.0', {
      allFiles: ['lib/session.js', 'lib/table.js'],
      changes: {
        notes: [],
        windows: [
          { path: 'lib/session.js', text: 'session.closeAll = function () { release(pool); };' },
          { path: 'lib/table.js', text: 'const width = columns.length;' },
        ],
      },
    });
    const { entries } = matchEntries(
      matchRequest(
        ['Add `session.closeAll()` to release the pool', 'Spell checking in the comment editor'],
        [release],
      ),
    );
    expect(entries.map(({ by }) => by)).toEqual(['files', null]);
  });
});

describe('unmentioned', () => {
  const subjectsOf = (request: ReturnType<typeof matchRequest>) => {
    const subjects = new Map(request.commits.map(({ sha, subject }) => [sha, subject]));
    return matchEntries(request).unmentioned.map((sha) => subjects.get(sha));
  };

  test('user-visible commits that no entry tells are listed, the oldest first', () => {
    const request = matchRequest(
      ['Tables can be exported to CSV files'],
      [
        commit('feat: stacked bars', { date: '2026-03-03T00:00:00Z' }),
        commit('test: cover bars', { date: '2026-03-02T00:00:00Z' }),
        commit('fix: page breaks when printing', { date: '2026-03-01T00:00:00Z' }),
        commit('feat(export): write tables as CSV', { date: '2026-02-01T00:00:00Z' }),
      ],
    );
    expect(subjectsOf(request)).toEqual(['fix: page breaks when printing', 'feat: stacked bars']);
  });

  test('a merge speaks for its parts, and is not listed beside them', () => {
    const part = commit('stacked bars');
    const merge = commit('Merge pull request #7 from ada/bars', {
      body: 'Stacked bars',
      brings: [part.sha],
    });
    expect(subjectsOf(matchRequest([], [merge, part]))).toEqual([merge.subject]);
    expect(subjectsOf(matchRequest(['Bars can be stacked (#7)'], [merge, part]))).toEqual([]);
  });

  test('a vague entry covers its kind, never a feature and never a breaking change', () => {
    const commits = [
      'fix: page breaks when printing',
      'feat: stacked bars',
      'fix!: ignore old settings',
      'perf: faster sorting',
    ];
    expect(new Set(subjectsOf(matchRequest(['Various bug fixes'], commits)))).toEqual(
      new Set(['feat: stacked bars', 'fix!: ignore old settings', 'perf: faster sorting']),
    );
    expect(subjectsOf(matchRequest(['Performance improvements'], commits))).not.toContain(
      'perf: faster sorting',
    );
  });

  test('a vague entry with nothing of its kind is backed by nothing', () => {
    const { entries } = matchEntries(
      matchRequest(['Documentation updates'], ['feat: stacked bars']),
    );
    expect(entries[0]?.backed).toBe(false);
  });
});

test('any entries and commits give one answer an entry, commits of the range alone, and the same twice', () => {
  const words = fc.array(
    fc.constantFrom(
      'add',
      'remove',
      'fix',
      'panel',
      '`close()`',
      '#12',
      'feat:',
      '1.2.0',
      '(',
      '🎉',
      'v2',
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 6 }),
      fc.array(words, { maxLength: 6 }),
      (notes, subjects) => {
        const commits = subjects.map((subject, index) => commit(`${subject.join(' ')} ${index}`));
        const request = matchRequest(
          notes.map((note) => entry(note.join(' '))),
          commits,
        );
        const match = matchEntries(request);
        expect(match).toEqual(matchEntries(request));
        expect(match.entries).toHaveLength(notes.length);
        const known = new Set(commits.map(({ sha }) => sha));
        for (const { commits: found, backed, by } of match.entries) {
          expect(found.every((sha) => known.has(sha))).toBe(true);
          expect(new Set(found).size).toBe(found.length);
          expect(backed).toBe(found.length > 0);
          expect(by === null).toBe(!backed);
        }
        const backed = new Set(match.entries.flatMap(({ commits: found }) => found));
        expect(match.unmentioned.filter((sha) => backed.has(sha))).toEqual([]);
      },
    ),
  );
});

test.each([
  ['brackets', '['.repeat(1_000_000)],
  ['ticks', '`'.repeat(1_000_000)],
  ['hex', 'a1'.repeat(500_000)],
  ['dots', 'a.'.repeat(500_000)],
  ['comments', '<!--'.repeat(250_000)],
  ['at signs', 'a@'.repeat(500_000)],
  ['hashes', '[#1'.repeat(330_000)],
  ['bumps', 'bump a '.repeat(140_000)],
])('a megabyte of %s is read in its time', { timeout: 10_000 }, (_name, text) => {
  const { entries } = matchEntries(
    matchRequest([text], [commit('Change', { body: text }), commit(text), ...OTHERS]),
  );
  expect(entries).toHaveLength(1);
});

test('an advisory that both name ties them', () => {
  expect(backing('Security fix for CVE-2024-1234', ['Check the sender (CVE-2024-1234)'])).toEqual({
    by: 'number',
    commits: ['Check the sender (CVE-2024-1234)'],
  });
});

test('a vague entry tells the commit of the same words, whatever kind it is of', () => {
  const subject = '[Fix] fix regressions from robustness refactor';
  expect(matchEntries(matchRequest([subject], [subject])).unmentioned).toEqual([]);
  expect(
    matchEntries(matchRequest(['Fix regressions'], ['Support pipes'])).unmentioned,
  ).toHaveLength(1);
});

test('a commit that wrote an entry is told as long as the entry stands', () => {
  const told = (notes: readonly string[]): boolean => {
    const one = commit('Paint the kitchen window (#7)', {
      allFiles: ['src/part.js', 'CHANGELOG.md'],
      changes: { notes, windows: [] },
    });
    const kept = ['Repair the front door (#8)', 'Oil the hinges of every cupboard'];
    return !matchEntries(matchRequest(kept, [one])).unmentioned.includes(one.sha);
  };
  expect(told(['- The kitchen window is blue (#7)'])).toBe(false);
  expect(told(['- The hinges of every cupboard are oiled'])).toBe(true);
  expect(told(['- A lock for the front door (#8)'])).toBe(true);
  expect(told([])).toBe(true);
});

const FIX = 'fix: avoid mutating read options when reading body (#742)';

test('an entry that names an advisory alone is told by no fix, and tells none', () => {
  const request = matchRequest(['Security fix for GHSA-v422-hmwv-36x6'], [FIX, ...OTHERS]);
  const { entries, unmentioned } = matchEntries(request);
  expect(entries[0]).toEqual({ commits: [], backed: false, by: null });
  expect(unmentioned).toContain(request.commits.find(({ subject }) => subject === FIX)?.sha);
});

test('an entry of a release that was out before the range resembles no commit of it, but may name one', () => {
  const request = matchRequest(['Read options are not mutated when the body is read'], [FIX]);
  const outAtStart = new Set(request.entries);
  expect(matchEntries(request).entries[0]?.backed).toBe(true);
  const late = matchEntries({ ...request, outAtStart });
  expect(late.entries[0]?.backed).toBe(false);
  expect(late.unmentioned).toHaveLength(1);
  const named = matchRequest(['Read options are not mutated (#742)'], [FIX]);
  const still = matchEntries({ ...named, outAtStart: new Set(named.entries) });
  expect(still.entries[0]).toMatchObject({ backed: true, by: 'number' });
});
