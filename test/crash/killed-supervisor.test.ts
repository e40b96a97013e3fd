/**
 * Supervisors killed at any moment. Whatever the moment: the run reaches an end, its agent ran at most once,
 * nothing of it is alive, the branch is there if and only if the record says so, and the user's repository
 * holds nothing else of ours.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { RunRecord, RunView } from '../../src/domain/run.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? '30');
/** Longer than a whole run takes, so that some rounds end by themselves. */
const LATEST_KILL_MS = 1_500;

function read<Content>(path: string, check: (text: string) => Content): Content | null {
  return existsSync(path) ? check(readFileSync(path, 'utf8')) : null;
}

async function startedRun(workspace: TestWorkspace): Promise<string> {
  workspace.start('run', 'leaver');
  const runs = join(workspace.stateDir, 'runs');
  return waitUntil(() => (existsSync(runs) ? (readdirSync(runs)[0] ?? null) : null));
}

function supervisorOf(workspace: TestWorkspace, id: string): number | null {
  const state = join(workspace.runFolder(id), 'state.json');
  const record = read(state, (text): RunRecord => JSON.parse(text));
  return record?.phase.kind === 'running' ? record.phase.supervisor.pid : null;
}

describe('a supervisor that is killed', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'leaves a run that ends: round %i',
    async (round) => {
      const workspace = smallWorkspace();
      const count = join(workspace.stateDir, '..', 'count');
      const script = `echo ran >> '${count}'; echo work > left.txt; mkdir -p "$ROUNDSMAN_OUT"; printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;
      workspace.agentRoutine('leaver', ['/bin/sh', '-c', script]);
      const head = workspace.repo.git('rev-parse', 'HEAD');
      const id = await startedRun(workspace);
      // Spread evenly over the run, so that every step is hit in some round.
      await pause((LATEST_KILL_MS * round) / ROUNDS);
      const supervisor = supervisorOf(workspace, id);
      if (supervisor !== null) process.kill(supervisor, 'SIGKILL');
      const view = await waitUntil(() => {
        const shown: RunView = JSON.parse(workspace.roundsman('show', id, '--json').stdout);
        return shown.state === 'ended' ? shown : null;
      });
      const executions = read(count, (text) => text.split('\n').length - 1) ?? 0;
      const branches = workspace.repo.git(
        'for-each-ref',
        '--format=%(refname:short)',
        'refs/heads/roundsman',
      );
      expect({
        executions: executions <= 1,
        alive: findRunProcesses(id),
        branches,
        head: workspace.repo.git('rev-parse', 'HEAD'),
        pins: workspace.repo.git('for-each-ref', 'refs/roundsman'),
        report: existsSync(view.reportPath ?? ''),
        result: view.result === null ? null : view.result.changes,
      }).toEqual({
        executions: true,
        alive: [],
        branches: view.branch ?? '',
        head,
        pins: '',
        report: true,
        result: view.branch === null ? 'none' : 'branch',
      });
      // Work that was done is never lost: the agent ran to its end, so there is a branch.
      expect(view.result?.execution === 'succeeded' && view.branch === null).toBe(false);
    },
  );
});
