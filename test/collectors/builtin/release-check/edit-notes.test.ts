/** The proposed edit, in the manners that files have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  editNotes,
  type NotesEdit,
} from '../../../../src/collectors/builtin/release-check/edit/edit-notes.ts';
import type { EndOfRange } from '../../../../src/collectors/builtin/release-check/edit/outline.ts';
import type { Unmentioned } from '../../../../src/collectors/builtin/release-check/edit/word-entry.ts';
import type { ReleaseCommit } from '../../../../src/words/release-note.ts';
import { releaseCommit } from '../../../kit/release-facts.ts';

const OPEN: EndOfRange = { versionOf: () => null, inPreparation: [], date: null };

function released(version: string, date: string | null = '2026-11-21'): EndOfRange {
  return { versionOf: () => version, inPreparation: [], date };
}

function unmentioned(
  commits: readonly ReleaseCommit[],
  user: string | null = null,
): readonly Unmentioned[] {
  return commits.map((commit) => {
    const { subject, author: name } = commit;
    return { commit, subject, user, name };
  });
}

interface Case {
  readonly text: string;
  readonly commits: readonly ReleaseCommit[];
  readonly path?: string;
  readonly end?: EndOfRange;
  readonly user?: string;
}

function edit({ text, commits, path = 'CHANGELOG.md', end = OPEN, user }: Case): NotesEdit {
  const request = { text, path, unmentioned: unmentioned(commits, user ?? null), end };
  const done = editNotes(request);
  expect(editNotes({ ...request, text: done.text }).text, 'a second edit').toBe(done.text);
  return done;
}

/** The lines that were inserted, each with its number from 1. */
function inserted(before: string, after: string): readonly string[] {
  const old = before.split('\n');
  let at = 0;
  const added = after.split('\n').flatMap((line, index) => {
    if (line === old[at]) {
      at += 1;
      return [];
    }
    return [`${index + 1} ${line}`];
  });
  expect(at, 'every line that was there').toBe(old.length);
  return added;
}

const FEAT = releaseCommit(1, 'feat(cli): add a flag that prints the plan (#41)');
const FIX = releaseCommit(2, 'fix: handle empty input (#42)');

const KEEP = `\
# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-02

### Added

- A window for each routine. (#31)
- Support for zones. (#32)

### Fixed

- Jitter is the same on every machine. (#33)

[unreleased]: https://example.com/compare/v1.2.0...HEAD
[1.2.0]: https://example.com/releases/v1.2.0
`;

