import { describe, expect, test } from 'vitest';

import { parseChangelog } from '../../../src/collectors/changelog/parse-changelog.ts';
import type { ChangelogRelease } from '../../../src/words/changelog.ts';

function read(text: string, path = 'CHANGELOG.md'): readonly ChangelogRelease[] {
  return parseChangelog([{ path, text }], 'auto').releases;
}

/** `1.2.0 2026-01-02 3-9` and `  [Added] 5-6 text` lines. */
function outline(text: string, path = 'CHANGELOG.md'): readonly string[] {
  return read(text, path).flatMap((release) => [
    `${release.version ?? 'unreleased'} ${release.date ?? release.badDate ?? 'undated'} ${release.line}-${release.end}`,
    ...release.entries.map(
      ({ section, line, end, text: said, breaking }) =>
        `  ${line}-${end} [${section ?? ''}]${breaking ? ' !' : ''} ${said}`,
    ),
  ]);
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

describe('Keep a Changelog', () => {
  const text = lines(
    '# Changelog',
    '',
    'All changes are told here, as keepachangelog.com asks.',
    '',
    '## [Unreleased]',
    '',
    '### Added',
    '',
    '- Read tickets from mbox files (#41)',
    '',
    '## [1.2.0] - 2026-01-02',
    '',
    '### Changed',
    '',
    '- **Breaking:** the option `--old` is gone, and with it',
    '  everything that needed it',
    '  - in the shell',
    '  - in the page',
    '',
    '### Fixed',
    '',
    '- Close the socket when the peer is gone',
    '',
    '## [1.1.0] - 2025-11-30 [YANKED]',
    '',
    '### Security',
    '',
    '* Refuse links out of the folder, see GH-12',
    '',
    '[Unreleased]: https://example.com/a/b/compare/v1.2.0...HEAD',
    '[1.2.0]: https://example.com/a/b/compare/v1.1.0...v1.2.0',
  );

  test('releases, sections and entries stand on their lines', () => {
    expect(outline(text)).toEqual([
      'unreleased undated 5-9',
      '  9-9 [Added] Read tickets from mbox files (#41)',
      '1.2.0 2026-01-02 11-22',
      '  15-18 [Changed] ! **Breaking:** the option `--old` is gone, and with it everything that needed it - in the shell - in the page',
      '  22-22 [Fixed] Close the socket when the peer is gone',
      '1.1.0 2025-11-30 24-28',
      '  28-28 [Security] Refuse links out of the folder, see GH-12',
    ]);
  });

  test('its form, the yanked release and the references are known', () => {
    const { form, releases } = parseChangelog([{ path: 'CHANGELOG.md', text }], 'auto');
    expect(form).toBe('keep-a-changelog');
    expect(releases.map(({ yanked }) => yanked)).toEqual([false, false, true]);
    expect(releases.flatMap(({ entries }) => entries.map(({ references }) => references))).toEqual([
      ['#41'],
      [],
      [],
      ['#12'],
    ]);
  });

  test('Windows line ends change nothing', () => {
    expect(outline(text.replaceAll('\n', '\r\n'))).toEqual(outline(text));
  });
});

describe('headings of releases', () => {
  test.each([
    ['## 1.2.0', '1.2.0', null],
    ['# v1.2.0 (2026-01-02)', '1.2.0', '2026-01-02'],
    ['### 1.2.0 - Jan 2, 2026', '1.2.0', '2026-01-02'],
    ['## v1.2.0 (January 2nd, 2026)', '1.2.0', '2026-01-02'],
    ['## Version 1.2.0', '1.2.0', null],
    ['## Version 1.2.0 - 2 January 2026', '1.2.0', '2026-01-02'],
    [
      '## [1.2.0](https://example.com/a/b/compare/v1.1.0...v1.2.0) (2026-01-02)',
      '1.2.0',
      '2026-01-02',
    ],
    ['## <a name="1.2.0"></a> [1.2.0](https://example.com/x) (2026-01-02)', '1.2.0', '2026-01-02'],
    ['## @scope/core@1.2.0-rc.1', '1.2.0-rc.1', null],
    ['## Release 1.2.0 / 2026-01-02', '1.2.0', '2026-01-02'],
    ['## 1.2.0 “Winter Oak” (2026-01-02)', '1.2.0', '2026-01-02'],
    ['## 1.2.0: the quiet one', '1.2.0', null],
    ['## Widget 1.2 (2026-01-02)', '1.2', '2026-01-02'],
    ['## **1.2.0** *2026-01-02*', '1.2.0', '2026-01-02'],
    ['# Changelog for widget 1.2.0 (2026-01-02)', '1.2.0', '2026-01-02'],
    ['# Release widget 1.2.0 / widget-core 1.4.0 (2026-01-02)', '1.2.0', '2026-01-02'],
    ['## 2.34.0.dev1', '2.34.0.dev1', null],
    ['## 24.1a1', '24.1a1', null],
    ['## v12', '12', null],
    ['## 12 (2026-01-02)', '12', '2026-01-02'],
    ['## 1.2.0 (13/02/2026)', '1.2.0', '2026-02-13'],
    ['## 1.2.0 / 2026/01/02', '1.2.0', '2026-01-02'],
    ['## Unreleased', null, null],
    ['## [Unreleased]', null, null],
    ['## Next release', null, null],
    ['## NEXT (UNRELEASED)', null, null],
    ['## master (unreleased)', null, null],
    ['## 1.3.0 (unreleased)', null, null],
    ['## 1.3.0 - YYYY-MM-DD', null, null],
    ['## dev', null, null],
  ])('%j is read', (heading, version, date) => {
    expect(read(lines(heading, '', '- One thing'))).toMatchObject([
      { version, date, badDate: null, line: 1, entries: [{ text: 'One thing', line: 3 }] },
    ]);
  });

  test.each([
    ['## 1.2.0 (2026-02-30)', '2026-02-30'],
    ['## 1.2.0 - 2026-13-01', '2026-13-01'],
    ['## 1.2.0 - June 31, 2026', 'June 31, 2026'],
  ])('%j has a date that no calendar has', (heading, badDate) => {
    expect(read(lines(heading, '- One'))).toMatchObject([
      { version: '1.2.0', date: null, badDate },
    ]);
  });

  test.each([
    '## Upgrading from 1.x to 2.0',
    '## Drop support for Python 3.8',
    '## Python 3.14 support',
    '## What comes after',
    '## Node 18',
    '## 2026',
  ])('%j is none beside others', (heading) => {
    const text = lines('# 2.0.0', '- One', '', heading, '', '- Two', '', '# 1.0.0', '- Three');
    expect(read(text).map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
  });

  test('underlined ones of both markups stand on the line of their words', () => {
    const text = lines(
      '1.2.0 / 2026-01-02',
      '==================',
      '',
      '  * one',
      '    * deep',
      '  * two',
    );
    expect(outline(text, 'History.md')).toEqual([
      '1.2.0 2026-01-02 1-6',
      '  4-5 [] one - deep',
      '  6-6 [] two',
    ]);
  });

  test('a line of its own serves where there are no headings', () => {
    const text = lines('1.2.0 (2026-01-02)', '- one', '', '1.1.0 (2025-01-02)', '- two');
    expect(outline(text, 'NEWS')).toEqual([
      '1.2.0 2026-01-02 1-2',
      '  2-2 [] one',
      '1.1.0 2025-01-02 4-5',
      '  5-5 [] two',
    ]);
  });

  test('a package of its own is kept', () => {
    expect(read(lines('## @scope/core@1.2.0', '- one'))).toMatchObject([
      { package: '@scope/core' },
    ]);
  });
});

describe('reStructuredText', () => {
  const text = lines(
    '.. currentmodule:: widget',
    '',
    'Version 3.2.0',
    '-------------',
    '',
    'Unreleased',
    '',
    '-   Drop the old parser. :pr:`3098`',
    '',
    'Version 3.1.4',
    '-------------',
    '',
    'Released 2024-05-05',
    '',
    '-   The debugger waits for input. :issue:`12`',
    '    :pr:`15`',
    '',
    '    -   And for output.',
    '',
    '-   Two more words.',
  );

  test('versions, dates below them and nested bullets are read', () => {
    expect(outline(text, 'CHANGES.rst')).toEqual([
      'unreleased undated 3-8',
      '  8-8 [] Drop the old parser. :pr:`3098`',
      '3.1.4 2024-05-05 10-20',
      '  15-18 [] The debugger waits for input. :issue:`12` :pr:`15` - And for output.',
      '  20-20 [] Two more words.',
    ]);
    expect(read(text, 'CHANGES.rst')[1]?.entries[0]?.references).toEqual(['#12', '#15']);
  });
});

describe('conventional-changelog', () => {
  test('sections, scopes, links and breaking changes are read', () => {
    const home = 'https://github.com/a/b';
    const text = lines(
      '<a name="2.0.0"></a>',
      `## [2.0.0](${home}/compare/v1.9.0...v2.0.0) (2026-01-02)`,
      '',
      '### ⚠ BREAKING CHANGES',
      '',
      '* **api:** the second argument is gone',
      '',
      '### Bug Fixes',
      '',
      `* **cli:** wait for the pipe ([#12](${home}/issues/12)) ([1a2b3c4](${home}/commit/1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d)), closes [#11](${home}/issues/11)`,
      '* see c/d#7 and PROJ-31',
    );
    expect(read(text)).toMatchObject([
      {
        version: '2.0.0',
        line: 2,
        entries: [
          { section: '⚠ BREAKING CHANGES', breaking: true, references: [] },
          {
            section: 'Bug Fixes',
            breaking: false,
            references: ['#12', '1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d', '#11'],
          },
          { references: ['c/d#7', 'PROJ-31'] },
        ],
      },
    ]);
  });
});

describe('bodies of GitHub releases', () => {
  const body =
    "## What's Changed\n* Wait for the pipe by @ada in https://github.com/a/b/pull/12\n\n## New Contributors\n* @ada made their first contribution\n\n**Full Changelog**: https://github.com/a/b/compare/v1...v2";

  test('the JSON of the API is read, drafts as not released', () => {
    const text = JSON.stringify(
      [
        { tag_name: 'v2.1.0', name: '', body: '* Later', published_at: null, draft: true },
        {
          tag_name: 'v2.0.0',
          name: 'Two',
          body,
          published_at: '2026-01-02T10:00:00Z',
          draft: false,
        },
      ],
      null,
      2,
    );
    expect(parseChangelog([{ path: 'releases.json', text }], 'auto')).toMatchObject({
      form: 'github',
      releases: [
        { version: null, title: 'v2.1.0', date: null, line: 3, entries: [{ line: 5 }] },
        {
          version: '2.0.0',
          title: 'Two',
          date: '2026-01-02',
          line: 10,
          entries: [
            {
              text: 'Wait for the pipe by @ada in https://github.com/a/b/pull/12',
              section: "What's Changed",
              references: ['#12'],
              line: 12,
            },
          ],
        },
      ],
    });
  });

  test('a file a tag is read', () => {
    const files = [{ path: 'releases/v2.0.0.md', text: body }];
    expect(parseChangelog(files, 'auto')).toMatchObject({
      form: 'github',
      releases: [{ version: '2.0.0', line: 1, end: 7, entries: [{ line: 2 }] }],
    });
  });

  test.each(['', '{', '[1, null, "x", {"tag_name": 3}]', '{"tag_name":"v1.0.0","body":7}\n{'])(
    '%j throws nothing',
    (text) => {
      expect(parseChangelog([{ path: 'releases.json', text }], 'github').form).toBe('github');
    },
  );
});

describe('Changesets', () => {
  test('each is a pending entry, with its bump; the notes follow', () => {
    const files = [
      { path: '.changeset/README.md', text: '# Changesets\n' },
      {
        path: '.changeset/brave-cats.md',
        text: lines(
          '---',
          '"@a/core": major',
          "'b': patch",
          '---',
          '',
          'Drop the old reader (#12)',
        ),
      },
      { path: '.changeset/empty.md', text: lines('---', '---') },
      { path: 'CHANGELOG.md', text: lines('## 1.0.0', '- One') },
    ];
    expect(parseChangelog(files, 'auto')).toMatchObject({
      form: 'changesets',
      releases: [
        {
          version: null,
          path: '.changeset',
          entries: [
            {
              text: 'Drop the old reader (#12)',
              section: 'major',
              breaking: true,
              path: '.changeset/brave-cats.md',
              line: 6,
              references: ['#12'],
            },
          ],
        },
        { version: '1.0.0', path: 'CHANGELOG.md' },
      ],
    });
  });
});

test('plain text may mark its headings with equals signs, what is not released yet too', () => {
  const text = lines(
    '=== master',
    '',
    '* One',
    '',
    '=== 1.2.0 (2026-03-01)',
    '',
    '* Two',
    '',
    '=== 1.1.0 (2026-02-01)',
    '',
    '* Three',
  );
  expect(parseChangelog([{ path: 'CHANGELOG', text }], 'auto').releases).toMatchObject([
    { version: null, entries: [{ text: 'One' }] },
    { version: '1.2.0', entries: [{ text: 'Two' }] },
    { version: '1.1.0', entries: [{ text: 'Three' }] },
  ]);
});

test('AsciiDoc has headings of equals signs and labels with two colons', () => {
  const text = lines(
    '= Changelog',
    '',
    '// tag::compact[]',
    '== 2.1.0 (2026-05-011) - @ada',
    '',
    'Bug Fixes::',
    '',
    '  * Keep the anchor of a table (#41)',
    '',
    '=== Details',
    '',
    '  * More',
  );
  expect(outline(text, 'CHANGELOG.adoc')).toEqual([
    '2.1.0 2026-05-011 4-12',
    '  8-8 [Bug Fixes] Keep the anchor of a table (#41)',
    '  12-12 [Details] More',
  ]);
});
