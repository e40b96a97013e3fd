import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitEnvironment } from '../../../src/git/git-environment.ts';
import type { FactCache } from '../../../src/review/fact-cache.ts';
import { tryMerges } from '../../../src/review/trials/try-merges.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

function memoryCache(): FactCache & { readonly facts: Map<string, unknown> } {
  const facts = new Map<string, unknown>();
  return {
    facts,
    read: async (keys) =>
      new Map(keys.flatMap((key) => (facts.has(key) ? [[key, facts.get(key)] as const] : []))),
    write: async (entries) => {
      for (const [key, value] of entries) facts.set(key, value);
    },
  };
}

/** A branch of `main` with one commit; gives back its tip. */
function branch(
  repo: GitRepo,
  name: string,
  files: Readonly<Record<string, string | null>>,
): string {
  repo.git('checkout', '--quiet', '-b', name, 'main');
  const tip = repo.commit({ files, message: name });
  repo.git('checkout', '--quiet', 'main');
  return tip;
}

async function tried(
  repo: GitRepo,
  names: readonly string[],
  more: { cache?: FactCache; most?: number } = {},
) {
  return tryMerges({
    branches: names.map((name) => ({ branch: name, tip: repo.git('rev-parse', name) })),
    target: { target: 'main', tip: repo.git('rev-parse', 'main') },
    repository: { cwd: repo.path, env: gitEnvironment(process.env) },
    cache: more.cache ?? memoryCache(),
    ...(more.most === undefined ? {} : { most: more.most }),
  });
}

const LINES = Array.from({ length: 20 }, (_value, index) => `line ${index}`);
const changed = (index: number, text: string): string =>
  `${LINES.map((line, at) => (at === index ? text : line)).join('\n')}\n`;
const PLAIN = `${LINES.join('\n')}\n`;

