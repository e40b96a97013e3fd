import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pathKind } from '../../../src/collectors/release-notes/change-evidence.ts';
import { isReleaseSubject } from '../../../src/collectors/release-notes/message-parts.ts';
import { describeCommits } from '../../../src/collectors/release-notes/range-commits.ts';
import {
  readManifestVersion,
  readPackageName,
} from '../../../src/collectors/release-notes/read-manifest.ts';
import {
  packageOf,
  releaseTags,
  tagMatcher,
} from '../../../src/collectors/release-notes/release-tags.ts';
import { isUserVisible } from '../../../src/collectors/release-notes/user-visible.ts';
import { commitId } from '../../kit/collect-request.ts';

const RULES = {
  types: ['feat', 'fix', 'perf', 'revert'],
  excluded: (path: string) => path.startsWith('internal/'),
};

function sees(subject: string, files: readonly string[] = ['src/a.js'], body = ''): boolean {
  const query = { subject, body, files, breaking: false, merge: false, pullRequest: null };
  return isUserVisible(query, RULES);
}

describe('what users notice', () => {
  test.each([
    'feat: wait for the pipe',
    'fix(parser): wait',
    'Wait for the pipe (#12)',
    'parser: wait for the pipe',
    'ABC-12: wait for the pipe',
    '[8.1] Add a command',
    'feature: wait for the pipe',
    'bugfix: wait',
    '[parser] [Fix] wait for the pipe',
    'Fix crash when the file is empty',
    'Fix test client losing cookies',
    'Remove the option that nobody used',
    'Deprecate `old`',
    'Merge commit from fork',
    'revert: feat: wait',
    'Drop support for Node 18',
    'Document errors in the output of `help`',
  ])('%j', (subject) => {
    expect(sees(subject)).toBe(true);
  });

  test.each([
    'docs: say how',
    '[Docs] `wait`: say how',
    '[parser] [dev deps] update `left`',
    'Fix failing testcase on VxWorks',
    'Enable a few rustfmt options:',
    'chore: tidy up',
    'slight improvements in `Shop::Cart` docs (#97)',
    'Some slight doc improvements in the cart',
    'refactor: names',
    'build(deps): bump left from 1.0.0 to 1.1.0',
    'fix(ci): wait',
    'Bump left from 1.0.0 to 1.1.0',
    'Update dependencies',
    'update dev dependencies',
    'Release v1.2.3',
    'v1.2.3',
    'Bumped v1.2.3',
    'core-0.4.1',
    'Prepare release 26.5.0 (#5131)',
    'bump version to 7.5.0-SNAPSHOT',
    '[maven-release-plugin] prepare for next development iteration',
    "Merge branch 'main' into side",
    'Merge stable into main',
    'Merge main into stable (#3443)',
    '[automated] Update generated content',
    'Fix typo',
    'fix flaky test',
    'Fix compatible rubocop performance infractions',
    'Add tests for the parser',
    'parser: add regression tests',
    'Tweaks',
    'Refactor the reader',
    'Update copyright year',
    'revert: chore: tidy up',
    'Revert "docs: say how"',
    'Improve static typing of the reader',
    'platform-dependent type alias of the reader',
  ])('not %j', (subject) => {
    expect(sees(subject)).toBe(false);
  });

  test('not what changes no part of the product, whatever it says', () => {
    expect(sees('feat: wait', ['test/a.js', 'docs/a.md', '.github/workflows/ci.yml'])).toBe(false);
    expect(sees('fix: wait', ['internal/a.js'])).toBe(false);
    expect(sees('Wait', [])).toBe(false);
  });

  test('a bump that speaks of security, and a need that a manifest tells', () => {
    expect(sees('Bump left from 1.0.0 to 1.0.1', ['package.json'], 'Fixes CVE-2026-1')).toBe(true);
    expect(sees('Require Node 22', ['package.json'])).toBe(true);
    expect(sees('Use uv', ['pyproject.toml', 'uv.lock'])).toBe(false);
  });

  test('a feature among squashed commits under a free title', () => {
    expect(sees('Tidy (#3)', ['src/a.js'], '* feat: wait\n* fix: wait more')).toBe(true);
    expect(sees('chore: tidy (#3)', ['src/a.js'], '* feat: wait\n* fix: wait more')).toBe(false);
  });

  test('what breaks something, whatever its type', () => {
    const query = {
      subject: 'chore!: drop it',
      body: '',
      files: [],
      merge: false,
      pullRequest: null,
    };
    expect(isUserVisible({ ...query, breaking: true }, RULES)).toBe(true);
  });

  test('any words are judged in time that grows with their length only', () => {
    for (const unit of [
      'fix ',
      'a(',
      ' ',
      'update a ',
      '* feat: a\n',
      'Revert "',
      '1.1-',
      'merge b ',
    ])
      expect(sees(unit.repeat(100_000), ['src/a.js'], unit.repeat(100_000))).toBeTypeOf('boolean');
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (subject, body) => typeof sees(subject, ['a'], body) === 'boolean',
      ),
    );
  });
});