describe('an edit of notes in the form of Keep a Changelog', () => {
  it('makes the sections that the unreleased part has not yet, and leaves link references at the end', () => {
    const { text, added } = edit({ text: KEEP, commits: [FEAT, FIX] });
    expect(text).toBe(
      KEEP.replace(
        '## [Unreleased]\n',
        `\
## [Unreleased]

### Added

- Add a flag that prints the plan. (#41)

### Fixed

- Handle empty input. (#42)
`,
      ),
    );
    expect(added.map(({ version }) => version)).toEqual([null, null]);
  });

  it('puts entries behind the last one of the release that the commits went out with', () => {
    const { text } = edit({ text: KEEP, commits: [FEAT, FIX], end: released('v1.2.0'.slice(1)) });
    expect(inserted(KEEP, text)).toEqual([
      '11 - Add a flag that prints the plan. (#41)',
      '16 - Handle empty input. (#42)',
    ]);
  });

  it('makes a section in its usual place between others', () => {
    const change = releaseCommit(3, 'Switch the default zone to UTC (#44)', { type: null });
    const { text } = edit({ text: KEEP, commits: [change], end: released('1.2.0') });
    expect(inserted(KEEP, text)).toEqual([
      '12 ### Changed',
      '13 ',
      '14 - Switch the default zone to UTC. (#44)',
      '15 ',
    ]);
  });

  it('makes the release that is missing, in the form of the others', () => {
    const text = KEEP.replace('## [Unreleased]\n\n', '');
    const { text: after } = edit({ text, commits: [FIX], end: released('1.3.0') });
    expect(inserted(text, after)).toEqual([
      '3 ## [1.3.0] - 2026-11-21',
      '4 ',
      '5 ### Fixed',
      '6 ',
      '7 - Handle empty input. (#42)',
      '8 ',
    ]);
    const open = edit({ text, commits: [FIX] });
    expect(inserted(text, open.text)[0]).toBe('3 ## [Unreleased]');
  });

  it('prefers a release in preparation to an empty unreleased part', () => {
    const end = { ...OPEN, inPreparation: ['1.2.0'] };
    expect(inserted(KEEP, edit({ text: KEEP, commits: [FIX], end }).text)).toEqual([
      '15 - Handle empty input. (#42)',
    ]);
  });

  it('adds nothing that the release names already, and says so', () => {
    const { text, added, left } = edit({
      text: KEEP,
      commits: [releaseCommit(4, 'feat: support zones (#32)')],
      end: released('1.2.0'),
    });
    expect([text, added, left.map(({ reason }) => reason)]).toEqual([
      KEEP,
      [],
      ['the notes name it in the meantime'],
    ]);
  });

  it('writes one entry for commits that say the very same', () => {
    const twins = [releaseCommit(5, "fix: don't ask"), releaseCommit(6, "fix: don't ask")];
    const { added, joined, text } = edit({ text: KEEP, commits: twins });
    expect(text).toContain("\n- Don't ask.");
    expect([added.length, joined.length]).toEqual([1, 1]);
  });

  it('writes none for a merge that says nothing of the change', () => {
    const merge = releaseCommit(7, 'Merge branch ‘x’ into main', { type: null, merge: true });
    const { text, left } = edit({ text: KEEP, commits: [merge] });
    expect([text, left.map(({ reason }) => reason)]).toEqual([
      KEEP,
      ['its subject says nothing of the change'],
    ]);
  });

  it('marks what breaks as the file does', () => {
    const text = KEEP.replace('- Support for zones.', '- **BREAKING:** Zones are required.');
    const { added } = edit({ text, commits: [releaseCommit(8, 'feat!: drop cron macros (#45)')] });
    expect(added[0]?.text).toBe('**BREAKING:** Drop cron macros. (#45)');
  });
});

