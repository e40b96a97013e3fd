/** A state folder on a disk that really is full: a small file system of its own, in a namespace of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { PROGRAM } from '../kit/run-cli.ts';
import { smallWorkspace } from '../kit/workspace.ts';

/** To the last byte: by large parts, then by small ones. */
const FILL =
  'dd if=/dev/zero of=fill bs=64k 2>/dev/null; dd if=/dev/zero of=rest bs=1 count=70000 2>/dev/null; exit 7';

describe('a run whose disk is full', () => {
  it('ends, and how its agent ended is not lost', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine(
      'filler',
      ['/bin/sh', '-c', FILL],
      'workspace: { isolation: private }\n',
    );
    workspace.repo.write('roundsman.yaml', 'limits: { disk-floor: 0B }\n');
    const disk = join(temporaryFolder(), 'disk');
    mkdirSync(disk);
    const script = [
      'mount -t tmpfs -o size=12m tmpfs "$DISK"',
      '"$NODE" "$PROGRAM" run filler > /dev/null 2>&1',
      'df --output=avail "$DISK" | tail -1',
      '"$NODE" "$PROGRAM" show --json',
    ].join('\n');
    const ran = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
      cwd: workspace.repo.path,
      env: {
        PATH: process.env['PATH'],
        HOME: workspace.repo.path,
        NODE: process.execPath,
        PROGRAM,
        DISK: disk,
        ROUNDSMAN_STATE_DIR: disk,
      },
      encoding: 'utf8',
    });
    const [free = '', ...rest] = ran.stdout.split('\n');
    expect(Number(free)).toBe(0);
    const view: RunView = JSON.parse(rest.join('\n'));
    expect({
      state: view.state,
      result: view.result?.execution,
      failure: view.failure?.message,
    }).toEqual({
      state: 'ended',
      result: 'failed',
      failure: 'the agent ended with exit code 7',
    });
    expect(view.notices).toContain(
      'the disk did not take the record of this run (ENOSPC) at times: what it told then stands in the space that was kept for it',
    );
  });
});
