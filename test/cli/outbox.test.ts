import { describe, expect, it } from 'vitest';

import { proposalHash } from '../../src/ledger/proposal-program.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isItemKey, shortIdOf, type RunId } from '../../src/words/ids.ts';
import type { Proposal } from '../../src/words/proposal.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { openFinding } from '../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { overwriteFindings, overwriteProposal } from '../kit/overwrite.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const FAR = '2999-01-01T00:00:00.000Z';

interface Here {
  readonly workspace: Workspace;
  readonly run: RunId;
  readonly cli: (...args: readonly string[]) => CliResult;
}

/** A run that proposed two items, RM-1 and RM-2. */
async function twoProposals(): Promise<Here> {
  const repo = gitRepo({ a: 'a' });
  const state = { ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const env = { ...process.env, ...state };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  // The inbox leaves reports of more than a week out.
  const now = new Date(systemClock.now().getTime() - 3_600_000).toISOString();
  const spec = await storeEndedRun(workspace, { at: now });
  const keys = await workspace.items.reserve({
    count: 2,
    routine: spec.routine.id,
    run: spec.id,
    now,
  });
  for (const [index, key] of keys.entries()) {
    const payload = { key, title: `do ${key}`, body: 'because\n\u001b[31mof it', findings: [] };
    const proposal: Proposal = {
      id: `P-${shortIdOf(spec.id)}-${index + 1}`,
      run: spec.id,
      routine: spec.routine.id,
      type: 'file-item',
      mode: 'review',
      state: 'held',
      summary: `file ${key}`,
      payload,
      duplicates: [],
      hash: proposalHash('file-item', payload),
      createdAt: now,
      decision: null,
    };
    await workspace.proposals.create(proposal);
  }
  return {
    workspace,
    run: spec.id,
    cli: (...args) => runCli(args, { cwd: repo.path, env: state }),
  };
}

async function itemState(workspace: Workspace, key: string): Promise<string | undefined> {
  return isItemKey(key) ? (await workspace.items.read(key))?.state : undefined;
}

describe('outbox', () => {
  it('takes a run for all of its requests that wait', async () => {
    const { workspace, run, cli } = await twoProposals();
    expect(cli('approve', `P-${shortIdOf(run)}-2`).exitCode).toBe(0);
    const { stdout, exitCode } = cli('approve', shortIdOf(run));
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^applied P-\S+-1 .*\n.*RM-1.*\n$/),
    ]);
    expect(await itemState(workspace, 'RM-1')).toBe('open');
  });

  it('takes a finding for the request that it has', async () => {
    const { workspace, cli } = await twoProposals();
    expect(cli('approve', 'F-3fa9c1').stderr).toMatch(/^error: no request matches "F-3fa9c1"\n/);
    expect((await workspace.proposals.list()).map(({ state }) => state)).toEqual(['held', 'held']);
  });

  it('lists what waits and says how to decide on it', async () => {
    const { run, cli } = await twoProposals();
    const { stdout } = cli('outbox');
    const id = `P-${shortIdOf(run)}-1`;
    expect(stdout).toContain(`${id}  held   file-item  file RM-1  sweep`);
    expect(stdout).toContain(`Look: roundsman requests show ${id}\n`);
    expect(stdout).toContain(`or all of a run: --all ${shortIdOf(run)}\n`);
  });

  it('shows one in full, without what could steer a terminal', async () => {
    const { run, cli } = await twoProposals();
    const several = cli('outbox', 'show', 'p-', '--json').stdout;
    expect(JSON.parse(several)).toMatchObject({ error: { code: 'id-ambiguous' } });
    const shown = `P-${shortIdOf(run)}-1`;
    expect(cli('outbox', 'show', shown).stdout).toContain('body  because\n      of it\n');
  });

  it('approves one and leaves the other waiting', async () => {
    const { workspace, run, cli } = await twoProposals();
    const approved = cli('outbox', 'approve', `P-${shortIdOf(run)}-1`);
    expect(approved).toEqual({
      exitCode: 0,
      stdout: `applied P-${shortIdOf(run)}-1  file RM-1\n  RM-1 is filed\n`,
      stderr: '',
    });
    expect(await itemState(workspace, 'RM-1')).toBe('open');
    const left: { id: string; runId: string }[] = JSON.parse(cli('outbox', '--json').stdout);
    expect(left.map(({ id, runId }) => [id, runId])).toEqual([[`P-${shortIdOf(run)}-2`, run]]);
  });

  it('approves all of a run', async () => {
    const { workspace, cli } = await twoProposals();
    expect(cli('outbox', 'approve', '--all', 'sweep').exitCode).toBe(0);
    expect(await itemState(workspace, 'RM-2')).toBe('open');
    expect(cli('outbox').stdout).toBe(
      'Nothing waits. `roundsman requests --all` shows what was decided.\n',
    );
    expect(cli('outbox', 'approve', '--all', 'sweep').exitCode).toBe(3);
  });

  it('approves all but what belongs to a snoozed finding', async () => {
    const { workspace, run, cli } = await twoProposals();
    const [first] = await workspace.proposals.list();
    if (first?.type !== 'file-item') throw new TypeError(first?.type);
    const payload = { ...first.payload, findings: ['todo:later'] };
    await overwriteProposal(workspace, { ...first, payload });
    const { routine } = first;
    const at = first.createdAt;
    const verdict = { kind: 'snoozed', by: 'ada', at, reason: '', until: FAR } as const;
    const finding = openFinding({ id: 'F-aaaa', routine, fingerprint: 'todo:later', verdict });
    const findings = [{ ...finding, state: 'snoozed' as const }];
    await overwriteFindings(workspace, { routine, lastRun: run, findings });
    const { stdout, exitCode } = cli('outbox', 'approve', '--all', 'sweep');
    expect([exitCode, stdout.match(/^applied /gm)?.length]).toEqual([0, 1]);
    expect((await workspace.proposals.read(first.id))?.state).toBe('held');
    expect(cli('outbox', 'approve', '--all', 'sweep').stdout).toBe(
      'Nothing was approved: what waits belongs to snoozed findings.\n',
    );
  });

  it('declines with a reason only, and not twice', async () => {
    const { workspace, run, cli } = await twoProposals();
    const id = `P-${shortIdOf(run)}-1`;
    expect(cli('outbox', 'decline', id).exitCode).toBe(2);
    expect(cli('outbox', 'decline', id, '--reason', 'no').exitCode).toBe(0);
    expect(await itemState(workspace, 'RM-1')).toBe('declined');
    expect((await workspace.proposals.read(id))?.decision).toMatchObject({
      by: 'ada',
      reason: 'no',
    });
    const again = cli('outbox', 'approve', id);
    expect(again.stderr).toContain(`error: ${id} was declined by ada`);
    expect(again.exitCode).toBe(4);
  });
});

