/** All pages for people: what they link to is there, and none is too long to be read. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** A reference, made from the schema; and a map of all of the code. */
const LONG = new Set(['docs/routine-reference.md', 'docs/ARCHITECTURE.md']);

/** The tables that `npm run docs` writes into docs/agents.md. */
const GENERATED = /<!-- (setup|capabilities|verified):begin -->[\s\S]*?<!-- \1:end -->\n/g;

it.each(pages)('%s links to nothing that is not there', (page) => {
  expect(linksOf(page).filter((link) => !isThere(page, link))).toEqual([]);
});

it.each(pages.filter((page) => page.startsWith('docs') && !LONG.has(page)))(
  '%s has at most 200 lines',
  (page) => {
    const written = readFileSync(page, 'utf8').replaceAll(GENERATED, '');
    expect(written.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  },
);

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
