/** What a project's earlier releases list decides what counts as missing, and how sure that is. */
import { describe, expect, test } from 'vitest';

import { classOf } from '../../../src/collectors/release-notes/change-evidence.ts';
import type { MatchCommit } from '../../../src/collectors/release-notes/contract.ts';
import {
  learnHabit,
  writesAtRelease,
} from '../../../src/collectors/release-notes/listing-habit.ts';
import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import { changeTitle } from '../../../src/collectors/release-notes/message-parts.ts';
import { weighMatch } from '../../../src/collectors/release-notes/weigh-match.ts';
import { commit, entry, matchRequest, shaOf } from '../../kit/match-request.ts';

test.each([
  ['fix: close the pipe', 'fix'],
  ['feat(cli): a flag', 'feature'],
  ['perf: build the index lazily', 'typed'],
  ['Fix closing of pipes', 'free-fix'],
  ['[8.1] parser: do not read twice', 'free-fix'],
  ['Support pipes', 'free-feature'],
  ['Localisation of more texts', 'other'],
  ['fix(deps): update left-pad to 1.3.0', 'other'],
  ['Bump left-pad from 1.2.0 to 1.3.0', 'other'],
  ['Fix CVE-2026-1234', 'marked'],
  ['feat!: drop pipes', 'marked'],
])('%s is of the class %s', (subject, kind) => {
  expect(classOf(commit(subject))).toBe(kind);
});

test.each([
  ['Show the tooltip (#50)', 'Why it is so.', 'Show the tooltip (#50)'],
  ['Merged in tooltip (pull request #50)', 'Show the tooltip', 'Show the tooltip'],
  ['Merge pull request #50 from ada/tooltip', '', 'tooltip'],
])('the title of the merge %s is its own or that of what it merges', (subject, body, title) => {
  expect(changeTitle(commit(subject, { body, merge: true }))).toBe(title);
});

test('an entry that nothing backs is doubtful where it names a number that no commit names', () => {
  const doubtful = (told: string): number => {
    const request = matchRequest([told], ['Show the tooltip (#50)', 'Fix the window (#51)']);
    const match = matchEntries(request);
    const { entries, commits } = request;
    const habit = learnHabit([{ commits, match }]);
    return weighMatch({ entries, match, commits, habit, existed: () => true }).doubtful.size;
  };
  expect(doubtful('Compilers of this year are content again')).toBe(0);
  expect(doubtful('Compilers of this year are content again (#466)')).toBe(1);
});

test('an entry that nothing backs is doubtful where many commits stand in no entry', () => {
  const doubtful = (others: number): number => {
    const subjects = Array.from({ length: others }, (_, at) => `Fix the ${LAMPS[at] ?? ''} lamp`);
    const request = matchRequest(['Compilers of this year are content again'], subjects);
    const match = matchEntries(request);
    const { entries, commits } = request;
    const habit = learnHabit([{ commits, match }]);
    return weighMatch({ entries, match, commits, habit, existed: () => true }).doubtful.size;
  };
  expect([doubtful(3), doubtful(9)]).toEqual([0, 1]);
});

const LAMPS = 'red green blue amber white black brass round square'.split(' ');