describe('trial merges', () => {
  it('tell a conflict with its files and kinds from a clean merge, of pairs and with the target', async () => {
    const repo = gitRepo({ 'a.txt': PLAIN, 'b.txt': PLAIN, 'c.txt': PLAIN });
    branch(repo, 'one', { 'a.txt': changed(3, 'one'), 'b.txt': null });
    branch(repo, 'two', { 'a.txt': changed(3, 'two'), 'b.txt': changed(1, 'two') });
    branch(repo, 'far', { 'a.txt': changed(15, 'far') });
    repo.commit({ files: { 'c.txt': changed(2, 'main') } });
    expect(await tried(repo, ['two', 'one', 'far'])).toEqual([
      { a: 'far', b: 'main', kind: 'clean', files: [], detail: '' },
      { a: 'one', b: 'main', kind: 'clean', files: [], detail: '' },
      { a: 'two', b: 'main', kind: 'clean', files: [], detail: '' },
      { a: 'far', b: 'one', kind: 'clean', files: [], detail: '' },
      { a: 'far', b: 'two', kind: 'clean', files: [], detail: '' },
      {
        a: 'one',
        b: 'two',
        kind: 'conflict',
        files: [
          { path: 'a.txt', kind: 'contents' },
          { path: 'b.txt', kind: 'modify/delete' },
        ],
        detail: '',
      },
    ]);
  });

  it('tell what git cannot merge as an error with its words, and continue with the rest', async () => {
    const repo = gitRepo({ 'a.txt': PLAIN });
    branch(repo, 'one', { 'a.txt': changed(3, 'one') });
    branch(repo, 'two', { 'a.txt': changed(3, 'two') });
    repo.git('checkout', '--quiet', '--orphan', 'alien');
    repo.commit({ files: { 'other.txt': 'x\n' } });
    repo.git('checkout', '--quiet', 'main');
    const trials = await tried(repo, ['alien', 'one', 'two']);
    expect(trials.map(({ a, b, kind, detail }) => [a, b, kind, detail])).toEqual([
      ['alien', 'main', 'error', 'refusing to merge unrelated histories'],
      ['one', 'main', 'clean', ''],
      ['two', 'main', 'clean', ''],
      ['alien', 'one', 'error', 'refusing to merge unrelated histories'],
      ['alien', 'two', 'error', 'refusing to merge unrelated histories'],
      ['one', 'two', 'conflict', ''],
    ]);
  });

  it('are kept by the ids of the commits, errors excepted, and asked of git once', async () => {
    const repo = gitRepo({ 'a.txt': PLAIN });
    branch(repo, 'one', { 'a.txt': changed(3, 'one') });
    branch(repo, 'two', { 'a.txt': changed(3, 'two') });
    const cache = memoryCache();
    const first = await tried(repo, ['one', 'two'], { cache });
    expect(await tried(repo, ['one', 'two'], { cache, most: 0 })).toEqual(first);
    branch(repo, 'three', { 'b.txt': 'x\n' });
    const more = await tried(repo, ['one', 'three', 'two'], { cache, most: 1 });
    expect(more.filter(({ kind }) => kind === 'error')).toEqual(
      [
        ['one', 'three'],
        ['three', 'two'],
      ].map(([a, b]) => ({
        a,
        b,
        kind: 'error',
        files: [],
        detail: 'not tried yet: 3 merges are open, and 1 are tried at once; look again for more',
      })),
    );
  });

  it('write nothing to the repository, and leave nothing behind', async () => {
    const repo = gitRepo({ 'a.txt': PLAIN });
    branch(repo, 'one', { 'a.txt': changed(3, 'one') });
    branch(repo, 'two', { 'a.txt': changed(13, 'two') });
    const before = repo.git('count-objects', '-v');
    await tried(repo, ['one', 'two']);
    expect(repo.git('count-objects', '-v')).toBe(before);
  });

  it('go by the attributes of the target, not by those of a branch', async () => {
    const repo = gitRepo({
      'CHANGES.md': PLAIN,
      'a.txt': PLAIN,
      '.gitattributes': 'CHANGES.md merge=union\n',
    });
    branch(repo, 'one', { 'CHANGES.md': changed(3, 'one') });
    branch(repo, 'two', { 'CHANGES.md': changed(3, 'two') });
    branch(repo, 'hides', { 'a.txt': changed(3, 'hides'), '.gitattributes': '* merge=union\n' });
    branch(repo, 'shows', { 'a.txt': changed(3, 'shows') });
    const trials = await tried(repo, ['hides', 'one', 'shows', 'two']);
    const conflicts = trials.filter(({ kind }) => kind !== 'clean');
    expect(conflicts.map(({ a, b, files }) => [a, b, files])).toEqual([
      ['hides', 'shows', [{ path: 'a.txt', kind: 'contents' }]],
    ]);
  });

  it('start no program that a setting or a branch names', async () => {
    const repo = gitRepo({ 'a.txt': PLAIN });
    const mark = join(temporaryFolder(), 'ran');
    const attributes = '* merge=evil filter=evil diff=evil text=auto\n';
    branch(repo, 'one', { '.gitattributes': attributes, 'a.txt': changed(3, 'one') });
    branch(repo, 'two', { '.gitattributes': attributes, 'a.txt': changed(3, 'two') });
    repo.git('config', 'merge.evil.driver', `touch ${mark}; false`);
    repo.git('config', 'filter.evil.smudge', `touch ${mark}; cat`);
    repo.git('config', 'filter.evil.clean', `touch ${mark}; cat`);
    repo.git('config', 'diff.evil.textconv', `touch ${mark}; cat`);
    writeFileSync(join(repo.path, '.git', 'info', 'attributes'), attributes);
    const trials = await tried(repo, ['one', 'two']);
    expect(trials.map(({ kind }) => kind)).toEqual(['clean', 'clean', 'conflict']);
    expect(existsSync(mark)).toBe(false);
  });
});
