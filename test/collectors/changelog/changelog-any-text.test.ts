import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseChangelog } from '../../../src/collectors/changelog/parse-changelog.ts';
import type { ChangelogRelease } from '../../../src/words/changelog.ts';

function read(text: string, path = 'CHANGELOG.md'): readonly ChangelogRelease[] {
  return parseChangelog([{ path, text }], 'auto').releases;
}

describe('any text', () => {
  const piece = fc.constantFrom(
    '#',
    '## ',
    '1.2.0',
    '[',
    ']',
    '(',
    ')',
    '- ',
    '* ',
    '  ',
    '\n',
    '\n\n',
    '=====',
    '-----',
    '`',
    '```',
    '~~~',
    '<!--',
    '-->',
    'Unreleased',
    '2026-01-02',
    ':',
    '**',
    '_',
    '>',
    '|',
    '#12',
    'http://a/b/c/pull/1',
    '\t',
    'word',
    '\u001b[1m',
    '\r\n',
    '---\n',
    '"a": major',
  );
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 200 }).map((parts) => parts.join('')),
    fc.string(),
  );

  test('throws nothing, and every line number is a line of the text, in order', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom(
          'CHANGELOG.md',
          'CHANGES.rst',
          'NEWS',
          'x.json',
          'v1.0.0.md',
          '.changeset/a.md',
        ),
        fc.constantFrom('auto', 'keep-a-changelog', 'headings', 'github', 'changesets'),
        (text, path, form) => {
          const count = Math.max(1, text.split('\n').length);
          for (const release of parseChangelog([{ path, text }], form).releases) {
            expect(release.line).toBeGreaterThanOrEqual(1);
            expect(release.end).toBeGreaterThanOrEqual(release.line);
            expect(release.end).toBeLessThanOrEqual(count);
            for (const entry of release.entries) {
              expect(entry.line).toBeGreaterThanOrEqual(1);
              expect(entry.end).toBeGreaterThanOrEqual(entry.line);
              expect(entry.end).toBeLessThanOrEqual(count);
              expect(entry.text).toMatch(/^\S(?:[^\n]*\S)?$/u);
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  const word = fc
    .stringMatching(/^[a-z]{3,9}$/)
    .filter((one) => !['none', 'wip', 'tbd', 'tba'].includes(one));
  const entry = fc
    .array(word, { minLength: 2, maxLength: 6 })
    .map((words) => `say ${words.join(' ')}`);
  const release = fc.record({
    minor: fc.nat(99),
    entries: fc.array(entry, { minLength: 1, maxLength: 5 }),
  });

  test('what is written in a form is read back whole', () => {
    fc.assert(
      fc.property(
        fc.array(release, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(
          '## [1.%.0] - 2026-01-02',
          '# v1.%.0 (2026-01-02)',
          '1.%.0 / 2026-01-02\n=====',
          '### 1.%.0',
        ),
        fc.constantFrom('- ', '* ', '  * ', '1. '),
        (releases, heading, bullet) => {
          const text = releases
            .map(({ minor, entries }) =>
              [
                heading.replace('%', String(minor)),
                '',
                ...entries.map((one) => bullet + one),
                '',
              ].join('\n'),
            )
            .join('\n');
          const found = read(text);
          expect(found.map(({ version }) => version)).toEqual(
            releases.map(({ minor }) => `1.${minor}.0`),
          );
          expect(found.map(({ entries }) => entries.map((one) => one.text))).toEqual(
            releases.map(({ entries }) => entries),
          );
          const source = text.split('\n');
          for (const one of found.flatMap(({ entries }) => entries))
            expect(source[one.line - 1]).toBe(bullet + one.text);
        },
      ),
    );
  });

  // Twice quadratic time on any of these would be hours.
  test.each([
    '#',
    '-',
    '[',
    '- ',
    '-\n',
    '[\n',
    '<!--',
    '`',
    '# 1.2\n',
    '- a\n',
    '(',
    '1.1.',
    '>',
    '![',
    '<a',
    '    ',
  ])('a megabyte of %j is read in time that grows with its length only', (unit) => {
    const text = `## 1.0.0\n${unit.repeat(Math.ceil(1_000_000 / unit.length))}`;
    expect(parseChangelog([{ path: 'CHANGELOG.md', text }], 'auto').form).toBe('headings');
  });

  test.each(['CHANGES.rst', 'NEWS', '.changeset/a.md', 'r.json', 'v1.0.0.md'])(
    'so is one of bullets and headings in %s',
    (path) => {
      const text = `---\n---\n${'# 1\n- [\n=\n'.repeat(100_000)}`;
      expect(parseChangelog([{ path, text }], 'auto').releases.length).toBeLessThan(2);
    },
  );
});
