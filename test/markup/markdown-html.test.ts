import { expect, test } from 'vitest';

import { markdownHtml, type Dress } from '../../src/markup/markdown-html.ts';

const PAGE: Dress = { attributes: () => ({}), schemes: ['https'], showTargets: false, folds: true };
const MAIL: Dress = { ...PAGE, folds: false };
const FOLDED = 'Done.\n<details>\n<summary>Run *facts*</summary>\n\n- Base\n\n</details>\nMore';

test('a folded part is one on the page, and open below a heading in a mail', () => {
  expect(markdownHtml(FOLDED, PAGE)).toBe(
    '<p>Done.</p>\n<details>\n<summary>Run <em>facts</em></summary>\n<ul>\n<li>Base</li>\n</ul>\n</details>\n<p>More</p>\n',
  );
  expect(markdownHtml(FOLDED, MAIL)).toBe(
    '<p>Done.</p>\n<div>\n<h3>Run <em>facts</em></h3>\n<ul>\n<li>Base</li>\n</ul>\n</div>\n<p>More</p>\n',
  );
});

test('a part that an agent leaves open folds nothing that follows', () => {
  const text = `<details>\n<summary>mine</summary>\n\nhidden?\n\n${FOLDED}`;
  const made = markdownHtml(text, PAGE);
  expect(made).toContain('&lt;details&gt;');
  expect(made.match(/<details>/g)).toHaveLength(1);
  expect(made).toContain('<details>\n<summary>Run <em>facts</em></summary>');
});

test.each([
  ['in code', '```\n<details>\n<summary>a</summary>\n\nb\n\n</details>\n```'],
  ['with attributes', '<details open onclick="x()">\n<summary>a</summary>\n\nb\n\n</details>'],
  ['without a summary', '<details>\n\nb\n\n</details>'],
  ['without an end', '<details>\n<summary>a</summary>\n\nb'],
  ['within a line', 'a <details><summary>a</summary>b</details>'],
])('a folded part %s stays text', (_, text) => {
  const made = markdownHtml(text, PAGE);
  expect(made).not.toContain('<details');
  expect(made).not.toContain('<summary');
});

test('a summary holds no markup of its own', () => {
  const text = '<details>\n<summary><img src=x onerror=alert(1)></summary>\n\nb\n\n</details>';
  expect(markdownHtml(text, PAGE)).toContain(
    '<summary>&lt;img src=x onerror=alert(1)&gt;</summary>',
  );
});