describe('items', () => {
  it('lists the open and the proposed ones', async () => {
    const { cli } = await twoProposals();
    cli('outbox', 'approve', '--all', 'sweep');
    expect(cli('items').stdout).toContain('RM-1  todo   do RM-1  sweep');
    const items: { key: string }[] = JSON.parse(cli('items', '--json').stdout);
    expect(items.map(({ key }) => key)).toEqual(['RM-1', 'RM-2']);
  });
});

describe('commands that take any id', () => {
  it('show a request, an item and a run', async () => {
    const { run, cli } = await twoProposals();
    const request = `P-${shortIdOf(run)}-1`;
    expect(cli('show', request)).toEqual(cli('outbox', 'show', request));
    expect(cli('show', 'rm-2')).toEqual(cli('items', 'show', 'RM-2'));
    expect(cli('show', shortIdOf(run)).stdout).toContain(`run         ${run}\n`);
  });

  it('approve and decline requests', async () => {
    const { run, cli } = await twoProposals();
    const id = `P-${shortIdOf(run)}`;
    expect(cli('approve', `${id}-1`).stdout).toContain(`applied ${id}-1  file RM-1\n`);
    expect(cli('decline', `${id}-2`, '--reason', 'no').stdout).toBe(
      `declined ${id}-2  file RM-2\n`,
    );
  });

  it('refuse ids of several kinds at once', async () => {
    const { run, cli } = await twoProposals();
    const id = `P-${shortIdOf(run)}-1`;
    expect(cli('approve', id, 'D-1')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `error: ${id} D-1 are of several kinds\n` +
        'hint: Name requests, decisions and knowledge in separate calls of `roundsman approve`.\n',
    });
  });

  it('list what waits by the run that it is of', async () => {
    const { run, cli } = await twoProposals();
    const { stdout } = cli('inbox');
    expect(stdout).toMatch(new RegExp(`^sweep ${shortIdOf(run)}  .* · 2 requests, 1 report\n`));
    expect(stdout).toContain(`  P-${shortIdOf(run)}-1  file RM-1\n`);
    expect(stdout).toContain('2 requests, 1 report');
    expect(JSON.parse(cli('inbox', '--json').stdout)).toMatchObject({
      entries: [{ kind: 'proposal' }, { kind: 'proposal' }, { kind: 'report' }],
    });
  });
});
