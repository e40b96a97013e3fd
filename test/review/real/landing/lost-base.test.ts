import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { runCli } from '../../../kit/run-cli.ts';

it('a landing that was undone does not come back unsaid with the branch that was made on top of it', () => {
  const repo = gitRepo();
  // More than a night proposes, so that the next one has some left.
  const notes = Array.from({ length: 14 }, (_, index) => [
    `src/a${index}.js`,
    `// FIXME: part ${index} does not close its file\n`,
  ]);
  repo.commit({
    files: {
      ...Object.fromEntries(notes),
      'routines/notes.yaml': readFileSync('routines/todo-sweep.yaml', 'utf8'),
    },
    date: '2024-01-01T00:00:00Z',
  });
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  const env = { ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  const cli = (...args: readonly string[]) => runCli(args, { cwd: repo.path, env });
  const branchOf = (stdout: string): string => /^branch +(\S+)/m.exec(stdout)?.[1] ?? '';
  const first = branchOf(cli('run', 'notes').stdout);
  cli('land', first, '--yes');
  const second = branchOf(cli('run', 'notes').stdout);
  expect(second).toMatch(/^roundsman\/notes\//);
  expect(second).not.toBe(first);
  const begun = repo.git('rev-parse', 'main').trim();
  cli('undo');
  const refused = cli('land', second, '--yes');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain(
    `base: it began at ${begun.slice(0, 10)}, which main no longer has: landing it would bring that back\n`,
  );
  // Landed again, nothing of it is missing.
  expect(cli('land', first, '--yes').stdout).toContain(`landed ${first}`);
  expect(cli('land', second, '--yes').stdout).toContain(`landed ${second}`);
});
