import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { TreeChange } from '../../src/git/diff-trees.ts';
import { changedScripts, scanChanges } from '../../src/worktrees/scan-changes.ts';

function added(path: string, more: Partial<TreeChange> = {}): TreeChange {
  const none = { oldMode: '000000', oldId: 'none' };
  return { path, status: 'A', ...none, newMode: '100644', newId: `new ${path}`, ...more };
}

function scan(
  changes: readonly TreeChange[],
  texts: Readonly<Record<string, string>> = {},
  sizes: Readonly<Record<string, number>> = {},
): readonly string[] {
  const start = 'look before you check it out: ';
  return scanChanges(changes, {
    texts: new Map(Object.entries(texts)),
    sizes: new Map(Object.entries(sizes)),
  }).map((notice) => {
    expect(notice.startsWith(start)).toBe(true);
    return notice.slice(start.length);
  });
}

describe('what a reviewer should look at before a checkout', () => {
  it('is named once a kind, with paths', () => {
    const notices = scan(
      [
        added('x/HEAD'),
        added('x/objects/a'),
        added('x/refs/heads/b'),
        added('mod', { newMode: '160000' }),
        added('in', { newMode: '120000' }),
        added('out', { newMode: '120000' }),
        added('git', { newMode: '120000' }),
        added('unread', { newMode: '120000' }),
        added('.claude/settings.local.json'),
        added('a\u202etxt.exe'),
        added('p\u0430ypal.js'),
        added('README'),
        added('readme'),
        added('run', { newMode: '100755' }),
        added('big'),
        added('gone/Makefile', { status: 'D' }),
      ],
      { 'new in': 'x/HEAD', 'new out': '../up', 'new git': 'x/.GIT/config' },
      { 'new big': 5_000_001 },
    );
    expect(notices).toEqual([
      '3 symbolic links out of the tree: `out`, `git`, `unread`',
      '1 link to another repository (submodule): `mod`',
      '1 embedded bare repository: `x/`',
      '1 file name with invisible characters: `a\\u202etxt.exe`',
      '1 file name that mixes alphabets: `p\u0430ypal.js`',
      '1 file name that some systems take for another one here: `readme`',
      '1 file that can make programs run: `.claude/settings.local.json`',
      '1 file made executable: `run`',
      '1 file of more than 5 MB: `big`',
    ]);
  });

  it('an embedded repository is one in any case, at the top, and with what cannot be seen in its name', () => {
    expect(scan([added('head'), added('Objects/x'), added('REFS/y')])).toEqual([
      '1 embedded bare repository: `.`',
    ]);
    expect(scan([added('b/HEAD'), added('b/objects/x')])).toEqual([]);
  });

  it.each([
    '.codex/config.toml',
    'sub/.gemini/settings.json',
    'opencode.json',
    '.qwen/settings.json',
    '.github/copilot-instructions.md',
    '.cursor/mcp.json',
    '.mcp.json',
    'AGENTS.md',
    '.github/workflows/ci.yml',
    '.GitHub/Workflows/ci.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'Jenkinsfile',
    '.husky/pre-commit',
    '.pre-commit-config.yaml',
    'docs/.gitattributes',
    '.gitmodules',
    '.envrc',
    'web/.npmrc',
    'Makefile',
    'lib/build.rs',
    '.cargo/config.toml',
    '.vscode/tasks.json',
    'setup.py',
  ])('%s can make programs run', (path) => {
    expect(scan([added(path)])).toEqual([`1 file that can make programs run: \`${path}\``]);
  });

  it.each(['src/makefiles.ts', 'docs/agents.html', 'package-lock.json', 'src/github/workflows.ts'])(
    '%s cannot',
    (path) => {
      expect(scan([added(path)])).toEqual([]);
    },
  );

  it('text that reads in another order is named where it came with this change', () => {
    const reordered = 'if (a \u202e) // x';
    const change = { status: 'M', oldMode: '100644', oldId: 'old' };
    expect(scan([added('a.ts')], { 'new a.ts': reordered })).toEqual([
      '1 file with marks that make its text read in another order: `a.ts`',
    ]);
    expect(scan([added('a.ts', change)], { 'new a.ts': reordered, old: 'plain' })).toHaveLength(1);
    expect(scan([added('a.ts', change)], { 'new a.ts': reordered, old: reordered })).toEqual([]);
  });

  it('a package is named only for scripts that changed, those of an install first', () => {
    const before = '{"scripts":{"test":"vitest","build":"tsc"},"version":"1"}';
    const change = { status: 'M', oldMode: '100644', oldId: 'old' };
    const look = (after: string): readonly string[] =>
      scan([added('web/package.json', change)], { old: before, 'new web/package.json': after });
    expect(look('{"scripts":{"build":"tsc","test":"vitest"},"version":"2"}')).toEqual([]);
    expect(look('{"scripts":{"build":"tsc"}}')).toEqual([]);
    expect(look('{"scripts":{"build":"x","test":"vitest","postinstall":"y"}}')).toEqual([
      '1 package with changed scripts: `web/package.json (postinstall, build)`',
    ]);
    expect(look('{')).toEqual([
      '1 package with changed scripts: `web/package.json (cannot be read)`',
    ]);
    expect(scan([added('package.json')], { 'new package.json': '{"name":"x"}' })).toEqual([]);
  });

  it('takes any path and any text', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (paths, content) => {
        const notices = scan(
          paths.map((path) => added(path)),
          Object.fromEntries(paths.map((path) => [`new ${path}`, content])),
        );
        for (const notice of notices) expect(notice).not.toMatch(/[\n\u202e]/);
        expect(changedScripts(content, content) ?? []).toEqual([]);
      }),
    );
  });
});
