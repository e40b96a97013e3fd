/** Branches of runs over two clones of one bare repository: shown, reviewed and decided on the other machine. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { twoMachines, type TwoMachines } from '../kit/two-machines.ts';
import { waitUntil } from '../kit/wait-until.ts';
import type { TestWorkspace } from '../kit/workspace.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.remove());

/** Names of local branches of runs. */
function branches({ repo }: TestWorkspace): readonly string[] {
  return repo
    .git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman/')
    .split('\n')
    .filter((name) => name !== '');
}

function hook({ remote }: TwoMachines, script: string): string {
  const path = join(remote.path, 'hooks', 'pre-receive');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function forgetTries(name: string): void {
  server.sql(name, `update roundsman.runs set tried_at = now() - interval '1 hour'`);
}

describe('a branch that a run handed back on one machine', () => {
  it('is reviewed and landed on another one, and its ref goes from the remote', () => {
    const machines = twoMachines(server, 'landed');
    const { alder, birch, remote } = machines;
    const { view } = alder.run('look');
    const branch = view.branch ?? '';
    expect(machines.refs()).toEqual([`refs/roundsman/${view.id}/1`]);
    expect(remote.git('rev-parse', `refs/roundsman/${view.id}/1`)).toBe(view.head);
    expect(alder.roundsman('show', view.id).stdout).not.toContain('only on');

    const inbox = birch.roundsman('inbox');
    expect([inbox.stderr, inbox.stdout]).toEqual(['', expect.stringContaining('agent-notes.md')]);
    expect(branches(birch)).toEqual([branch]);
    expect(birch.repo.git('rev-parse', branch)).toBe(view.head);
    expect(birch.repo.git('for-each-ref', 'refs/roundsman/incoming/')).toBe('');
    expect(birch.roundsman('review', 'diff', branch).stdout).toContain('+written by the agent');

    const landed = birch.roundsman('land', branch, '--yes');
    expect(landed).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(birch.repo.path, 'agent-notes.md'))).toBe(true);

    const [told] = JSON.parse(alder.roundsman('runs', '--json').stdout);
    expect(told.result.review).toBe('landed');
    expect(alder.roundsman('review').stdout).toContain('No branch of a run waits');
    expect(machines.refs()).toEqual([]);
  });

  it('that is discarded on another one is discarded here too, and comes back with it', () => {
    const machines = twoMachines(server, 'discarded');
    const { alder, birch } = machines;
    const branch = alder.run('look').view.branch ?? '';
    birch.roundsman('review');
    const gone = birch.roundsman('discard', branch, '--reason', 'not now', '--yes');
    expect([gone.exitCode, branches(birch)]).toEqual([0, []]);
    alder.roundsman('review');
    expect([branches(alder), machines.refs()]).toEqual([[], []]);

    const back = birch.roundsman('review', 'restore', branch);
    expect([back.exitCode, back.stderr]).toEqual([0, '']);
    alder.roundsman('review');
    birch.roundsman('review');
    expect([branches(alder), branches(birch), machines.refs().length]).toEqual([
      [branch],
      [branch],
      1,
    ]);
  });

  it('is landed by one of two that land it at once, and the other is told', async () => {
    const { alder, birch } = twoMachines(server, 'both');
    const branch = alder.run('look').view.branch ?? '';
    birch.roundsman('review');
    const ran = await Promise.all([alder, birch].map((one) => one.ask('land', branch, '--yes')));
    const [won, lost] = ran.toSorted((a, b) => (a.exitCode ?? 9) - (b.exitCode ?? 9));
    expect(won).toMatchObject({ exitCode: 0 });
    expect(lost?.exitCode).not.toBe(0);
    expect(lost?.stderr).toMatch(/landed on main on another machine|nothing that waits for review/);
    const has = [alder, birch].filter(({ repo }) => existsSync(join(repo.path, 'agent-notes.md')));
    expect(has).toHaveLength(1);
  });
});