describe('a change that no entry mentions', () => {
  const FORGOTTEN = 'Fix closing of pipes (#99)';
  const NAMES = 'door window table chair shelf drawer carpet ceiling lamp mirror'.split(' ');

  /** Releases before the range: of ten fixes, the first `listed` have an entry. */
  function past(listed: number) {
    const commits = NAMES.map((name, at) => commit(`Fix the ${name} (#${at + 1})`));
    const entries = NAMES.slice(0, listed).map((name, at) => entry(`Fix the ${name} (#${at + 1})`));
    return { commits, match: matchEntries({ entries, commits, notePaths: ['CHANGELOG.md'] }) };
  }

  function weigh(forgotten: MatchCommit, listed: number, existed = true) {
    const others = [commit('Show the tooltip (#50)', { allFiles: ['src/new.js'] })];
    const request = matchRequest(['Show the tooltip (#50)'], [forgotten, ...others]);
    const match = matchEntries(request);
    const { entries, commits } = request;
    const habit = learnHabit([{ commits, match }, past(listed)]);
    const { unmentioned, perhaps } = weighMatch({
      entries,
      match,
      commits,
      habit,
      existed: () => existed,
    });
    if (unmentioned.includes(forgotten.sha)) return 'missing';
    return perhaps.includes(forgotten.sha) ? 'perhaps' : 'nothing';
  }

  test.each([
    { said: 'missing', where: 'nine of ten like it are listed', subject: FORGOTTEN, listed: 9 },
    { said: 'perhaps', where: 'the notes are a choice of them', subject: FORGOTTEN, listed: 6 },
    {
      said: 'missing',
      where: 'it speaks of security, whatever is listed',
      subject: 'Fix CVE-2026-1234 (#99)',
      listed: 6,
    },
  ])('is $said where $where', ({ said, subject, listed }) => {
    expect(weigh(commit(subject), listed)).toBe(said);
  });

  test.each([
    { said: 'perhaps', where: 'one of five', listed: 2 },
    { said: 'nothing', where: 'one of ten', listed: 1 },
  ])('is $said where its words say nothing of users and $where like it is listed', (one) => {
    const commits = NAMES.map((name, at) => commit(`Texts of the ${name} (#${at + 1})`));
    const entries = NAMES.slice(0, one.listed).map((name, at) =>
      entry(`Texts of the ${name} (#${at + 1})`),
    );
    const earlier = matchEntries({ entries, commits, notePaths: ['CHANGELOG.md'] });
    const left = commit('Localisation of menus (#99)');
    const own = matchRequest([], [left]);
    const match = matchEntries(own);
    const stretches = [
      { commits: own.commits, match },
      { commits, match: earlier },
    ];
    const { unmentioned, perhaps } = weighMatch({
      ...own,
      match,
      habit: learnHabit(stretches),
      existed: () => true,
    });
    expect([unmentioned, perhaps]).toEqual([[], one.said === 'perhaps' ? [left.sha] : []]);
  });

  test.each([
    { said: 'missing', path: 'src/pipe.js' },
    // `No changes.`, or a text that was moved.
    { said: 'perhaps', path: '.github/workflows/ci.yml' },
  ])('whose entry is gone is $said where it changed $path', ({ said, path }) => {
    const written = { allFiles: ['src/part.js', 'CHANGELOG.md'] };
    const commits = NAMES.map((name, at) => commit(`Texts of the ${name} (#${at + 1})`, written));
    const entries = NAMES.map((name, at) => entry(`Texts of the ${name} (#${at + 1})`));
    const notePaths = ['CHANGELOG.md'];
    const earlier = { commits, match: matchEntries({ entries, commits, notePaths }), notePaths };
    const left = commit('Localisation of menus', { allFiles: [path, 'CHANGELOG.md'] });
    const own = matchRequest([], [left]);
    const match = { ...matchEntries(own), unmentioned: [left.sha], dropped: new Set([left.sha]) };
    const habit = learnHabit([{ commits: own.commits, match }, earlier]);
    const { unmentioned, perhaps } = weighMatch({ ...own, match, habit, existed: () => true });
    expect({ unmentioned, perhaps }).toEqual({
      unmentioned: said === 'missing' ? [left.sha] : [],
      perhaps: said === 'perhaps' ? [left.sha] : [],
    });
  });

  test('is only perhaps missing when it mends what the range itself brought', () => {
    const mend = commit(FORGOTTEN, { allFiles: ['src/new.js'] });
    expect(weigh(mend, 10, false)).toBe('perhaps');
    expect(weigh(mend, 10, true)).toBe('missing');
  });

  test('may be what an entry means that nothing backs, and then neither is certain', () => {
    const left = commit('Call signal.Stop when signalReceivers is stopped (#99)', {
      allFiles: ['signal.go'],
    });
    const said = (told: string) => {
      const names = NAMES.map((name) => `Fix the ${name} (#2${name.length})`);
      const request = matchRequest([...names, told], [left, ...names]);
      const match = matchEntries(request);
      const { entries, commits } = request;
      const habit = learnHabit([{ commits, match }]);
      const weighed = weighMatch({ entries, match, commits, habit, existed: () => true });
      return [weighed.unmentioned.length, weighed.doubtful.size];
    };
    const told =
      'Apps no longer listen to signals once they are stopped, which blocked programs that depend on them after an app stops';
    expect(said(told)).toEqual([0, 1]);
  });

  test.each([
    { where: 'it has no number and those that are listed have', subject: 'Fix closing of pipes' },
    { where: 'it says upkeep of itself', subject: 'fix: skip a flaky test of pipes (#99)' },
  ])('is only perhaps missing where $where', ({ subject }) => {
    expect(weigh(commit(subject), 10)).toBe('perhaps');
  });

  test('in a file of settings is only perhaps missing', () => {
    expect(weigh(commit(FORGOTTEN, { allFiles: ['support.json'] }), 10)).toBe('perhaps');
  });

  test.each([
    { said: false, files: ['src/a.js', 'CHANGELOG.md'] },
    { said: true, files: ['src/a.js'] },
  ])('waits for a release where commits like $files are listed: $said', ({ said, files }) => {
    const commits = NAMES.map((name, at) =>
      commit(`Fix the ${name} (#${at + 1})`, { allFiles: files }),
    );
    const entries = NAMES.map((name, at) => entry(`Fix the ${name} (#${at + 1})`));
    const notePaths = ['CHANGELOG.md'];
    const match = matchEntries({ entries, commits, notePaths });
    expect(writesAtRelease(learnHabit([{ commits, match, notePaths }]))).toBe(said);
  });

  test.each([
    { said: 'missing', wrote: true, line: '- Parse ranges as sets. :pr:`99`' },
    { said: 'perhaps', wrote: false, line: '- Parse ranges as sets. :pr:`99`' },
    { said: 'nothing', wrote: true, line: '- More.' },
    { said: 'nothing', wrote: true, line: '- Show tooltips in tables. :pr:`50`' },
  ])(
    'that wrote $line, which stands no more, is $said where others wrote theirs: $wrote',
    ({ said, wrote, line }) => {
      const notes = ['src/a.js', 'CHANGELOG.md'];
      const files = wrote ? notes : ['src/a.js'];
      const own = NAMES.map((name, at) =>
        commit(`Fix the ${name} (#${at + 1})`, { allFiles: files }),
      );
      // Two of ten like it are not listed, so none is missed by its kind alone.
      const others = ['Blue doors', 'Red doors'].map((text) =>
        commit(`${text} (#7${text.length})`),
      );
      const left = commit('Ranges as sets (#99)', {
        allFiles: notes,
        changes: { notes: [line], windows: [] },
      });
      const commits = [left, ...others, ...own];
      const entries = [
        ...NAMES.map((name, at) => entry(`Fix the ${name} (#${at + 1})`)),
        entry('Show the tooltips of tables :pr:`50`'),
      ];
      const notePaths = ['CHANGELOG.md'];
      const match = matchEntries({ entries, commits, notePaths });
      const habit = learnHabit([{ commits, match, notePaths }]);
      const weighed = weighMatch({ entries, match, commits, habit, existed: () => true });
      const where = (list: readonly string[]): boolean => list.includes(left.sha);
      const found = where(weighed.perhaps) ? 'perhaps' : 'nothing';
      expect(where(weighed.unmentioned) ? 'missing' : found).toBe(said);
    },
  );

  test('that says nothing of users may be what an advisory is about, and is not reported', () => {
    const others = NAMES.map((name) => commit(`Show the ${name} (#2${name.length})`));
    const left = commit('Wait for the pipe (#99)');
    const said = (advisory: readonly string[]) => {
      const told = others.map(({ subject }) => subject);
      const request = matchRequest([...told, ...advisory], [left, ...others]);
      const match = matchEntries(request);
      const { entries, commits } = request;
      const habit = learnHabit([{ commits, match }]);
      const weighed = weighMatch({ entries, match, commits, habit, existed: () => true });
      return [weighed.unmentioned.length, weighed.doubtful.size];
    };
    expect(said([])).toEqual([1, 0]);
    expect(said(['Security: mends GHSA-aaaa-bbbb-cccc'])).toEqual([0, 1]);
  });

  test('is told by its own entry, in the notes or in a file of its own, whatever its words are', () => {
    for (const path of ['CHANGELOG.md', 'changelog.d/99.fixed.md']) {
      const request = matchRequest(
        ['Something else'],
        [commit(FORGOTTEN, { allFiles: ['src/a.js', path] })],
      );
      expect(matchEntries(request).unmentioned).toEqual([]);
    }
    expect(matchEntries(matchRequest(['Something else'], [FORGOTTEN])).unmentioned).toEqual([
      shaOf(FORGOTTEN),
    ]);
  });
});

test('a bump that is called a fix and that no entry tells is perhaps missing, another one is not', () => {
  const patched = commit('fix(deps): bump net to patched versions', {
    allFiles: ['go.mod'],
    userVisible: true,
  });
  const plain = commit('Texts of the lamp', { allFiles: ['src/lamp.js'], userVisible: true });
  const own = matchRequest([], [patched, plain]);
  const match = matchEntries(own);
  const habit = learnHabit([{ commits: own.commits, match }]);
  const { unmentioned, perhaps } = weighMatch({ ...own, match, habit, existed: () => true });
  expect([unmentioned, perhaps]).toEqual([[], [patched.sha]]);
});
