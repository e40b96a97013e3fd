/** Notes as directives of reStructuredText: every line stays in its place, and releases, dates, entries and numbers are read. */
import { describe, expect, it } from 'vitest';

import { withoutDirectives } from '../../../src/collectors/changelog/notes-lines.ts';
import { parseChangelog } from '../../../src/collectors/changelog/parse-changelog.ts';

const TEXT = `==========
Changelog
==========

.. changelog::
    :version: 1.2.1
    :include_notes_from: unreleased

.. changelog::
    :version: 1.2.0
    :released: June 25, 2026

    .. change::
        :tags: bug, mysql
        :tickets: 779, 1745

        Compare types of :class:\`.ENUM\`,
        also on MySQL.

        A second paragraph.

    .. change::
        :tags: usecase

        Add the option \`\`--splice\`\`.

.. changelog::
    :version: 1.1.0
    :released: May 1, 2026

    .. change::
        :tags: feature
        :tickets:

        The first.
`;

describe('notes as directives', () => {
  it('are releases with their dates, and entries with their numbers and lines', () => {
    const { releases } = parseChangelog([{ path: 'docs/build/changelog.rst', text: TEXT }], 'auto');
    expect(releases.map(({ version, date, line }) => [version, date, line])).toEqual([
      [null, null, 6],
      ['1.2.0', '2026-06-25', 10],
      ['1.1.0', '2026-05-01', 28],
    ]);
    expect(
      releases.map(({ entries }) =>
        entries.map(({ text, references, line, end }) => ({ text, references, line, end })),
      ),
    ).toEqual([
      [],
      [
        {
          text: 'Compare types of :class:`.ENUM`, also on MySQL. A second paragraph. (#779, #1745)',
          references: ['#779', '#1745'],
          line: 17,
          end: 20,
        },
        { text: 'Add the option ``--splice``.', references: [], line: 25, end: 25 },
      ],
      [{ text: 'The first.', references: [], line: 35, end: 35 }],
    ]);
  });

  it('keep as many lines, whatever is cut off', () => {
    const lines = TEXT.split('\n');
    for (let length = 0; length <= lines.length; length += 1)
      expect(withoutDirectives(lines.slice(0, length))).toHaveLength(length);
  });
});
