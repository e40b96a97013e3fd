import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { baseFiles } from '../../src/context/base-files.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { commitSha } from '../kit/report-source.ts';

function world() {
  const repo = gitRepo({
    'docs/adr/2.md': 'two\n',
    'docs/adr/1.md': 'one\n',
    'docs/adr/deep/3.md': 'three\n',
    'docs/adr/picture.md': 'a\0b',
    'docs/adr/long.md': 'x'.repeat(300_000),
    'src/a.ts': 'a\n',
  });
  symlinkSync('/etc/passwd', join(repo.path, 'docs/adr/link.md'));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'Add a link');
  const context = { cwd: repo.path, env: gitEnvironment(process.env) };
  return baseFiles(commitSha(repo.git('rev-parse', 'HEAD')), context);
}

test('files of the base are given by pattern, links never; what is not given is named', async () => {
  const files = world();
  expect(await files.matching(['docs/adr/**'])).toEqual({
    files: [
      { path: 'docs/adr/1.md', content: 'one\n' },
      { path: 'docs/adr/2.md', content: 'two\n' },
      { path: 'docs/adr/deep/3.md', content: 'three\n' },
    ],
    refused: ['docs/adr/long.md', 'docs/adr/picture.md'],
  });
  expect(await files.matching([])).toEqual({ files: [], refused: [] });
});

test('paths are looked up as they stand, and none leads out', async () => {
  const files = world();
  expect(
    await files.existing([
      'src/a.ts',
      'src',
      'docs/adr/link.md',
      'src/*.ts',
      '../x',
      '/etc',
      'no.ts',
    ]),
  ).toEqual([
    { path: 'src', kind: 'folder' },
    { path: 'src/a.ts', kind: 'file' },
  ]);
  expect(await files.existing([])).toEqual([]);
});
