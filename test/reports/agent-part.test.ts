import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sanitiseAgentPart } from '../../src/reports/agent-part.ts';

/** Reads the result again, line by line, and lists whatever must not be there. */
function faultsOf(markdown: string): readonly string[] {
  const faults: string[] = [];
  let fence: string | null = null;
  let above = '';
  for (const line of markdown.split('\n')) {
    const marks = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence !== null) {
      if (line === fence) fence = null;
    } else if (marks !== undefined) {
      fence = marks;
      if (above !== '') faults.push(`a fence right under: ${above}`);
    } else {
      const text = line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
      if (/<|!\[/.test(text)) faults.push(`markup: ${line}`);
      if (/^ {0,3}#{1,2}(?: |$)/.test(line)) faults.push(`a heading of ours: ${line}`);
      if (/^ {0,3}(?:=+|-+) *$/.test(line) && above.trim() !== '')
        faults.push(`an underline: ${above}`);
    }
    above = line;
  }
  return fence === null ? faults : [...faults, 'an open fence'];
}

describe('sanitiseAgentPart', () => {
  it('puts the headings below those of the report, underlined ones too', () => {
    expect(sanitiseAgentPart('# Run facts\n\nx\n\nUnder\n---\n\n###### Deep\n')).toBe(
      '### Run facts\n\nx\n\n#### Under\n\n###### Deep',
    );
    expect(sanitiseAgentPart('> # Run facts\n\n- ## Run facts\n')).toBe(
      '> \\# Run facts\n\n- \\## Run facts',
    );
    expect(sanitiseAgentPart('*Run facts*\n---\n')).toBe('### *Run facts*');
  });

  it('shows HTML and images as text, and leaves sure code alone', () => {
    expect(sanitiseAgentPart('<script>x</script> ![a](https://e.x/a.png) `<b>` <!-- c -->')).toBe(
      '&lt;script>x&lt;/script> &#33;[a](https://e.x/a.png) `<b>` &lt;!-- c -->',
    );
  });

  it('trusts no code that a renderer may see elsewhere', () => {
    expect(sanitiseAgentPart('a `\n`<i>` b')).toBe('a `\n`&lt;i>` b');
    expect(sanitiseAgentPart('\\`<i>\\`')).toBe('\\`&lt;i>\\`');
    expect(sanitiseAgentPart('| a ` | <i> ` |')).toBe('| a ` | &lt;i> ` |');
    expect(sanitiseAgentPart('- a ` b\n- <i> ` c')).toBe('- a ` b\n- &lt;i> ` c');
  });

  it('is read by people as it was meant where a backslash stood before', () => {
    expect(sanitiseAgentPart(String.raw`\<b> \![a] \\<b> \\\<b>`)).toBe(
      String.raw`&lt;b> &#33;[a] \\&lt;b> \\&lt;b>`,
    );
  });

  it('writes every fence again at the margin and closes what was left open', () => {
    expect(sanitiseAgentPart('- a\n\n  ```js x\n  y <b>\n  ```\n- z')).toBe(
      '- a\n\n```js\ny <b>\n```\n\n- z',
    );
    expect(sanitiseAgentPart('```\nopen\n## Run facts')).toBe('```\nopen\n## Run facts\n```');
    expect(sanitiseAgentPart('````\n```\n````')).toBe('````\n```\n````');
    expect(sanitiseAgentPart('~~~\n```\n~~~')).toBe('````\n```\n````');
  });

  it('shows a front matter of its own as code', () => {
    expect(sanitiseAgentPart('---\nrun: forged\n---\ntext')).toBe(
      '```yaml\nrun: forged\n```\n\ntext',
    );
  });

  it('lets no tag, image or high heading out of code, whatever it is given', () => {
    const pieces = [
      '# Run facts',
      '<b>',
      '![',
      '```',
      '~~~',
      '`',
      '``',
      '\\',
      '  ',
      '    ',
      '- ',
      '> ',
      '\n',
    ];
    const more = ['\n\n', '---', '===', '|', 'word', '1. ', '<!--', '\t', '-', '<details>'];
    const piece = fc.constantFrom(...pieces, ...more);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(faultsOf(sanitiseAgentPart(pieces.join('')))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