test.each([
  ['src/test.py', 'product'],
  ['src/security.py', 'product'],
  ['src/history.js', 'product'],
  ['lib/spec/reader.js', 'product'],
  ['package.json', 'manifest'],
  ['crates/a/Cargo.toml', 'manifest'],
  ['test.js', 'silent'],
  ['src/a.test.ts', 'silent'],
  ['src/test/java/A.java', 'silent'],
  ['src/ReaderTest.java', 'silent'],
  ['tests/data/a.py', 'silent'],
  ['spec/a_spec.rb', 'silent'],
  ['docs/conf.py', 'silent'],
  ['features/post.feature', 'silent'],
  ['features/support/env.rb', 'silent'],
  ['features/step_definitions/posts.rb', 'silent'],
  ['src/features/cart.ts', 'product'],
  ['templates/shell.txt', 'product'],
  ['docs/templates/page.md', 'silent'],
  ['README.md', 'silent'],
  ['LICENSE-MIT', 'silent'],
  ['.github/workflows/a.yml', 'silent'],
  ['package-lock.json', 'silent'],
  ['uv.lock', 'silent'],
  ['Cargo.lock.msrv', 'silent'],
  ['Dockerfile', 'silent'],
  ['requirements-dev.txt', 'silent'],
  ['tsconfig.build.json', 'silent'],
  ['CHANGES.rst', 'silent'],
  ['roundsman.yaml', 'silent'],
  ['routines/todo-sweep.yaml', 'silent'],
  ['src/routines/list.yaml', 'product'],
])('%s is of the kind %s', (path, kind) => {
  expect(pathKind(path)).toBe(kind);
});

test.each([
  ['v1.2.3', true],
  ['chore(release): 1.2.3', true],
  ['🔖 1.10.1', true],
  [':bookmark: Release 2.0.0', true],
  ['✨ Add 2.0 to the menu', false],
  ['1.2.3 is the oldest that works', false],
])('%s says no more than that there is a release: %s', (subject, says) => {
  expect(isReleaseSubject(subject)).toBe(says);
});

test('a revert, and messages that take each other back, break nothing by what they say', () => {
  const told = (subject: string, body: string): boolean =>
    describeCommits(
      [
        {
          sha: commitId('b'.repeat(40)),
          parents: [],
          subject,
          body,
          files: ['src/a.js'],
          author: 'Ada',
          committed: new Date(0),
        },
      ],
      { types: ['feat'], excluded: () => false },
    )[0]?.breaking ?? false;
  const says = 'This was a breaking change for callers.';
  expect([told('Sort sequences', says), told('Revert sorting of sequences', says)]).toEqual([
    true,
    false,
  ]);
  const parts = '* feat!: drop version 2\n\n* fix: keep version 2';
  expect([
    told('Update words', parts),
    told('Update words', `${parts}\n\nRevert "feat!: x"`),
  ]).toEqual([true, false]);
});

