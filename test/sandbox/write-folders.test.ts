import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { literalFolder, looseNotices, writeFolders } from '../../src/sandbox/permitted-mounts.ts';
import { matchPaths } from '../../src/words/path-globs.ts';

describe('the folder that a pattern stays in', () => {
  it.each([
    ['src/**', 'src'],
    ['/src/**', 'src'],
    ['packages/web/src/*.ts', 'packages/web/src'],
    ['docs/guide.md', 'docs'],
    ['docs/adr/', 'docs/adr'],
    ['/docs/', 'docs'],
    ['./lib/**', 'lib'],
    ['a/b?/c', 'a'],
    ['a/[bc]/d', 'a'],
  ])('%s: %s', (pattern, folder) => {
    expect(literalFolder(pattern)).toBe(folder);
  });

  it.each(['*.md', 'docs', 'docs/', '**/test', '/README.md', '*/x', '../up/**', '.git/hooks/**'])(
    '%s: any',
    (pattern) => {
      expect(literalFolder(pattern)).toBeNull();
    },
  );

  it('is never outside of the worktree, nor its repository', () => {
    const part = fc.constantFrom(
      'a',
      '..',
      '.',
      '.git',
      '',
      '*',
      'b?',
      '**',
      'src',
      String.raw`\x`,
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const folder = literalFolder(parts.join('/'));
        if (folder === null) return;
        expect(folder).toMatch(/^(?!\/)[^*?[\]\\]+$/);
        expect(folder.split('/')).not.toContain('..');
        expect(folder.split('/')).not.toContain('.git');
      }),
    );
  });
});

describe('what a pattern with a folder matches', () => {
  it('lies in that folder', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '*', '?', '**', 'a*');
    const name = fc.constantFrom('a', 'b', 'ab', 'c');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
        fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
        (pattern, path) => {
          const folder = literalFolder(pattern);
          if (folder === null || !matchPaths([pattern])(path)) return;
          expect(path.startsWith(`${folder}/`)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('permissions.write as folders', () => {
  it('is the whole tree without patterns', () => {
    expect(writeFolders([])).toEqual({ folders: null, loose: [] });
  });

  it('is their folders, each once', () => {
    expect(writeFolders(['src/**', 'docs/*.md', 'src/a/../b', '!src/gen/**', 'src/x.ts'])).toEqual({
      folders: null,
      loose: ['src/a/../b'],
    });
    expect(writeFolders(['src/**', 'docs/*.md', '!src/gen/**', 'src/x.ts'])).toEqual({
      folders: ['docs', 'src'],
      loose: [],
    });
  });

  it('is the whole tree when one of them may match anywhere, which is said', () => {
    const folders = writeFolders(['src/**', '*.md']);
    expect(folders).toEqual({ folders: null, loose: ['*.md'] });
    expect(looseNotices(folders)).toEqual([
      'permissions.write: `*.md` names no folder, so the run could write anywhere in its worktree; what it changed is checked afterwards',
    ]);
    expect(looseNotices(writeFolders(['src/**']))).toEqual([]);
  });
});