describe('an edit of notes in other forms', () => {
  it('keeps CRLF and a missing last newline', () => {
    const text = '# Log\r\n\r\n## Unreleased\r\n\r\n* Added one thing\r\n* Fixed another';
    expect(edit({ text, commits: [FIX] }).text).toBe(`${text}\r\n* Handle empty input`);
  });

  it('speaks underlined headings, wide bullets and broken lines', () => {
    const text = `\
Release History
===============

2.1.0 (2026-02-01)
------------------
-   Added a very long explanation of something that continues until the line is
    full. (#7)
-   Fixed a thing that was wrong for everybody who ever tried to use it in the
    evening. (#8)
-   Removed what nobody used. (#9)
`;
    const long = releaseCommit(
      1,
      'Add a flag that prints the plan of a run before anything of it is started (#41)',
      { type: null },
    );
    const { text: after } = edit({ text, path: 'HISTORY.md', commits: [long] });
    expect(inserted(text, after)).toEqual([
      '4 Unreleased',
      '5 ----------',
      '6 -   Added a flag that prints the plan of a run before anything of it is started.',
      '7     (#41)',
      '8 ',
    ]);
  });

  it('speaks reStructuredText', () => {
    const text = `\
.. currentmodule:: thing

Version 3.1.0
-------------

Unreleased

-   Add support for new zones. :pr:\`31\`
-   Fix the order of runs. :pr:\`32\`
`;
    const commits = [releaseCommit(1, 'Handle `None` in run_ and *args (#41)', { type: null })];
    const { text: after } = edit({ text, path: 'CHANGES.rst', commits });
    expect(inserted(text, after)).toEqual([
      String.raw`10 -   Handle ${'``None``'} in run\_ and \*args. :pr:${'`41`'}`,
    ]);
  });

  it('speaks the history of old Node packages', () => {
    const text = `\
4.1.0 / 2026-02-01
==================

  * add \`next\` option
  * deps: left@1.2.0

4.0.0 / 2026-01-01
==================

  * remove callbacks
`;
    const commits = [releaseCommit(1, 'Fix crash without options', { type: null })];
    const { text: after } = edit({ text, path: 'History.md', commits });
    expect(inserted(text, after)).toEqual([
      '1 Unreleased',
      '2 ==========',
      '3 ',
      '4   * fix crash without options',
      '5 ',
    ]);
    const old = edit({ text, path: 'History.md', commits, end: released('4.0.0') });
    expect(inserted(text, old.text)).toEqual(['11   * fix crash without options']);
  });

  it('speaks what conventional-changelog writes', () => {
    const url = 'https://example.com/acme/thing';
    const text = `\
## [2.1.0](${url}/compare/v2.0.0...v2.1.0) (2026-02-01)


### Features

* **cli:** print the plan ([#31](${url}/issues/31)) ([1234567](${url}/commit/1234567890123456789012345678901234567890))
* **core:** count days ([#32](${url}/issues/32)) ([2345678](${url}/commit/2345678901234567890123456789012345678901))
`;
    const { added, text: after } = edit({ text, commits: [FEAT, FIX], end: released('2.1.0') });
    const sha = (digit: string): string => digit.padStart(40, '0');
    expect(added.map((entry) => entry.text)).toEqual([
      `**cli:** add a flag that prints the plan ([#41](${url}/issues/41)) ([0000000](${url}/commit/${sha('1')}))`,
      `handle empty input ([#42](${url}/issues/42)) ([0000000](${url}/commit/${sha('2')}))`,
    ]);
    expect(inserted(text, after)).toEqual([
      `8 * ${added[0]?.text ?? ''}`,
      '10 ### Bug Fixes',
      '11 ',
      `12 * ${added[1]?.text ?? ''}`,
      '13 ',
    ]);
  });

  it('speaks tags, and puts an entry behind those of its kind', () => {
    const text = `\
# Changelog

## 3.1.0 / 2026-02-01

- [CHANGE] API: Drop a field. #30
- [FEATURE] UI: Add a page. #31
- [BUGFIX] Fix a leak. #32
`;
    const { text: after } = edit({ text, commits: [FEAT, FIX], end: released('3.1.0') });
    expect(inserted(text, after)).toEqual([
      '7 - [FEATURE] Add a flag that prints the plan. #41',
      '9 - [BUGFIX] Handle empty input. #42',
    ]);
  });

  it('names people where the file does and their account is known', () => {
    const text = `\
## Unreleased

- Add a page by @bo in https://example.com/a/b/pull/31
- Fix a leak by @cy in https://example.com/a/b/pull/32
`;
    expect(edit({ text, commits: [FIX], user: 'ada' }).added[0]?.text).toBe(
      'Handle empty input by @ada in https://example.com/a/b/pull/42',
    );
    expect(edit({ text, commits: [FIX] }).added[0]?.text).toBe(
      'Handle empty input in https://example.com/a/b/pull/42',
    );
  });

  it.each([
    ['Fix: Close a door (#31)', 'New: Add a page (#32)', 'Fix: Handle empty input (#42)'],
    ['#31: Close a door', '#32: Add a page', '#42: Handle empty input'],
    ['fix(ui): close a door (#31)', 'feat(ui): add a page (#32)', 'fix: handle empty input (#42)'],
    [
      'Close a door (#31) by Ada Lovelace',
      'Add a page (#32) by Bo Chi',
      'Handle empty input (#42) by Ada Example',
    ],
  ])('begins and ends as its neighbours "%s" and "%s"', (one, other, expected) => {
    const older = '## 1.0.0\n\n- [BUG] Old form, #1\n- [BUG] Of other years, #2\n';
    const near = [one, other, one, other, one, other, one, other].map((line) => `- ${line}\n`);
    const text = `## Unreleased\n\n${near.join('')}\n${older.repeat(3)}`;
    expect(edit({ text, commits: [FIX] }).added.map((entry) => entry.text)).toEqual([expected]);
  });

  it('names the part of the project as its neighbours do, by the words or the scope of the commit', () => {
    const text = `## Unreleased\n\n${'- `cli`: add a page (#31)\n- `ui`: close a door (#32)\n'.repeat(3)}`;
    const worded = releaseCommit(3, 'ui: open a window (#43)', { type: null });
    const nameless = releaseCommit(4, 'Open a gate (#44)');
    const { added, left } = edit({ text, commits: [FEAT, worded, nameless] });
    expect(added.map((entry) => entry.text)).toEqual([
      '`cli`: add a flag that prints the plan (#41)',
      '`ui`: open a window (#43)',
    ]);
    expect(left.map(({ reason }) => reason)).toEqual([
      'it does not say what its entry would begin with, as the others do',
    ]);
  });

  it('leaves out an entry without the number that all others name', () => {
    const text = `## Unreleased\n\n${'- Add a page (#31)\n- Close a door (#32)\n'.repeat(5)}`;
    const { added, left } = edit({ text, commits: [releaseCommit(3, 'Open a window')] });
    expect(added).toEqual([]);
    expect(left.map(({ reason }) => reason)).toEqual([
      'its number or author, which all entries name, is not known',
    ]);
  });

  it('takes a bullet over deeper ones for the title of a section', () => {
    const text = `\
## 6.1.0

* Features
  * Add a page ([#31])
* Bugfixes
  * Close a door ([#32])

## 6.0.0

* Features
  * Add a gate ([#21])
* Bugfixes
  * Close a gate ([#22])

[#31]:https://example.com/a/b/pull/31     "PR by Bo, merged 2026-01-02"
[#32]:https://example.com/a/b/pull/32     "PR by Cy, merged 2026-01-03"
`;
    const end = released('6.1.0');
    expect(inserted(text, edit({ text, commits: [FEAT, FIX], end }).text)).toEqual([
      '5   * Add a flag that prints the plan ([#41])',
      '8   * Handle empty input ([#42])',
      '19 [#41]:https://example.com/a/b/pull/41',
      '20 [#42]:https://example.com/a/b/pull/42',
    ]);
    const bare = text.replace('* Bugfixes\n  * Close a door ([#32])\n', '');
    expect(inserted(bare, edit({ text: bare, commits: [FIX], end }).text).slice(0, 2)).toEqual([
      '5 * Bugfixes',
      '6   * Handle empty input ([#42])',
    ]);
  });

  it('goes on top where numbers fall', () => {
    const text = '## Unreleased\n\n- Add d (#34)\n- Add c (#33)\n- Add b (#32)\n- Add a (#31)\n';
    expect(inserted(text, edit({ text, commits: [FEAT, FIX] }).text)).toEqual([
      '3 - Handle empty input (#42)',
      '4 - Add a flag that prints the plan (#41)',
    ]);
  });

  it('leaves the choice among sections of parts to people', () => {
    const text =
      '## Unreleased\n\n### Parser\n\n- Read lists (#31)\n\n### Printer\n\n- Print lists (#32)\n';
    expect(inserted(text, edit({ text, commits: [FIX] }).text)).toEqual([
      '3 - Handle empty input (#42)',
      '4 ',
    ]);
  });

  it('begins notes that are empty, and leaves a text alone that has no releases', () => {
    expect(edit({ text: '', commits: [FIX] }).text).toBe(
      '## Unreleased\n\n### Fixed\n\n- Handle empty input (#42)\n',
    );
    const prose = 'See the web site for news.\n';
    const { text, left } = edit({ text: prose, path: 'NEWS', commits: [FIX] });
    expect([text, left[0]?.reason]).toEqual([
      prose,
      'no heading of a release was found in the notes',
    ]);
  });

  it('shows hostile subjects as words', () => {
    const text = '## Unreleased\n\n- Add a (#1)\n';
    const commits = [
      releaseCommit(1, 'Show <!-- and <script>x</script> \u001b[31m\u202e\nin __full__', {
        type: null,
      }),
    ];
    expect(edit({ text, commits }).added[0]?.text).toBe(
      String.raw`Show \<!-- and \<script>x\</script> in \_\_full\_\_`,
    );
  });
});