describe('tags of releases', () => {
  const at = commitId('a'.repeat(40));
  const NEW_YEAR = '2026-01-01T00:00:00Z';
  const tags = (...names: readonly string[]) =>
    names.map((name) => ({ name, commit: at, date: NEW_YEAR, committed: NEW_YEAR }));
  const names = (pattern: string, ...all: readonly string[]): readonly string[] =>
    releaseTags(tags(...all), pattern).map(({ name, version }) => `${name}=${version}`);

  test('stand in the order of versions, without what is none', () => {
    expect(names('*', 'v1.10.0', 'v1.9.0', 'latest', 'v2', 'v1.10.0-rc.1', 'v1.9.0.post1')).toEqual(
      [
        'v1.9.0=1.9.0',
        'v1.9.0.post1=1.9.0.post1',
        'v1.10.0-rc.1=1.10.0-rc.1',
        'v1.10.0=1.10.0',
        'v2=2',
      ],
    );
  });

  test('are the plain ones beside those of packages, else the largest family', () => {
    expect(names('*', 'core-0.4.1', 'core-0.4.2', '1.0.0')).toEqual(['1.0.0=1.0.0']);
    expect(names('*', 'rel/core-1.0', 'rel/core-1.1', 'old_3.0')).toEqual([
      'rel/core-1.0=1.0',
      'rel/core-1.1=1.1',
    ]);
    expect(names('core-*', 'core-0.4.1', '1.0.0')).toEqual(['core-0.4.1=0.4.1']);
  });

  test('are not one old plain tag beside many newer ones of a family', () => {
    const family = ['lamp-1.1', 'lamp-1.2', 'lamp-1.3', 'lamp-1.4', 'lamp-1.5'];
    const stray = (date: string) => [
      ...tags(...family),
      { name: '1.1.2', commit: at, date, committed: date },
    ];
    const read = (date: string): readonly string[] =>
      releaseTags(stray(date), '*').map(({ name }) => name);
    expect(read('2025-01-01T00:00:00Z')).toEqual(family);
    expect(read('2026-02-01T00:00:00Z')).toEqual(['1.1.2']);
  });

  test.each([
    ['*', null],
    ['v*', null],
    ['release-*', null],
    ['@a/core@*', '@a/core'],
    ['core-v*', 'core'],
    ['core@*', 'core'],
  ])('the pattern %s is about the package %j', (pattern, name) => {
    expect(packageOf(pattern)).toBe(name);
  });

  test('a pattern matches as a plain expression does', () => {
    const part = fc.stringMatching(/^[ab*]{0,6}$/);
    fc.assert(
      fc.property(part, fc.stringMatching(/^[ab]{0,8}$/), (pattern, name) => {
        expect(tagMatcher(pattern)(name)).toBe(
          new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name),
        );
      }),
    );
  });
});

test.each([
  ['package.json', '{"version":"1.2.3"}', '1.2.3'],
  ['package.json', '{"version":"0.0.0"}', null],
  ['package.json', '{', null],
  [
    'pyproject.toml',
    '[tool.x]\nversion = "9"\n[project]\nname = "a"\nversion = "1.2.3"  # ours\n',
    '1.2.3',
  ],
  ['pyproject.toml', '[project]\ndynamic = ["version"]\n', null],
  [
    'Cargo.toml',
    '[package]\nname = "a"\nversion = "1.2.3"\n[dependencies]\nb = { version = "2" }\n',
    '1.2.3',
  ],
  ['setup.cfg', '[metadata]\nversion = 1.2.3\n', '1.2.3'],
  ['setup.cfg', '[metadata]\nversion = attr: a.__version__\n', null],
  [
    'pom.xml',
    '<?xml version="1.0"?><project><!-- <version>8</version> --><parent><version>9</version></parent><version>1.2.3</version></project>',
    '1.2.3',
  ],
  ['VERSION', '1.2.3\n', '1.2.3'],
  ['a.gemspec', 'Gem::Specification.new do |s|\n  s.version = "1.2.3"\n', '1.2.3'],
  ['build.gradle', "plugins {}\nversion = '1.2.3'\n", '1.2.3'],
  ['gradle.properties', 'version=1.2.3-SNAPSHOT\n', '1.2.3-SNAPSHOT'],
])('%s %j says %j', (path, text, version) => {
  expect(readManifestVersion(path, text)).toBe(version);
});

test('the name of a package is read from its manifest', () => {
  expect(readPackageName('a/package.json', '{"name":"@a/core"}')).toBe('@a/core');
  expect(readPackageName('a/Cargo.toml', '[package]\nname = "core"\n')).toBe('core');
});

test.each(['<', '<a', '<!--', '<a>', '[', 'version = ', 'version', '\n', '"'])(
  'a megabyte of %j is not a version, and is told so in time that grows with its length only',
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    for (const path of [
      'package.json',
      'pyproject.toml',
      'pom.xml',
      'setup.py',
      'build.gradle',
      'a.gemspec',
    ])
      expect(readManifestVersion(path, text)).toBeNull();
  },
);
