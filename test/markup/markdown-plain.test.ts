import { expect, test } from 'vitest';

import { markdownPlain } from '../../src/markup/markdown-plain.ts';

test('a table without a head has no line for one', () => {
  expect(markdownPlain('| | |\n|---|---|\n| Report | valid |\n| Checks | none |\n')).toBe(
    'Report  valid\nChecks  none\n',
  );
});

test('a table without a head that is too wide names each value by its first column', () => {
  const text = '| | |\n|---|---|\n| Report | valid |\n| Base | one two three |\n';
  expect(markdownPlain(text, { width: 16 })).toBe('Report: valid\nBase: one two\n  three\n');
});

test('a table with a head has it underlined', () => {
  expect(markdownPlain('| a | b |\n|---|---|\n| 1 | 22 |\n')).toBe('a  b\n-  --\n1  22\n');
});

test('a folded part is open below its title', () => {
  const text = '<details>\n<summary>Run facts</summary>\n\n- Base: `main`\n\n</details>\n';
  expect(markdownPlain(text)).toBe('Run facts\n---------\n\n- Base: `main`\n');
});
