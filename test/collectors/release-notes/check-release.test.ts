import { describe, expect, test } from 'vitest';

import { parseChangelog } from '../../../src/collectors/changelog/parse-changelog.ts';
import type { CheckRequest } from '../../../src/collectors/release-notes/check-contract.ts';
import { checkRelease } from '../../../src/collectors/release-notes/check-release.ts';
import type { MatchCommit } from '../../../src/collectors/release-notes/match-contract.ts';
import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import type { ReleaseProblem } from '../../../src/words/release-note.ts';
import { commit, shaOf } from '../../kit/match-request.ts';

const EARLIER = '## [1.2.0] - 2026-02-10\n\n- Plug-ins\n\n## [1.1.0] - 2026-01-10\n\n- Themes\n';

interface Case {
  /** Above the earlier releases. */
  readonly notes: string;
  readonly earlier?: string;
  readonly commits?: readonly MatchCommit[];
  /** Name and date, the lowest version first. */
  readonly tags?: readonly (readonly [string, string])[];
  readonly manifest?: readonly [before: string, after: string];
  readonly fresh?: readonly string[];
}

function problemsOf(given: Case): readonly ReleaseProblem[] {
  const { notes, commits = [commit('fix: panels', { date: '2026-03-01T10:00:00Z' })] } = given;
  const changelog = parseChangelog(
    [{ path: 'CHANGELOG.md', text: `# Changelog\n\n${notes}\n${given.earlier ?? EARLIER}` }],
    'auto',
  );
  const earlier = new Set(['1.1.0', '1.2.0']);
  const releases = changelog.releases.filter(({ version }) =>
    given.fresh === undefined ? !earlier.has(version ?? '') : given.fresh.includes(version ?? ''),
  );
  const entries = releases.flatMap((release) => release.entries);
  const request: CheckRequest = {
    changelog,
    releases,
    entries,
    match: matchEntries({ entries, commits, notePaths: ['CHANGELOG.md'] }),
    commits,
    range: {
      from: shaOf('from'),
      to: shaOf('to'),
      fromName: 'v1.2.0',
      toName: 'main',
      by: 'last-release',
    },
    tags: (
      given.tags ?? [
        ['v1.1.0', '2026-01-10T12:00:00Z'],
        ['v1.2.0', '2026-02-10T12:00:00Z'],
      ]
    ).map(([name, date]) => ({ name, date, version: name.replace(/^v/, '') })),
    manifests:
      given.manifest === undefined
        ? []
        : [{ path: 'package.json', versionBefore: given.manifest[0], version: given.manifest[1] }],
    timezone: 'Europe/Berlin',
  };
  return checkRelease(request);
}

const said = (given: Case): readonly string[] =>
  problemsOf(given).map(({ code, message, advice }) => `${code}: ${message} ${advice}`);

const FIX = '### Fixed\n\n- Panels are fixed\n';
const TAGGED: readonly (readonly [string, string])[] = [
  ['v1.1.0', '2026-01-10T12:00:00Z'],
  ['v1.2.0', '2026-02-10T12:00:00Z'],
  ['v1.2.1', '2026-03-01T12:00:00Z'],
];

test('a sound release has nothing wrong', () => {
  expect(
    said({
      notes: `## [1.2.1] - 2026-03-01\n\n${FIX}`,
      tags: TAGGED,
      manifest: ['1.2.0', '1.2.1'],
    }),
  ).toEqual([]);
});

