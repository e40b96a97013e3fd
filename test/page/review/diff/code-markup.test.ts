import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { codeMarkup, colourLines } from '../../../../src/page/review/diff/colour-lines.ts';
import { visibleText } from '../../../../src/page/review/diff/visible-text.ts';

/** What a browser shows of it, boxes of odd characters put back. */
function shown(markup: string): string {
  return markup
    .replace(
      /<span class="odd" title="U\+([0-9A-F]+)[^"]*">[^<]*<\/span>/g,
      (_whole, number: string) => String.fromCodePoint(Number.parseInt(number, 16)),
    )
    .replace(/<\/?(?:span|mark)(?: class="[a-z_ -]*")?>/g, '')
    .replace(/&(?:lt|gt|quot|#39|#96|amp);/g, (one) => ENTITIES[one] ?? one);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
  '&amp;': '&',
};

describe('a line of code as markup', () => {
  it('shows what reorders or hides text by its number, and does nothing else', () => {
    expect(visibleText('if (a\u202e) // \u200bx')).toBe(
      'if (a<span class="odd" title="U+202E right-to-left override">U+202E</span>) // <span class="odd" title="U+200B zero width space">U+200B</span>x',
    );
    expect(visibleText('\u001b[31mred\r')).toBe(
      '<span class="odd" title="U+001B ESC">ESC</span>[31mred<span class="odd" title="U+000D CR">CR</span>',
    );
  });

  it('marks the words that changed across colours', () => {
    const tokens = [
      { text: 'const', className: 'hljs-keyword' },
      { text: ' a = <b>', className: null },
    ];
    expect(codeMarkup({ text: 'const a = <b>', tokens, marks: [[3, 7]] })).toBe(
      '<span class="hljs-keyword">con<mark>st</mark></span><mark> a</mark> = &lt;b&gt;',
    );
  });

  it('leaves colours away that belong to another text', () => {
    expect(codeMarkup({ text: 'a', tokens: [{ text: 'b', className: 'x' }], marks: [] })).toBe('a');
  });

  it('shows every character of any text, and no markup of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme' }),
          fc.constant('</span><script>alert(1)</script>'),
        ),
        fc.nat(20),
        fc.nat(20),
        async (text, from, length) => {
          const line = text.replaceAll('\n', '');
          const found = await colourLines({ path: 'a.ts', text: line });
          const tokens = found.kind === 'coloured' ? (found.lines[0] ?? null) : null;
          const markup = codeMarkup({ text: line, tokens, marks: [[from, from + length]] });
          expect(shown(markup)).toBe(line);
          expect(
            markup.replace(/<\/?(?:span|mark)(?: class="[a-z_ -]*"(?: title="[^"<>]*")?)?>/g, ''),
          ).not.toContain('<');
        },
      ),
    );
  });
});

describe('the colours of a program', () => {
  it('stay over the lines of one comment', async () => {
    const found = await colourLines({ path: 'src/a.py', text: 'x = """one\ntwo"""\ny = 1\n' });
    if (found.kind !== 'coloured') throw new Error(found.kind);
    expect(found.lines[1]).toEqual([{ text: 'two"""', className: 'hljs-string' }]);
    expect(found.lines).toHaveLength(4);
  });

  it('are left away where there is too much, and where no language is known', async () => {
    expect(await colourLines({ path: 'a.ts', text: 'a\n'.repeat(5_001) })).toEqual({
      kind: 'too-much',
    });
    expect(await colourLines({ path: 'a.ts', text: 'a'.repeat(6_000) })).toEqual({
      kind: 'too-much',
    });
    expect(await colourLines({ path: 'a.unknown', text: 'a' })).toEqual({ kind: 'plain' });
  });
});
