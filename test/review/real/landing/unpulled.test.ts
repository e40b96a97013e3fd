import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { runCli } from '../../../kit/run-cli.ts';

it('where the checkout is behind what the run began at, landing says to pull, not to land it anyway', () => {
  const repo = gitRepo();
  repo.commit({
    files: {
      'src/a.js': '// FIXME: read the file again after an error\n',
      'routines/notes.yaml': readFileSync('routines/todo-sweep.yaml', 'utf8'),
    },
    date: '2024-01-01T00:00:00Z',
  });
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  const remote = join(temporaryFolder(), 'remote.git');
  repo.git('clone', '--quiet', '--bare', '.', remote);
  repo.git('remote', 'add', 'origin', remote);
  repo.git('fetch', '--quiet', 'origin');
  repo.git('remote', 'set-head', 'origin', 'main');
  repo.git('branch', '--quiet', '--set-upstream-to=origin/main');
  // What a colleague pushed, and nobody pulled.
  repo.commit({ files: { '.github/dependabot.yml': 'version: 2\n' } });
  repo.git('push', '--quiet', remote, 'main');
  repo.git('reset', '--quiet', '--hard', 'HEAD~1');
  const env = { ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  const cli = (...args: readonly string[]) => runCli(args, { cwd: repo.path, env });
  expect(cli('run', 'notes').exitCode).toBe(0);
  const refused = cli('land', 'notes', '--yes');
  expect(refused.exitCode).not.toBe(0);
  // Only what the run wrote is held against it, not what the colleague did.
  expect(refused.stderr).toContain(
    ' is not ready: base: main here is behind origin/main, where it began: git pull\n',
  );
  expect(refused.stderr).toContain(
    'hint: Pull what the remote has (git pull), then land it again.',
  );
  expect(cli('diff', 'notes').stdout).not.toContain('dependabot');
  repo.git('pull', '--quiet', '--ff-only', remote, 'main');
  expect(cli('land', 'notes', '--yes').stdout).toContain('landed roundsman/notes/');
});
