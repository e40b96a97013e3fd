/** Where entries name numbers, a pull request is told by its number, whatever words resemble it. */
import { describe, expect, test } from 'vitest';

import type { MatchCommit } from '../../../src/collectors/release-notes/contract.ts';
import { learnHabit } from '../../../src/collectors/release-notes/listing-habit.ts';
import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import { readNumbered } from '../../../src/collectors/release-notes/numbered-notes.ts';
import { toldElsewhere } from '../../../src/collectors/release-notes/told-elsewhere.ts';
import { weighMatch } from '../../../src/collectors/release-notes/weigh-match.ts';
import { commit, matchRequest } from '../../kit/match-request.ts';

const NAMES = 'door window table chair shelf drawer carpet ceiling lamp mirror'.split(' ');
const OTHERS = NAMES.map((name, at) => `Fix the ${name} (#${at + 1})`);

/** What numbers tell of the range, after releases that list nothing of `past`. */
function read(
  told: readonly string[],
  subjects: readonly (string | MatchCommit)[],
  past: readonly string[] = [],
) {
  const request = matchRequest(told, subjects);
  const { entries, commits } = request;
  const match = matchEntries(request);
  const earlier = past.map((subject) => commit(subject));
  const numbered = readNumbered({
    own: { commits, match },
    past: [
      { commits: earlier, match: matchEntries({ entries: [], commits: earlier, notePaths: [] }) },
    ],
    entries,
    pastEntries: [],
    told: new Set(told.flatMap((text) => /#(\d+)/.exec(text)?.[1] ?? [])),
  });
  return { entries, commits, match, numbered };
}

test.each([
  { are: true, numbers: 7, without: 3 },
  { are: false, numbers: 6, without: 3 },
  { are: false, numbers: 4, without: 0 },
])('notes with $numbers entries of a number and $without without are numbered: $are', (one) => {
  const told = [...OTHERS.slice(0, one.numbers), ...NAMES.slice(0, one.without)];
  expect(read(told, OTHERS).numbered !== null).toBe(one.are);
});

test('notes that name numbers of issues alone are not numbered', () => {
  const issues = NAMES.map((name, at) => `Fix the ${name} (#${at + 100})`);
  expect(read(issues, OTHERS).numbered).toBe(null);
});

describe('a pull request', () => {
  const LEFT = 'Fix the brass handle of the kitchen window (#99)';

  interface Around {
    readonly body?: string;
    readonly past?: readonly string[];
    readonly others?: readonly MatchCommit[];
  }

  function weigh(
    told: readonly string[],
    { body = '', past = [], others = OTHERS.map((one) => commit(one)) }: Around = {},
  ) {
    const left = commit(LEFT, { body });
    const { entries, commits, match, numbered } = read(told, [left, ...others], past);
    const { unmentioned, perhaps } = weighMatch({
      entries,
      match: numbered?.match ?? match,
      commits,
      habit: numbered?.habit ?? learnHabit([{ commits, match }]),
      existed: () => true,
      numbered,
    });
    if (unmentioned.includes(left.sha)) return 'missing';
    return perhaps.includes(left.sha) ? 'perhaps' : 'told';
  }

  test('is missing although an entry of another number resembles it', () => {
    const told = [
      ...OTHERS.slice(0, 9),
      'Fix the brass handle of the kitchen window and its mirror (#10)',
    ];
    expect(matchEntries(matchRequest(told, [LEFT, ...OTHERS])).unmentioned).toEqual([]);
    expect(weigh(told)).toBe('missing');
  });

  test.each([
    { is: 'told', body: 'Fixes #77.', also: 'Handles of windows hold (#77)' },
    { is: 'perhaps', body: 'A part of #2.', also: 'Handles' },
    { is: 'told', body: '', also: 'Fix the brass handle of the kitchen window' },
  ])('is $is with the body "$body" and the entry "$also"', ({ is, body, also }) => {
    expect(weigh([...OTHERS, also], { body })).toBe(is);
  });

  test('is missing where its release lists all others, whatever earlier ones left out', () => {
    const past = Array.from({ length: 20 }, (_, at) => `Fix another thing (#${at + 200})`);
    expect(weigh(OTHERS, { past })).toBe('missing');
    expect(weigh(OTHERS.slice(0, 8), { past })).toBe('perhaps');
  });

  test('is perhaps missing where each change brings a file for the notes, and it has none', () => {
    const others = OTHERS.map((one, at) =>
      commit(one, { allFiles: ['src/a.js', `changelog/unreleased/pull-${at + 1}`] }),
    );
    expect(weigh(OTHERS, { others })).toBe('perhaps');
  });

  test('is told elsewhere by its number, and by words only where words decide', () => {
    const told = {
      numbers: new Set(['5']),
      ids: [],
      texts: ['Fix the brass handle of the kitchen window'],
      earlier: new Set<string>(),
    };
    const said = (subject: string, byWords: boolean) =>
      toldElsewhere(told, [commit(subject)], () => byWords).size;
    expect([said(LEFT, true), said(LEFT, false)]).toEqual([1, 0]);
    const before = { ...told, earlier: new Set(told.texts) };
    expect(toldElsewhere(before, [commit(LEFT)], () => true).size).toBe(0);
    expect(said('Fix the door (#5)', false)).toBe(1);
    expect(said('resolves #5 fix the door (PR #9)', false)).toBe(1);
    expect(said('resolves #55 fix the door (PR #9)', false)).toBe(0);
  });

  test.each([
    { is: 'missing', listed: 20 },
    { is: 'told', listed: 7 },
  ])('that no user notices is $is where $listed like it are listed', ({ is, listed }) => {
    const bumps = Array.from(
      { length: listed },
      (_, at) => `build(deps): bump part-${at} (#${at + 300})`,
    );
    const left = commit('build(deps): bump the lamp (#99)');
    const { entries, commits, match, numbered } = read(
      [...OTHERS, ...bumps],
      [left, ...OTHERS, ...bumps],
    );
    const habit = numbered?.habit ?? learnHabit([]);
    const own = numbered?.match ?? match;
    const { unmentioned } = weighMatch({
      entries,
      match: own,
      commits,
      habit,
      existed: () => true,
      numbered,
    });
    expect(unmentioned).toEqual(is === 'missing' ? [left.sha] : []);
  });
});