const line = fc.oneof(
  fc.constantFrom(
    '# Changelog',
    '## [Unreleased]',
    '## 1.2.0 - 2026-01-02',
    '1.1.0 / 2025-12-01',
    '==================',
    '------',
    '### Added',
    '**Fixes**',
    'Bug fixes:',
    '- Add a thing (#12)',
    '  goes on here',
    '* [BUGFIX] Fix another. #13',
    '  * nested',
    '```js',
    '<!-- note',
    '-->',
    '[1.2.0]: https://example.com',
    '',
  ),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
);

describe('entries that begin with their kind in bold', () => {
  const HEAD = '# Changelog\n\n# Unreleased\n\n';
  const COMMITS = [
    releaseCommit(1, 'Add a flag that prints the plan (#41)'),
    releaseCommit(2, 'Fix empty input (#42)'),
    releaseCommit(3, 'Remove months (#43)', { breaking: true }),
  ];

  it.each([
    [
      'sorted by kind',
      '- **added:** Add zones (#31)\n- **fixed:** Fix jitter (#32)\n- **breaking:** Remove weeks (#33)\n',
      [6, 8, 10],
    ],
    [
      'in any order',
      '- **added:** Add zones (#31)\n- **fixed:** Fix jitter (#32)\n- **added:** Add days (#33)\n- **breaking:** Remove weeks (#34)\n',
      [9, 10, 11],
    ],
  ])('get the word of the file and one mark, in a section %s', (_order, entries, [a, b, c]) => {
    const text = HEAD + entries;
    expect(inserted(text, edit({ text, commits: COMMITS }).text)).toEqual([
      `${a} - **added:** Add a flag that prints the plan (#41)`,
      `${b} - **fixed:** Fix empty input (#42)`,
      `${c} - **breaking:** Remove months (#43)`,
    ]);
  });
});

