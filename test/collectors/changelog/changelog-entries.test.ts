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

describe('what an entry is', () => {
  test('code in fences is not read, and belongs to its entry', () => {
    const text = lines(
      '## 1.2.0',
      '',
      '* One',
      '',
      '    ```js',
      '    // ## 1.1.0',
      '    * no entry',
      '    ```',
      '* Two',
    );
    expect(outline(text)).toEqual(['1.2.0 undated 1-9', '  3-8 [] One', '  9-9 [] Two']);
  });

  test('a fence that is never closed ends with its entry', () => {
    const text = lines('## 1.2.0', '- One', '  ```', '  a', '', '## 1.1.0', '- Two');
    expect(read(text).map(({ version }) => version)).toEqual(['1.2.0', '1.1.0']);
  });

  test('comments are not read, unless they would never end', () => {
    const text = lines(
      '## 1.2.0',
      '<!--',
      '- not this',
      '-->',
      '- One',
      '',
      '## 1.1.0',
      '- Two <!-- open',
    );
    expect(outline(text)).toEqual([
      '1.2.0 undated 1-5',
      '  5-5 [] One',
      '1.1.0 undated 7-8',
      '  8-8 [] Two <!-- open',
    ]);
  });

  test('paragraphs count where a release has no bullets', () => {
    const text = lines(
      '## 1.2.0',
      '',
      'A quiet release',
      'of two lines.',
      '',
      '[diff](https://x)',
      '',
      'More.',
    );
    expect(outline(text)).toEqual([
      '1.2.0 undated 1-8',
      '  3-4 [] A quiet release of two lines.',
      '  8-8 [] More.',
    ]);
  });

  test('words before bullets do not count, and bold lines and labels are sections', () => {
    const text = lines(
      '## 1.2.0',
      'A quiet release.',
      '',
      '**Bugfixes**',
      '- One',
      '',
      'New features:',
      '',
      '* Two',
    );
    expect(outline(text)).toEqual([
      '1.2.0 undated 1-9',
      '  5-5 [Bugfixes] One',
      '  9-9 [New features] Two',
    ]);
  });

  test('a bullet that only groups others is their section', () => {
    const text = lines('## 1.2.0', '* remove:', '  - `a`', '  - `b`', '* deps: send@1', '  - less');
    expect(outline(text)).toEqual([
      '1.2.0 undated 1-6',
      '  3-3 [remove] `a`',
      '  4-4 [remove] `b`',
      '  5-6 [] deps: send@1 - less',
    ]);
  });

  test('a heading with a number is an entry with all below it', () => {
    const text = lines(
      '# 1.2.0',
      '',
      '#### Keep quotes (#12)',
      '',
      'As here:',
      '',
      '- a',
      '',
      '#### Wait (#13)',
    );
    expect(outline(text)).toEqual([
      '1.2.0 undated 1-9',
      '  3-7 [] Keep quotes (#12)',
      '  9-9 [] Wait (#13)',
    ]);
  });

  test.each([
    '- Nothing yet',
    '- N/A',
    '- None.',
    '- \\[Short description.\\]',
    '- No changes',
    '- ...',
  ])('%j holds the place of one', (line) => {
    expect(read(lines('## 1.2.0', line))).toMatchObject([{ version: '1.2.0', entries: [] }]);
  });

  test.each([
    ['feat(api)!: drop it', true],
    ['BREAKING: drop it', true],
    ['[breaking] drop it', true],
    ['💥 drop it', true],
    ['This is a breaking change', true],
    ['No breaking changes', false],
    ['Fix line breaking in tables', false],
    ['non-breaking spaces are kept', false],
  ])('%j breaks something: %j', (text, breaking) => {
    expect(read(lines('## 1.2.0', `- ${text}`))[0]?.entries[0]?.breaking).toBe(breaking);
  });

  test.each([
    ['wait (#12, GH-13)', ['#12', '#13']],
    ['wait !34', ['!34']],
    ['fix `1a2b3c4` and not `abcdefa`', ['1a2b3c4']],
    ['1a2b3c4: wait', ['1a2b3c4']],
    ['UTF-8, CVE-2026-1 and ABC-3', ['ABC-3']],
    ['by @x in https://github.com/a/b/pull/12', ['#12']],
    ['https://gitlab.example.com/g/s/p/-/merge_requests/5', ['!5']],
    ['see https://example.com/page#12', []],
    ['a `#fff000` colour &#39;', []],
    [
      'Fix it. @amy 63751f8a9f94dc6d3370084ad0d60826c58b955d',
      ['63751f8a9f94dc6d3370084ad0d60826c58b955d'],
    ],
  ])('%j names %j', (text, references) => {
    expect(read(lines('## 1.2.0', `- ${text}`))[0]?.entries[0]?.references).toEqual(references);
  });

  test('a long one is cut and control characters are gone', () => {
    const [release] = read(lines('## 1.2.0', `- \u001b[31mred\u202e ${'word '.repeat(1000)}`));
    const text = release?.entries[0]?.text ?? '';
    expect(text.slice(0, 9)).toBe('red word ');
    expect(text.length).toBe(2000);
  });
});
