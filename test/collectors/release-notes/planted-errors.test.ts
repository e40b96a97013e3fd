/** Errors planted one at a time into sound histories of four styles and four forms of notes: each is found, and little else. */
import { expect, test } from 'vitest';

import {
  collectReleaseNotes,
  type ReleaseNotesRule,
} from '../../../src/collectors/release-notes/collect-release-notes.ts';
import type { ReleaseNotesFacts } from '../../../src/words/facts.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import {
  buildHistory,
  subjectOf,
  type CommitStyle,
  type NotesForm,
  type ReleaseHistory,
} from '../../kit/release-history.ts';
import { plantsFor, soundHistory, type Expected } from '../../kit/release-plants.ts';

/** Each style with the forms that it is mostly met with. */
const HISTORIES: readonly {
  readonly style: CommitStyle;
  readonly form: NotesForm;
  readonly seed: number;
}[] = [
  { style: 'conventional', form: 'keep-a-changelog', seed: 1 },
  { style: 'conventional', form: 'changesets', seed: 2 },
  { style: 'free', form: 'headings', seed: 3 },
  { style: 'free', form: 'keep-a-changelog', seed: 4 },
  { style: 'squash', form: 'github', seed: 5 },
  { style: 'squash', form: 'changesets', seed: 6 },
  { style: 'merge', form: 'headings', seed: 7 },
  { style: 'merge', form: 'github', seed: 8 },
];

async function check(history: ReleaseHistory): Promise<ReleaseNotesFacts> {
  const { repo, from, to } = buildHistory(history);
  const rule: ReleaseNotesRule = {
    kind: 'release-notes',
    path: history.form === 'github' ? 'releases.json' : null,
    form: 'auto',
    range: { kind: 'given', from, to },
    tags: '*',
    types: ['feat', 'fix', 'perf', 'revert', 'security', 'deprecate', 'remove'],
    exclude: [],
  };
  repo.git('reset', '--hard', '--quiet');
  return collectReleaseNotes(collectRequest(repo.path, rule));
}

/** What was found, each as one line. */
function alarmsOf(facts: ReleaseNotesFacts): readonly string[] {
  const subjects = new Map(facts.commits.map(({ sha, subject }) => [sha, subject]));
  return [
    ...facts.items
      .filter(({ backed, doubtful }) => !backed && doubtful !== true)
      .map(({ entry }) => `unbacked: ${entry}`),
    ...facts.unmentioned.map(
      (sha) => `unmentioned: ${titleOf(subjects.get(sha) ?? '', sha, facts)}`,
    ),
    ...facts.problems.map(({ code, message }) => `problem: ${code} ${message}`),
  ];
}

/** Of a merge the number, which its title is found by. */
function titleOf(subject: string, sha: string, facts: ReleaseNotesFacts): string {
  const number = facts.commits.find((commit) => commit.sha === sha)?.pullRequest;
  return subject.startsWith('Merge') ? `${subject} (#${number})` : subject;
}

function meets(alarm: string, expected: Expected, numbers: ReadonlyMap<string, number>): boolean {
  return (
    (expected.unbacked ?? []).some(
      (text) => alarm.startsWith('unbacked: ') && alarm.includes(text),
    ) ||
    (expected.unmentioned ?? []).some(
      (text) =>
        alarm.startsWith('unmentioned: ') &&
        (alarm.includes(text) || alarm.includes(`(#${numbers.get(text) ?? 'none'})`)),
    ) ||
    (expected.problems ?? []).some((code) => alarm.startsWith(`problem: ${code} `))
  );
}

function wanted(expected: Expected): readonly Expected[] {
  return [
    ...(expected.unbacked ?? []).map((text) => ({ unbacked: [text] })),
    ...(expected.unmentioned ?? []).map((text) => ({ unmentioned: [text] })),
    ...(expected.problems ?? []).map((code) => ({ problems: [code] })),
  ];
}

async function judge({ style, form, seed }: { style: CommitStyle; form: NotesForm; seed: number }) {
  const sound = soundHistory(style, form, seed);
  const quiet = await check(sound);
  const plants = plantsFor(sound, seed);
  const missed: string[] = [];
  const falseAlarms = alarmsOf(quiet).map(
    (alarm) => `${style}, ${form}, nothing planted: ${alarm}`,
  );
  let entries = quiet.items.length;
  const found = await Promise.all(
    plants.map(async (plant) => ({ ...plant, facts: await check(plant.history) })),
  );
  for (const { name, history, expected, also, facts } of found) {
    const numbers = new Map(
      history.releases.flatMap(({ changes }) =>
        changes.map((change): [string, number] => [
          subjectOf(change, history.style),
          change.number,
        ]),
      ),
    );
    const alarms = alarmsOf(facts);
    entries += facts.items.length;
    for (const one of wanted(expected)) {
      if (!alarms.some((alarm) => meets(alarm, one, numbers))) missed.push(name);
    }
    for (const alarm of alarms) {
      if (!meets(alarm, expected, numbers) && !meets(alarm, also, numbers))
        falseAlarms.push(`${name}: ${alarm}`);
    }
  }
  return { plants: plants.length, entries, missed, falseAlarms };
}

test.each(HISTORIES)(
  '$style commits with $form notes: every planted error is found, and nothing else is said',
  { timeout: 600_000 },
  async (history) => {
    const { plants, entries, missed, falseAlarms } = await judge(history);
    expect(falseAlarms).toEqual([]);
    expect(missed).toEqual([]);
    expect(plants).toBeGreaterThanOrEqual(8);
    expect(entries).toBeGreaterThan(100);
  },
);