describe('an edit of any text', () => {
  it('keeps every byte that was there, and does nothing when done again', () => {
    fc.assert(
      fc.property(
        fc.record({
          lines: fc.array(line, { maxLength: 40 }),
          eol: fc.constantFrom('\n', '\r\n'),
          closed: fc.boolean(),
          path: fc.constantFrom('CHANGELOG.md', 'CHANGES.rst', 'NEWS.txt'),
          version: fc.constantFrom(null, '1.2.0', '2.0.0'),
        }),
        ({ lines, eol, closed, path, version }) => {
          const text = lines.join(eol) + (closed && lines.length > 0 ? eol : '');
          const request = {
            text,
            path,
            unmentioned: unmentioned([FEAT, FIX]),
            end: version === null ? OPEN : released(version),
          };
          const done = editNotes(request);
          expect(isSubsequence(text, done.text)).toBe(true);
          expect(done.added.length + done.left.length).toBe(2);
          expect(done.text === text).toBe(done.added.length === 0 || !done.fits);
          expect(editNotes({ ...request, text: done.text }).text).toBe(done.text);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('takes a megabyte of anything in its stride', () => {
    for (const piece of ['[', '- [#1](', '<!--', '(#1) ', '**']) {
      const text = `## 1.2.0\n\n- Add ${piece.repeat(Math.floor(1_000_000 / piece.length))}\n`;
      expect(
        isSubsequence(
          text,
          editNotes({ text, path: 'CHANGELOG.md', unmentioned: unmentioned([FIX]), end: OPEN })
            .text,
        ),
      ).toBe(true);
    }
  });
});

/** True when every character of the first stands in the second, in order. */

function isSubsequence(first: string, second: string): boolean {
  let at = 0;
  for (let index = 0; index < second.length && at < first.length; index += 1) {
    if (second[index] === first[at]) at += 1;
  }
  return at === first.length;
}

describe('numbers that a file links below its entries', () => {
  const LABELS = `\
# 1.2.0

## Fixed

- Keep the order of hooks ([#31])
- Read zones once ([#35])

[#31]: https://example.com/pull/31
[#35]: https://example.com/issues/35

# 1.1.0

- Windows ([#7])

[#7]: https://example.com/pull/7
`;

  it('are named as labels, with their definitions in order', () => {
    const fix = releaseCommit(2, 'fix: handle empty input (#33)');
    const { text } = edit({ text: LABELS, commits: [fix], end: released('1.2.0') });
    expect(inserted(LABELS, text)).toEqual([
      '7 - Handle empty input ([#33])',
      '10 [#33]: https://example.com/pull/33',
    ]);
  });

  it('are defined at the end of the file where all definitions stand there', () => {
    const text = KEEP.replaceAll(/\(#(\d+)\)/g, '([#$1])').replace(
      '[unreleased]',
      '[#33]: https://example.com/pull/33\n[#32]: https://example.com/pull/32\n[unreleased]',
    );
    const after = edit({ text, commits: [FIX], end: released('1.2.0') }).text;
    expect(inserted(text, after)).toEqual([
      '15 - Handle empty input. ([#42])',
      '17 [#42]: https://example.com/pull/42',
    ]);
  });
});
