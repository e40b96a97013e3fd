/** Many shells have `./node_modules/.bin` in PATH: in the checkout of a branch that leads to what an agent put there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

test('neither git nor an editor is taken from a branch that is opened, whatever PATH says', () => {
  const folder = temporaryFolder();
  const ran = join(folder, 'ran');
  const repo = gitRepo({ 'README.md': '# Shop\n' });
  repo.git('checkout', '--quiet', '-b', 'work');
  for (const name of ['git', 'myeditor']) {
    const path = `node_modules/.bin/${name}`;
    repo.write(path, `#!/bin/sh\necho ${name} >> ${ran}\nexec /usr/bin/git "$@"\n`);
    repo.git('add', '--force', path);
    repo.git('update-index', '--chmod=+x', path);
  }
  repo.git('commit', '--quiet', '-m', 'programs of its own');
  repo.git('checkout', '--quiet', '--force', 'main');
  const open = (...words: readonly string[]) =>
    spawnSync(
      process.execPath,
      [resolve('dist/cli/main.js'), '-C', repo.path, 'review', ...words],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `./node_modules/.bin:.::${process.env['PATH'] ?? ''}`,
          HOME: folder,
          ROUNDSMAN_STATE_DIR: join(folder, 'state'),
        },
      },
    );
  expect(open('open', 'work', '--editor', 'true').stderr).toContain('checked out in');
  open('open', 'work', '--editor', 'myeditor');
  open('checkout', 'work', '--remove');
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
});
