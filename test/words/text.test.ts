import { describe, expect, it } from 'vitest';

import {
  codeBlock,
  escapeMarkdown,
  inlineCode,
  oneLine,
  stripControls,
} from '../../src/words/text.ts';

describe('stripControls', () => {
  it('removes titles, colours, clipboard writes and bidirectional overrides', () => {
    expect(
      stripControls(
        '\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u001b]52;c;ZXZpbA==\u001b\\a\u202eb',
      ),
    ).toBe('red ab');
  });

  it('keeps tabs, newlines and every ordinary letter', () => {
    expect(stripControls('ä\tö\r\nü 漢字 🙂')).toBe('ä\tö\nü 漢字 🙂');
  });
});

describe('oneLine', () => {
  it('folds white space and cuts at the limit with an ellipsis', () => {
    expect(oneLine(' a\n\n b   c ')).toBe('a b c');
    expect(oneLine('abcdef', 4)).toBe('abc…');
  });
});

describe('Markdown quoting', () => {
  it('shows headings, links, mentions and HTML literally', () => {
    expect(escapeMarkdown('# [x](y) <b> @team *a*')).toBe(
      String.raw`\# \[x\](y) \<b\> @${'\u200b'}team \*a\*`,
    );
  });

  it('fences code that holds backticks', () => {
    expect(inlineCode('a `b` c')).toBe('``a `b` c``');
    expect(codeBlock('```\nx\n```')).toBe('````\n```\nx\n```\n````');
  });
});
