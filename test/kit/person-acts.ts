/** What people do in their repository, by hand or through their prompt; each with their own settings and hooks. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from './git-repo.ts';

interface Act {
  /** May fail for reasons of its own: there is nothing at the other end. */
  readonly mayFail?: boolean;
  readonly run: readonly (readonly string[])[];
  readonly stdin?: string;
  /** Before it, as a person with an editor. */
  readonly write?: Readonly<Record<string, string>>;
}

/** In the order of a day. Words after `git`. */
export const ACTS: Readonly<Record<string, Act>> = {
  prompt: {
    run: [
      ['rev-parse', '--git-dir', '--is-inside-git-dir', '--is-bare-repository'],
      ['symbolic-ref', 'HEAD'],
      ['diff', '--no-ext-diff', '--quiet'],
      ['diff', '--no-ext-diff', '--cached', '--quiet'],
      ['ls-files', '--others', '--exclude-standard', '--directory'],
      ['rev-list', '--count', '--left-right', '@{upstream}...HEAD'],
    ],
    mayFail: true,
  },
  status: { run: [['status']] },
  diff: { run: [['diff'], ['diff', '--cached'], ['diff', 'HEAD~1']] },
  log: { run: [['log', '-p', '-3']] },
  'add-patch': { run: [['add', '--patch']], stdin: 'q\n', mayFail: true },
  commit: {
    write: { 'a.clean': 'a\n', 'a.process': 'a\n', 'day.md': 'a day\n' },
    run: [
      ['add', '--all'],
      ['commit', '--quiet', '-m', 'A day of work'],
    ],
  },
  'commit-editor': { run: [['commit', '--quiet', '--amend']] },
  checkout: {
    run: [
      ['checkout', '--quiet', 'feature'],
      ['checkout', '--quiet', 'main'],
    ],
  },
  merge: {
    run: [
      ['merge', '--no-edit', 'feature'],
      ['merge', '--abort'],
    ],
    mayFail: true,
  },
  'merge-side': {
    run: [
      ['checkout', '--quiet', '-b', 'side', 'HEAD~1'],
      ['commit', '--quiet', '--allow-empty', '-m', 'Aside'],
      ['checkout', '--quiet', 'main'],
      ['merge', '--quiet', '--no-edit', 'side'],
      ['branch', '--quiet', '-D', 'side'],
    ],
  },
  stash: {
    write: { 'notes.txt': 'one\ntwo\nthree\n' },
    run: [
      ['stash', 'push', '--quiet'],
      ['stash', 'pop', '--quiet'],
    ],
  },
  branch: {
    run: [
      ['branch', 'short'],
      ['branch', '-D', 'short'],
    ],
  },
  rebase: { run: [['rebase', '--quiet', '--autostash', '--interactive', 'HEAD~1']], mayFail: true },
  apply: {
    run: [
      ['am', '--quiet', '{patch}'],
      ['am', '--abort'],
    ],
    mayFail: true,
  },
  fetch: { run: [['fetch', '--quiet', 'origin']] },
  push: { run: [['push', '--quiet', 'origin', 'HEAD:refs/heads/mine']], mayFail: true },
  'fetch-ssh': { run: [['ls-remote', 'ssh://127.0.0.1:9/nothing']], mayFail: true },
  'fetch-git': { run: [['ls-remote', 'git://127.0.0.1:9/nothing']], mayFail: true },
  'fetch-vcs': { run: [['fetch', 'odd']], mayFail: true },
  credential: {
    run: [['credential', 'fill']],
    stdin: 'protocol=https\nhost=example.invalid\n\n',
    mayFail: true,
  },
  alias: { run: [['st']], mayFail: true },
  submodule: { run: [['submodule', 'update', '--init']], mayFail: true },
  archive: { run: [['archive', '--format=tgz', '--output={folder}/a.tgz', 'HEAD']], mayFail: true },
  trailers: { run: [['interpret-trailers']], stdin: 'A subject\n', mayFail: true },
  worktree: {
    run: [
      ['worktree', 'prune'],
      ['worktree', 'list'],
    ],
  },
  served: {
    run: [['-C', '{folder}', 'clone', '--quiet', '--no-local', '{here}', 'copy']],
    mayFail: true,
  },
  receive: {
    run: [['-C', '{folder}/copy', 'push', '--quiet', '{here}', 'HEAD:refs/heads/sent']],
    mayFail: true,
  },
};

export interface Deed {
  readonly act: string;
  readonly words: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** @param names some of ACTS; default: all. Gives what failed and should not have. */
export function personActs(
  here: string,
  names: readonly string[] = Object.keys(ACTS),
): readonly Deed[] {
  const folder = temporaryFolder('rm-acts-');
  const patch = join(folder, 'change.patch');
  writeFileSync(patch, PATCH);
  const failed: Deed[] = [];
  for (const name of names) {
    const act = ACTS[name];
    if (act === undefined) throw new Error(`nobody does ${name}`);
    for (const [path, text] of Object.entries(act.write ?? {}))
      writeFileSync(join(here, path), text);
    for (const words of act.run) {
      const filled = words.map((word) =>
        word.replace('{folder}', folder).replace('{here}', here).replace('{patch}', patch),
      );
      const ran = spawnSync('git', filled, {
        cwd: here,
        env: personEnvironment(),
        input: act.stdin ?? '',
        encoding: 'utf8',
        timeout: 20_000,
      });
      if (ran.status !== 0 && act.mayFail !== true)
        failed.push({ act: name, words: filled, exitCode: ran.status, stderr: ran.stderr });
    }
  }
  return failed;
}

/** Nothing of it keeps a setting of the repository from having its effect. */
export function personEnvironment(): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GIT_CONFIG_NOSYSTEM: '1',
    EDITOR: 'true',
    LC_ALL: 'C',
  };
}

const PATCH = `From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: Ada Example <ada@example.com>
Date: Sat, 21 Nov 2026 12:00:00 +0000
Subject: [PATCH] A patch by mail

---
 mailed.md | 1 +
 1 file changed, 1 insertion(+)
 create mode 100644 mailed.md

diff --git a/mailed.md b/mailed.md
new file mode 100644
index 0000000..5626abf
--- /dev/null
+++ b/mailed.md
@@ -0,0 +1 @@
+one
-- 
2.39.5
`;
