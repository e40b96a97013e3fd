import { join } from 'node:path';

import { expect, test } from 'vitest';

import { settleByBlame } from '../../../src/collectors/todos/find-origins.ts';
import { gitEnvironment } from '../../../src/git/git-environment.ts';
import { commitId } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';

test('lines of files that hold unsettled ones get the commit that git blame names; others are left alone', async () => {
  const repo = gitRepo();
  const first = commitId(repo.commit({ files: { a: '// TODO\n', b: '// TODO\n' } }));
  const second = commitId(repo.commit({ files: { a: '// TODO\none more\n', b: '// TODO\n2\n' } }));
  repo.write('none', '');
  const context = { cwd: repo.path, env: gitEnvironment(process.env) };
  const origins = [
    { path: 'a', line: 1, commit: second, unsettled: true },
    { path: 'a', line: 2, commit: second, unsettled: false },
    { path: 'b', line: 1, commit: second, unsettled: false },
  ];
  const ignoreRevsFile = join(repo.path, 'none');
  const question = { origins, base: second, ignoreRevsFile };
  expect(await settleByBlame(context, question)).toEqual([
    { path: 'a', line: 1, commit: first, unsettled: true },
    { path: 'a', line: 2, commit: second, unsettled: false },
    { path: 'b', line: 1, commit: second, unsettled: false },
  ]);
});