describe('breaking changes', () => {
  const breaking = commit('feat(api)!: rename open to start', { breakingNote: 'open is gone' });
  const name = `${breaking.sha.slice(0, 7)} "feat(api)!: rename open to start"`;

  test('one that no entry mentions, in a version too small for it', () => {
    expect(said({ notes: `## [1.3.0] - 2026-03-01\n\n${FIX}`, commits: [breaking] })).toEqual([
      `breaking-unmarked: ${name} is a breaking change (open is gone), and no entry mentions it. Add an entry that says what breaks and what users have to change.`,
      `version-too-small: 1.3.0 follows 1.2.0, and it brings a breaking change: ${name}. Call the release 2.0.0, or take the change out of it.`,
    ]);
  });

  test('one whose entry does not say so', () => {
    expect(
      said({
        notes:
          '## [2.0.0] - 2026-03-01\n\n### Changed\n\n- In the API, `open` is called `start`: renamed\n',
        commits: [breaking],
      }),
    ).toEqual([
      `breaking-unmarked: ${name} is a breaking change (open is gone), and the entry "In the API, \`open\` is called \`start\`: renamed" does not say so. Mark the entry as breaking, and say what users have to change.`,
    ]);
  });

  test.each([
    '### Changed\n\n- **Breaking:** API: renamed `open` to `start`\n',
    '### Breaking changes\n\n- API: renamed `open` to `start`\n',
    '### Removed\n\n- API: renamed `open` to `start`\n',
  ])('marked ones are fine: %j', (section) => {
    expect(said({ notes: `## [2.0.0] - 2026-03-01\n\n${section}`, commits: [breaking] })).toEqual(
      [],
    );
  });

  test('an update that quotes the breaking changes of a dependency breaks nobody', () => {
    const bump = commit('build(deps): bump glob from 9 to 10', {
      body: 'BREAKING CHANGE: drops Node 12',
    });
    expect(said({ notes: `## [1.2.1] - 2026-03-01\n\n${FIX}`, commits: [bump] })).toEqual([]);
  });

  test('below 1.0 a minor version may break, a patch may not', () => {
    const earlier = '## 0.3.1 - 2026-02-10\n\n- Plug-ins\n\n## 0.3.0 - 2026-01-10\n\n- Themes\n';
    const tags = [['v0.3.1', '2026-02-10T12:00:00Z']] as const;
    const at = (version: string) =>
      problemsOf({
        notes: `## ${version} - 2026-03-01\n\n- **Breaking:** API: renamed \`open\` to \`start\`\n`,
        earlier,
        tags,
        commits: [breaking],
        fresh: [version],
      }).map(({ code }) => code);
    expect(at('0.4.0')).toEqual([]);
    expect(at('0.3.2')).toEqual(['version-too-small']);
    expect(at('1.0.0')).toEqual([]);
  });
});

test('a breaking change in a minor version is the habit of a project that had one before', () => {
  const codes = (section: string): readonly string[] =>
    problemsOf({
      notes: '## 1.3.0 - 2026-03-01\n\n- **Breaking:** renamed `open` to `start`\n',
      earlier: `## 1.2.0 - 2026-02-10\n\n${section}`,
      commits: [commit('feat(api)!: rename open to start')],
      fresh: ['1.3.0'],
    }).map(({ code }) => code);
  expect(codes('- Renamed `close` to `end`\n')).toEqual(['version-too-small']);
  expect(codes('- **Breaking:** renamed `close` to `end`\n')).toEqual([]);
});

describe('features in a patch version', () => {
  const feature = commit('feat: stacked bars in charts');

  test('are named with the version to take', () => {
    expect(
      said({
        notes: '## [1.2.1] - 2026-03-01\n\n### Added\n\n- Charts have stacked bars\n',
        commits: [feature],
      }),
    ).toEqual([
      `version-too-small: 1.2.1 follows 1.2.0, and it brings a feature: ${feature.sha.slice(0, 7)} "feat: stacked bars in charts". Call the release 1.3.0, or take the change out of it.`,
    ]);
  });

  test.each([
    ['a section', '### Added\n\n- Plug-ins\n', '### Fixed\n\n- Themes\n'],
    ['their first word', '- Add plug-ins\n', '- Themes are right again\n'],
  ])(
    'say nothing where two of the last patch versions had some, by %s',
    (_by, features, repairs) => {
      const release = (version: string, day: string, body: string): string =>
        `## [${version}] - 2026-02-${day}\n\n${body}\n`;
      const codes = (...earlier: readonly string[]): readonly string[] =>
        problemsOf({
          notes: '## [1.2.1] - 2026-03-01\n\n### Added\n\n- Charts have stacked bars\n',
          earlier: earlier.join(''),
          commits: [feature],
          fresh: ['1.2.1'],
        }).map(({ code }) => code);
      const one = release('1.1.2', '08', features);
      const two = release('1.1.1', '06', features);
      expect(codes(one, two)).toEqual([]);
      expect(codes(one, release('1.1.1', '06', repairs))).toEqual(['version-too-small']);
    },
  );

  test('that no entry announces are none', () => {
    expect(said({ notes: `## [1.2.1] - 2026-03-01\n\n${FIX}`, commits: [feature] })).toEqual([]);
  });

  test('say nothing where versions are dates', () => {
    const earlier = '## 26.2.0 - 2026-02-10\n\n- Plug-ins\n\n## 26.1.0 - 2026-01-10\n\n- Themes\n';
    expect(
      said({
        notes: '## 26.2.1 - 2026-03-01\n\n### Added\n\n- Charts have stacked bars\n',
        earlier,
        commits: [feature],
        tags: [['v26.2.0', '2026-02-10T12:00:00Z']],
        fresh: ['26.2.1'],
      }),
    ).toEqual([]);
  });

  test('talk of breaking changes is not a breaking change', () => {
    expect(
      said({
        notes:
          '## [1.2.1] - 2026-03-01\n\n- This release has no breaking changes\n- Panels are fixed\n',
      }),
    ).toEqual([]);
  });
});

