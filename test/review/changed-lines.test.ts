/** What the lines of a branch tell: over real git, and once more from the cache. */
import { expect, it } from 'vitest';

import { gitEnvironment } from '../../src/git/git-environment.ts';
import { readChangedLines } from '../../src/review/changed-lines.ts';
import { fileFactCache } from '../../src/review/file-fact-cache.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { changeOf, reviewBranch } from '../kit/review-branches.ts';

const BEFORE = {
  'Cargo.toml': '[package]\nname = "a"\n# TODO: raise it\nversion = "1.0.0"\n',
  Dockerfile: '# syntax=docker/dockerfile:1\nFROM scratch\n',
  'ci.yml': 'steps:\n  - run: make # all\n',
  'run.sh': '#!/bin/sh\nmake\n',
  'src/a.ts': 'export function parse() {}\n',
  'src/b.ts': '/*\n * TODO: one\n */\nrun(); // FIXME(ada) two\n',
  'src/c.ts': '// TODO: one\nrun();\n',
  // Code that moves with its note.
  'src/d.ts': 'stop(); // TODO: one\nopen();\nread();\nclose();\n',
  // A deleted line that looks like the head of another file, and code behind it.
  Makefile: '# one\n-- a/Cargo.toml\n',
};
const AFTER = {
  'Cargo.toml': '[package]\nname = "a"\n# TODO(RM-1): raise it\n\nversion = "1.0.0"\n',
  Dockerfile: '# syntax=docker/dockerfile:1.9\nFROM scratch\n',
  'ci.yml': 'steps:\n  - run: make clean # all\n',
  'run.sh': '#!/bin/bash\nmake\n',
  'src/a.ts': 'function parse() {}\n',
  'src/b.ts': '/*\n * TODO(RM-1): one\n */\nrun(); // FIXME(RM-2, ada) two\n',
  'src/c.ts': '// TODO(RM-3): one\nrun(RM-3);\n',
  'src/d.ts': 'open();\nread();\nclose();\nstop(); // TODO(RM-4): one\n',
  Makefile: '# two\n++ b/Cargo.toml\n\trm -rf /\n',
};

it('names what is gone, and files in which only comments change', async () => {
  const repo = gitRepo(BEFORE);
  const base = repo.git('rev-parse', 'HEAD');
  repo.commit({ files: AFTER, message: 'Change' });
  const tip = repo.git('rev-parse', 'HEAD');
  if (!isCommitSha(base) || !isCommitSha(tip)) throw new TypeError(tip);
  const changes = Object.keys(BEFORE).map((path) => changeOf(path, { deletions: 1 }));
  const branch = reviewBranch('one', { base, tip, changes, insertions: 6, deletions: 5 });
  const around = {
    repository: { cwd: repo.path, env: gitEnvironment(process.env) },
    cache: fileFactCache(temporaryFolder()),
  };
  const told = { removedNames: ['parse'], commentsOnly: ['Cargo.toml'], keysOnly: ['src/b.ts'] };
  expect((await readChangedLines([branch], around)).get('one')).toEqual(told);
  expect((await readChangedLines([branch], around)).get('one')).toEqual(told);
});
