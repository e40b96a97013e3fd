import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';

import { neutralised } from '../../src/connections/trackers/issue-text.ts';
import { inertMarkdown } from '../../src/forges/forge-text.ts';

/** As forges read it: entities and escapes are letters before names and numbers are looked for. */
function shown(markdown: string): string {
  return new MarkdownIt({ html: true, linkify: true }).render(markdown);
}

const DISGUISED = [
  '&#64;ada',
  '&#x40;ada',
  '&commat;ada',
  '@&#x61;da',
  String.raw`\@ada`,
  'fixes &#x23;12',
  'fixes &num;12',
  'fixes #&#x31;2',
  String.raw`fixes \#12`,
  String.raw`fixes GH\-12`,
  'closes GH&#x2d;12',
  String.raw`closes https://github.com/a/b/issues\/12`,
  'closes https://github.com/a/b/issues/&#x31;2',
  'closes [it](https://github.com/a/b/issues&sol;12)',
];

describe('words for a forge', () => {
  it.each(DISGUISED)('call nobody and close nothing: %s', (text) => {
    for (const made of [inertMarkdown(text), neutralised(text)])
      expect(shown(made)).not.toMatch(/@ada|#12|GH-12|issues\/12/i);
  });

  it.each([
    '<script>\nx',
    '<style>\nx',
    '<pre>\nx',
    '> <textarea>\nx',
    '- <div>\n```',
    '<details><summary>x',
    'a <template>b',
    '<? x',
    '<!-- x',
    '<section hidden>\n\nx',
  ])('hide and swallow nothing: %s', (text) => {
    for (const made of [inertMarkdown(text), neutralised(text)])
      expect(shown(made)).not.toMatch(
        /<(?:!--|\?|script|style|textarea|div|details|summary|template|section)/,
      );
  });

  it('load nothing', () => {
    expect(shown(inertMarkdown('![x](https://e.example/?d=1) ![y][z]'))).not.toContain('<img');
  });

  it('stay as they are where they do nothing', () => {
    const text = 'Use `a < b` & Map<string, number>; see <https://docs.example/a>. AT&T &amp; x';
    expect(inertMarkdown(text)).toBe(text);
    expect(neutralised(text)).toBe(text);
  });

  it('are read at once, however long their lines', () => {
    const begun = performance.now();
    for (const part of [' ', '>', '- ', '1.', '<', '&', '&#', '![', 'GH\\', '/issues'])
      inertMarkdown(neutralised(part.repeat(1_000_000 / part.length)));
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