describe('versions', () => {
  test('a heading with another version than the tag', () => {
    expect(said({ notes: `## [1.4.0] - 2026-03-01\n\n${FIX}`, tags: TAGGED })).toEqual([
      'version-mismatch: The heading says 1.4.0, and the tag v1.2.1 says 1.2.1. Correct the heading to 1.2.1, or the version in the tag v1.2.1.',
    ]);
  });

  test('a manifest that was not raised', () => {
    expect(
      said({ notes: `## [1.2.1] - 2026-03-01\n\n${FIX}`, manifest: ['1.2.0', '1.2.0'] }),
    ).toEqual([
      'version-mismatch: The heading says 1.2.1, and package.json still says 1.2.0. Raise the version in package.json to 1.2.1, or correct the heading.',
    ]);
  });

  test('a manifest that waits for its version, or never had one, says nothing', () => {
    const notes = `## [1.2.1] - 2026-03-01\n\n${FIX}`;
    expect(said({ notes, manifest: ['0.0.0', '0.0.0'] })).toEqual([]);
    expect(said({ notes, manifest: ['1.3.0-dev', '1.3.0-dev'] })).toEqual([]);
  });

  test('a tag, or a manifest, without a heading', () => {
    const unreleased = `## [Unreleased]\n\n${FIX}`;
    expect(said({ notes: unreleased, tags: TAGGED })).toEqual([
      'version-missing: There is the tag v1.2.1, and the notes have no heading for 1.2.1. Add a heading for 1.2.1 over the entries that it brings.',
    ]);
    expect(said({ notes: unreleased, manifest: ['1.2.0', '1.2.1'] })).toEqual([
      'version-missing: package.json was raised to 1.2.1, and the notes have no heading for 1.2.1. Add a heading for 1.2.1 over the entries that it brings.',
    ]);
  });

  test('a project that never noted its tags is not asked to', () => {
    const tags = ['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.1.1'].map(
      (version, index) => [`v${version}`, `2026-01-0${index + 1}T00:00:00Z`] as const,
    );
    expect(
      said({ notes: `## [Unreleased]\n\n${FIX}`, tags: [...tags, ...TAGGED.slice(1)] }),
    ).toEqual([]);
  });

  test('notes that lack the release before as well are not asked again', () => {
    const earlier = '## [1.1.0] - 2026-01-10\n\n- Themes\n';
    const notes = `## [Unreleased]\n\n${FIX}`;
    expect(said({ notes, earlier, tags: TAGGED })).toEqual([]);
  });

  test('headings out of order, and an older line where its date puts it', () => {
    const wrong = `## [1.1.9] - 2026-02-01\n\n${FIX}`;
    expect(said({ notes: wrong })).toEqual([
      'version-order: 1.1.9 stands above 1.2.0, and the notes have the newest release first. Move 1.1.9 below 1.2.0, or correct its version.',
    ]);
    expect(said({ notes: `## [1.1.9] - 2026-02-20\n\n${FIX}` })).toEqual([]);
  });

  test('a version that is there twice', () => {
    const notes = `## [1.2.1] - 2026-03-01\n\n${FIX}\n## [1.2.1] - 2026-03-01\n\n- Panels are green\n`;
    expect(said({ notes })).toEqual([
      'duplicate-version: There are two headings for 1.2.1, in lines 3 and 9. Join the two, or correct the version of one.',
    ]);
  });
});

