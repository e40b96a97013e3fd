/** The daemon as it ships. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { parseIdentity } from '../../src/platform/lock.ts';
import { isAlive } from '../../src/platform/process-identity.ts';
import type { RunView } from '../../src/words/run.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

interface Status {
  readonly running: boolean;
  readonly pid: number | null;
  readonly since: string | null;
  readonly lastDaemon?: { readonly stoppedAt: string | null } | null;
  readonly definitions: { readonly active: number; readonly local: readonly { id: string }[] };
  readonly next: readonly { readonly routine: string }[];
}

function statusOf(workspace: TestWorkspace): Status {
  return JSON.parse(workspace.roundsman('status', '--json').stdout);
}

/** In the background, until the test ends. */
function startedDaemon(workspace: TestWorkspace): Status {
  onTestFinished(() => void workspace.roundsman('stop'));
  const started = workspace.roundsman('start', '--detach', '--no-doctor', '--json');
  if (started.exitCode !== 0) throw new Error(started.stdout + started.stderr);
  return JSON.parse(started.stdout);
}

const REPORT = `mkdir -p "$ROUNDSMAN_OUT"; printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;

function addRoutine({ repo }: TestWorkspace, id: string, on: string): void {
  repo.write(
    `routines/${id}.yaml`,
    `on: ${on}\nagent:\n  engine: command\n  command: ${JSON.stringify(['/bin/sh', '-c', REPORT])}\n  prompt: Say that it is done.\n`,
  );
}

describe('a daemon', () => {
  it('starts what is due, once a slot, and lets it end without itself', () => {
    const workspace = smallWorkspace();
    addRoutine(workspace, 'often', '{ schedule: { cron: "* * * * * *", timezone: UTC } }');
    workspace.repo.commit({ message: 'a routine' });
    const { pid } = startedDaemon(workspace);
    expect(statusOf(workspace)).toMatchObject({ running: true, pid, definitions: { active: 1 } });
    waitUntilEnded(workspace, 2);
    expect(workspace.roundsman('stop').stdout).toContain(`Stopped the daemon (process ${pid}`);
    // Also the one that was going on.
    const runs = waitUntilEnded(workspace, 2);
    expect(runs.map(({ slot, definition }) => [slot.trigger, definition.source])).toEqual(
      runs.map(() => ['schedule', 'ref']),
    );
    expect(new Set(runs.map(({ slot }) => slot.key)).size).toBe(runs.length);
    const status = statusOf(workspace);
    expect(status).toMatchObject({ running: false, pid: null });
    expect(status.lastDaemon?.stoppedAt).not.toBe(null);
    expect(existsSync(join(workspace.stateDir, 'daemon.lock'))).toBe(false);
  });

  it('is one a workspace: a second one names the first', () => {
    const workspace = smallWorkspace();
    const { pid, since } = startedDaemon(workspace);
    for (const words of [['start'], ['start', '--detach']]) {
      const second = workspace.roundsman(...words);
      expect({ code: second.exitCode, stderr: second.stderr.split('\n')[0] }).toEqual({
        code: 4,
        stderr: `error: a daemon runs for this workspace already: process ${pid}, since ${since}`,
      });
    }
  });

  it('is restarted in one step, and shows its log', () => {
    const workspace = smallWorkspace();
    expect(workspace.roundsman('logs', 'daemon').stderr).toContain('roundsman start --detach');
    const { pid } = startedDaemon(workspace);
    const again = workspace.roundsman('restart', '--no-doctor', '--json');
    const next: Status = JSON.parse(again.stdout);
    expect(next.running && next.pid !== pid).toBe(true);
    expect(statusOf(workspace)).toMatchObject({ running: true, pid: next.pid });
    workspace.roundsman('stop');
    const shown = workspace.roundsman('logs', '--daemon').stdout.trimEnd().split('\n');
    expect(shown.length).toBeGreaterThan(1);
    for (const line of shown) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\S/);
    const entries: { text: string }[] = JSON.parse(
      workspace.roundsman('logs', 'daemon', '--json').stdout,
    );
    expect(shown.map((line) => line.slice(21))).toEqual(
      entries.map(({ text }) => expect.stringContaining(text)),
    );
  });

  it('takes a slot from the queue as soon as it is told', () => {
    const workspace = smallWorkspace();
    addRoutine(workspace, 'tidy', 'manual');
    startedDaemon(workspace);
    expect(workspace.roundsman('run', 'tidy', '--queue').exitCode).toBe(0);
    const [run] = waitUntilEnded(workspace, 1);
    expect(run).toMatchObject({
      routine: 'tidy',
      slot: { trigger: 'manual' },
      definition: { source: 'working-tree' },
      result: { execution: 'succeeded', report: 'valid' },
    });
  });

  it('does not run what only the working tree holds, and says so', () => {
    const workspace = smallWorkspace();
    addRoutine(workspace, 'sly', '{ schedule: { cron: "* * * * * *", timezone: UTC } }');
    startedDaemon(workspace);
    const { definitions, next } = statusOf(workspace);
    expect({
      active: definitions.active,
      local: definitions.local.map(({ id }) => id),
      next,
    }).toEqual({ active: 0, local: ['sly'], next: [] });
    expect(workspace.roundsman('start').exitCode).toBe(4);
  });

  it('takes over from one that was killed, whose waiting supervisor went with it', async () => {
    const workspace = smallWorkspace();
    const { pid } = startedDaemon(workspace);
    const lock = readFileSync(join(workspace.stateDir, 'daemon.lock'), 'utf8');
    process.kill(pid ?? 0, 'SIGKILL');
    const identity = parseIdentity(lock);
    await waitUntil(() => (identity !== null && !isAlive(identity) ? true : null));
    const { stdout } = workspace.roundsman('status');
    expect(stdout).toMatch(/^daemon +none; the last one, of just now, ended without a word$/m);
    expect(startedDaemon(workspace).pid).not.toBe(pid);
  });

  it('refuses a log that is neither a terminal nor a file', () => {
    const { exitCode, stderr } = smallWorkspace().roundsman('start', '--log', 'paper');
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: 'error: --log takes "terminal" or "file", not "paper"',
    });
  });
});

/** All runs, at least so many, once all have ended. */
function waitUntilEnded(workspace: TestWorkspace, count: number): readonly RunView[] {
  for (let look = 0; look < 200; look += 1) {
    const runs: RunView[] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
    if (runs.length >= count && runs.every(({ state }) => state === 'ended')) return runs;
  }
  throw new Error(`there were not ${count} runs`);
}
