/** Agents that take all of the machine: each is bounded in itself, so that it ends wherever no limit does it. */
import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { findRunProcesses } from '../../../src/platform/process-tree.ts';
import type { RunView } from '../../../src/words/run.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { PROGRAM } from '../../kit/run-cli.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../../kit/workspace.ts';

const REPORT =
  'printf "## Summary\\n\\nAll is well.\\n\\n## Findings\\n\\nNone.\\n" >"$ROUNDSMAN_OUT/report.md"';

/** 3,000 processes at most, each of which starts two more until there are as many. */
const BOMB = `node -e "
const { spawn } = require('child_process');
let left = 3000;
const more = () => { for (let i = 0; i < 100 && left > 0; i++, left--) spawn('sleep', ['20'], { stdio: 'ignore' }).on('error', () => {}).unref(); if (left > 0) setTimeout(more, 5); };
more(); setTimeout(() => process.exit(0), 15000)"`;

/** 2 GB at most. */
const HOG = `node -e "
const held = [];
const more = () => { held.push(Buffer.alloc(40e6, 1)); if (held.length < 50) setTimeout(more, 50); else setTimeout(() => process.exit(0), 5000); };
more()"`;

/** 1 GB at most, of which no process has anything mapped. */
const SHARED =
  'i=0; while [ $i -lt 50 ]; do head -c 20000000 /dev/zero >/dev/shm/$i; i=$((i+1)); sleep 0.05; done; sleep 5';

const DISK =
  'i=0; while [ $i -lt 60 ]; do head -c 10000000 /dev/zero >"$TMPDIR/$i"; i=$((i+1)); sleep 0.05; done; sleep 5';

/** No name leads to it: only the process that holds it knows it. */
const UNNAMED =
  'exec 7>"$TMPDIR/gone"; rm "$TMPDIR/gone"; i=0; while [ $i -lt 60 ]; do head -c 10000000 /dev/zero >&7; i=$((i+1)); sleep 0.05; done; sleep 5';

const OVER: Readonly<
  Record<string, { lines: string; limits: string; told: RegExp; levels?: readonly string[] }>
> = {
  'starts 3,000 processes': {
    lines: BOMB,
    limits: 'processes: 300',
    told: /^the agent had [\d,]+ processes and threads at once, more than limits\.processes allows \(300\), and was ended$/,
  },
  'takes 2 GB of memory': {
    lines: HOG,
    limits: 'memory: 400MB',
    told: /^the agent used .* of memory, more than limits\.memory allows \(400 MB\), and was ended$|^the agent needed more memory, more than limits\.memory allows/,
  },
  'fills a folder that is kept in memory': {
    lines: SHARED,
    limits: 'memory: 400MB',
    told: /more than limits\.memory allows \(400 MB\), and was ended$/,
    levels: ['sandbox'],
  },
  'writes 600 MB': {
    lines: DISK,
    limits: 'disk: 100MB',
    told: /^the agent left \d+ MB in the folder of its run, more than limits\.disk allows \(100 MB\), and was ended$/,
  },
  'writes 600 MB to a file without a name': {
    lines: UNNAMED,
    limits: 'disk: 100MB',
    told: /more than limits\.disk allows \(100 MB\), and was ended$/,
  },
  'writes a large file': {
    lines: 'head -c 30000000 /dev/zero >"$TMPDIR/large"',
    limits: 'file-size: 10MB',
    told: /^the agent wrote a file of 10 MB, as much as limits\.file-size allows \(10 MB\), and was ended$/,
  },
  'writes a file that is mostly hole': {
    lines: 'exec dd if=/dev/zero of="$TMPDIR/hole" bs=1 count=1 seek=30000000 2>/dev/null',
    limits: 'file-size: 10MB',
    told: /^the agent wrote a file of 10 MB/,
  },
};