describe('dates', () => {
  test.each([
    [
      '2026-02-30',
      'The heading of 1.2.1 says 2026-02-30, and there is no such day. Write 2026-03-01, the day of the tag.',
    ],
    [
      '2025-03-01',
      'The heading of 1.2.1 says 2025-03-01, and the tag v1.2.1 is of 2026-03-01. Write 2026-03-01, the day of the tag.',
    ],
    [
      '2026-01-03',
      'The heading of 1.2.1 says 2026-01-03, and the tag v1.2.1 is of 2026-03-01. Write 2026-03-01: day and month are swapped.',
    ],
  ])('%s against the tag', (date, text) => {
    expect(said({ notes: `## [1.2.1] - ${date}\n\n${FIX}`, tags: TAGGED })).toEqual([
      `date-wrong: ${text}`,
    ]);
  });

  test.each(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])(
    '%s is near enough to a tag of 2026-03-01T12:00Z in some zone',
    (date) => {
      expect(said({ notes: `## [1.2.1] - ${date}\n\n${FIX}`, tags: TAGGED })).toEqual([]);
    },
  );

  test.each(['2026-02-24', '2026-03-06'])('%s is not', (date) => {
    expect(
      problemsOf({ notes: `## [1.2.1] - ${date}\n\n${FIX}`, tags: TAGGED }).map(({ code }) => code),
    ).toEqual(['date-wrong']);
  });

  test('before its tag: against the newest commit and the release before', () => {
    expect(said({ notes: `## [1.2.1] - 2026-09-01\n\n${FIX}` })).toEqual([
      'date-wrong: The heading of 1.2.1 says 2026-09-01, and the newest commit of the range is of 2026-03-01. Write the day on which the release is made.',
    ]);
    expect(said({ notes: `## [1.2.1] - 2026-01-20\n\n${FIX}` })).toEqual([
      'date-wrong: The heading of 1.2.1 says 2026-01-20, and 1.2.0 before it is of 2026-02-10. Correct the date of the one or the other.',
    ]);
  });

  test('a heading without a date among dated ones, once it is out', () => {
    const notes = `## [1.2.1]\n\n${FIX}`;
    expect(said({ notes, tags: TAGGED })).toEqual([
      'date-missing: The heading of 1.2.1 has no date, and the others have one. Add the day of the release, written as the other headings have it.',
    ]);
    expect(said({ notes })).toEqual([]);
  });

  test('no date is missed where none is the custom', () => {
    const earlier = '## 1.2.0\n\n- Plug-ins\n\n## 1.1.0\n\n- Themes\n';
    expect(said({ notes: `## 1.2.1\n\n${FIX}`, earlier, tags: TAGGED })).toEqual([]);
  });
});

describe('entries that stand twice', () => {
  test('in one release', () => {
    expect(
      said({
        notes: '## [1.2.1] - 2026-03-01\n\n- Panels keep their place\n- panels keep their place.\n',
      }),
    ).toEqual([
      'duplicate-entry: The entry "panels keep their place." is there twice, in lines 5 and 6. Remove one of the two.',
    ]);
  });

  test('released and still pending', () => {
    const notes =
      '## [Unreleased]\n\n- Panels keep their place\n\n## [1.2.1] - 2026-03-01\n\n- Panels keep their place\n';
    expect(problemsOf({ notes }).map(({ code }) => code)).toEqual(['duplicate-entry']);
  });

  test('vague ones may', () => {
    expect(said({ notes: '## [1.2.1] - 2026-03-01\n\n- Bug fixes\n- Bug fixes\n' })).toEqual([]);
  });
});
