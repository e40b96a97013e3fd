/** A program named bwrap that starts what it is given as it is: for tests of what is decided, not of what is enforced. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from './git-repo.ts';

export interface PaperBubblewrap {
  /** A PATH on which it comes first. */
  readonly path: string;
  readonly program: string;
  /** From now on it fails with these words. */
  fail(words: string): void;
}

export function paperBubblewrap(): PaperBubblewrap {
  const folder = temporaryFolder('rm-bwrap-');
  const program = join(folder, 'bwrap');
  const write = (start: string): void => {
    const lines = [
      '#!/bin/sh',
      '[ "$1" = --version ] && { echo bubblewrap 9.8.7; exit 0; }',
      start,
      '',
    ];
    writeFileSync(program, lines.join('\n'));
    chmodSync(program, 0o755);
  };
  // What is looked for in a sandbox is said to be there.
  write(
    'while [ "$1" != -- ]; do [ "$1" = --chdir ] && { cd "$2" || exit 1; }; shift; done; shift; case "$3" in */proc/self/status*) echo Seccomp: 2; exit 0 ;; esac; exec "$@"',
  );
  return {
    path: `${folder}:${process.env['PATH'] ?? ''}`,
    program,
    fail: (words) => write(`echo "${words}" >&2; exit 1`),
  };
}