describe.each(usersHere())('$name', (who) => {
  describe.each(['sandbox', 'private'])('at level %s', (level) => {
    const here = Object.entries(OVER).filter(([, { levels = [level] }]) => levels.includes(level));
    it.each(here)(
      'an agent that %s is ended, and its report says why',
      (_what, { lines, limits, told }) => {
        const workspace = limited(who, { level, lines: `${REPORT}\n${lines}`, limits });
        const view = ran(workspace);
        expect([view.isolation, view.result?.execution, view.failure?.code]).toEqual([
          level,
          'limit-reached',
          'over-limit',
        ]);
        expect(view.failure?.message).toMatch(told);
        const key = limits.slice(0, limits.indexOf(':'));
        expect(view.failure?.hint).toBe(
          `Raise limits.${key} in the routine if it needs that much.`,
        );
        expect(readReport(view)).toContain(`limits.${key}`);
        expect(findRunProcesses(view.id)).toEqual([]);
      },
    );

    it('a set-up command that starts 3,000 processes is ended, and says why', () => {
      const workspace = limited(who, {
        level,
        lines: REPORT,
        limits: 'processes: 300',
        setup: BOMB,
      });
      const view = ran(workspace);
      expect(view.failure?.code).toBe('setup-failed');
      expect(view.failure?.message).toMatch(
        /more than limits\.processes allows \(300\), and was ended\. Raise limits\.processes/,
      );
      expect(findRunProcesses(view.id)).toEqual([]);
    });
  });

  it('an agent within its limits meets none', () => {
    const workspace = limited(who, {
      level: 'sandbox',
      lines: REPORT,
      limits: 'processes: 300, memory: 400MB, disk: 100MB, file-size: 10MB',
    });
    const view = ran(workspace);
    expect([view.result?.execution, view.result?.report, view.failure]).toEqual([
      'succeeded',
      'valid',
      null,
    ]);
  });
});

/** 400 MB a second, 900 MB in all: as much as there is. */
const FILL =
  'i=0; while [ $i -lt 45 ]; do head -c 20000000 /dev/zero >"$TMPDIR/$i" || exit 9; i=$((i+1)); sleep 0.05; done; sleep 10';

it('an agent that fills the disk is ended while there still is room for its report', () => {
  const workspace = limited(
    { name: '', user: null },
    {
      level: 'private',
      lines: `${REPORT}\n${FILL}`,
      limits: 'disk: 900GB',
    },
  );
  const disk = temporaryFolder();
  const script =
    'mount -t tmpfs -o size=900m tmpfs "$ROUNDSMAN_STATE_DIR" && "$NODE" "$PROGRAM" run greedy --json';
  const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
    cwd: workspace.repo.path,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: workspace.home,
      NODE: process.execPath,
      PROGRAM,
      ROUNDSMAN_STATE_DIR: disk,
    },
  });
  if (stdout === '') throw new Error(stderr);
  const view: RunView = JSON.parse(stdout);
  expect([view.result?.execution, view.result?.report, view.failure?.code]).toEqual([
    'limit-reached',
    'valid',
    'disk-full',
  ]);
  // Of 900 MB, where the floor is 500: not only just before the end.
  expect(view.failure?.message).toMatch(/^only [12]\d\d MB were left on the disk/);
});

interface Limited {
  readonly level: string;
  readonly lines: string;
  /** YAML, of `limits`. */
  readonly limits: string;
  readonly setup?: string;
}

function limited({ user }: TestUser, { level, lines, limits, setup }: Limited): TestWorkspace {
  const repo = gitRepo({ 'README.md': '# Small\n', 'bomb.sh': setup ?? '' });
  const workspace = workspaceOf(repo, user === null ? {} : { user });
  repo.write(
    'routines/greedy.yaml',
    `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(['sh', '-c', lines])}\n  prompt: Report.\nworkspace: { isolation: ${level}${setup === undefined ? '' : ', setup: [sh bomb.sh]'} }\nlimits: { timeout: 40s, ${limits} }\n`,
  );
  if (user !== null)
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  return workspace;
}

function ran(workspace: TestWorkspace): RunView {
  const { stdout, stderr } = workspace.roundsman('run', 'greedy', '--json');
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