describe('a push', () => {
  it('that is refused leaves the run as good, is told on both machines, and is tried again', () => {
    const machines = twoMachines(server, 'refused');
    const { alder, birch } = machines;
    const path = hook(machines, 'echo "no refs of yours" >&2; exit 1');
    const { view, exitCode } = alder.run('look');
    expect([exitCode, view.result?.execution, view.notices]).toEqual([0, 'succeeded', []]);
    const here = `the branch ${view.branch} of run ${view.id.slice(-6)} is only on this machine: `;
    expect(alder.roundsman('show', view.id, '--json').stdout).toContain(here);
    expect(alder.roundsman('status').stdout).toContain(here);
    const there = birch.roundsman('inbox');
    expect(there.stderr).toContain(`is only on alder: `);
    expect(there.stderr).toContain('pre-receive hook declined');
    expect(branches(birch)).toEqual([]);

    rmSync(path);
    forgetTries('refused');
    alder.roundsman('review');
    expect(birch.roundsman('inbox').stderr).toBe('');
    expect(branches(birch)).toEqual([view.branch]);
  });

  it('without a remote, and one that is away, keep the branch where it is', () => {
    const machines = twoMachines(server, 'away');
    const { alder, birch } = machines;
    alder.repo.git('remote', 'set-url', 'origin', join(machines.remote.path, 'moved'));
    const { view } = alder.run('look');
    expect(birch.roundsman('review').stderr + birch.roundsman('review').stdout).toContain(
      'is only on alder: ',
    );
    alder.repo.git('remote', 'remove', 'origin');
    forgetTries('away');
    expect(alder.roundsman('inbox').stderr).toContain(
      `of run ${view.id.slice(-6)} is only on this machine: the repository has no remote origin`,
    );
  });

  it('never goes over another commit, and nothing else is fetched under its name', () => {
    const machines = twoMachines(server, 'other');
    const { alder, birch, remote } = machines;
    const { view } = alder.run('look');
    const ref = `refs/roundsman/${view.id}/1`;
    const other = birch.repo.commit({ files: { 'evil.txt': 'evil' }, message: 'evil' });
    birch.repo.git('push', '--quiet', '--force', 'origin', `${other}:${ref}`);
    birch.repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(birch.roundsman('inbox').stderr).toContain(
      `${ref} of the remote is not the commit ${view.head?.slice(0, 12)} that the run handed back`,
    );
    expect(branches(birch)).toEqual([]);
    alder.roundsman('discard', view.branch ?? '', '--reason', 'no', '--yes');
    alder.roundsman('review');
    expect(remote.git('rev-parse', ref)).toBe(other);
  });

  it('that is cut off with everything at work is done by the next look', async () => {
    const machines = twoMachines(server, 'cut');
    const { alder, birch } = machines;
    const mark = join(machines.remote.path, 'pushing');
    const path = hook(machines, `echo $$ > ${mark}; exec sleep 300`);
    alder.start('run', 'look', '--detach');
    await waitUntil(() => (existsSync(mark) ? true : null));
    const [{ id: runId }] = JSON.parse(alder.roundsman('runs', '--json').stdout);
    const state = JSON.parse(readFileSync(join(alder.runFolder(runId), 'state.json'), 'utf8'));
    expect(state.phase.cursor).toEqual({ step: 'hand-back', at: 'begun' });
    process.kill(state.phase.supervisor.pid, 'SIGKILL');
    process.kill(Number(readFileSync(mark, 'utf8')), 'SIGKILL');
    rmSync(path);
    await waitUntil(() => {
      forgetTries('cut');
      const [run] = JSON.parse(alder.roundsman('runs', '--json').stdout);
      return run.state === 'ended' ? true : null;
    });
    forgetTries('cut');
    alder.roundsman('review');
    expect(machines.refs()).toEqual([`refs/roundsman/${runId}/1`]);
    birch.roundsman('review');
    expect(branches(birch)).toHaveLength(1);
  });
});
