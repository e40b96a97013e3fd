/** All pages for people: what they link to is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

it.each(pages)('%s links to nothing that is not there', (page) => {
  expect(linksOf(page).filter((link) => !isThere(page, link))).toEqual([]);
});

it('finds links and headings', () => {
  expect(linksOf('README.md').length).toBeGreaterThan(20);
  expect(anchorsOf('README.md')).toContain('use-it-on-your-repository');
});

interface Link {
  readonly file: string;
  readonly anchor: string | null;
}

function isThere(page: string, { file, anchor }: Link): boolean {
  const target = file === '' ? page : join(dirname(page), file);
  return existsSync(target) && (anchor === null || anchorsOf(target).includes(anchor));
}

function linksOf(page: string): readonly Link[] {
  const links = textOf(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g);
  return [...links].map(([, file = '', anchor]) => ({ file, anchor: anchor ?? null }));
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Without code, in which nothing is a link or a heading. */
function textOf(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '');
}
