import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { loadRoutine } from '../../src/routines/load-routine.ts';
import { replayRun } from '../../src/runtime/replay-run.ts';
import { retryRun } from '../../src/runtime/retry-run.ts';
import { startRun } from '../../src/runtime/start-run.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import type { RunSpec } from '../../src/words/run-spec.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { paperSupervisor } from '../kit/paper-supervisor.ts';
import { stillClock } from '../kit/still-clock.ts';
import { GOOD_RESULT } from '../kit/stored-run.ts';

const ROUTINE = 'on: manual\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const FAILED = {
  phase: {
    kind: 'ended' as const,
    result: { ...GOOD_RESULT, execution: 'failed' as const },
    endedAt: '2026-11-21T09:00:00.000Z',
  },
};

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  /** One run of `tidy` that ended so. */
  readonly ran: (record?: Parameters<typeof paperSupervisor>[0]) => Promise<RunSpec>;
}

async function here(): Promise<Here> {
  const repo = gitRepo({ 'routines/tidy.yaml': ROUTINE, 'roundsman.yaml': 'timezone: UTC\n' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: stillClock(),
  });
  const ran: Here['ran'] = async (record) => {
    const supervisor = paperSupervisor(record);
    const loaded = await loadRoutine(workspace, { id: 'tidy', overrides: [] });
    await startRun({ workspace, ...loaded, supervisor });
    const [spec] = supervisor.specs;
    if (spec === undefined) throw new Error('no run was assigned');
    return spec;
  };
  return { repo, workspace, ran };
}

describe('retryRun', () => {
  it('makes a further attempt of the same slot from what the run was given, whatever the file says now', async () => {
    const { repo, workspace, ran } = await here();
    const first = await ran(FAILED);
    repo.write('routines/tidy.yaml', ROUTINE.replace('Tidy', 'Something else'));
    const supervisor = paperSupervisor(FAILED);
    await retryRun({ workspace, run: first.id, supervisor });
    const [second] = supervisor.specs;
    expect(second).toEqual({
      ...first,
      id: second?.id,
      attempt: 2,
      admittedAt: second?.admittedAt,
    });
    expect(second?.id).not.toBe(first.id);
    expect(await workspace.slots.read(first.routine.id, first.slot.key)).toMatchObject({
      state: { kind: 'started', runId: second?.id },
      attempts: 2,
    });
    expect(await workspace.definitions.read(first.definition.hash)).toMatchObject({
      file: 'routines/tidy.yaml',
      routine: { agent: { prompt: { text: 'Tidy.' } } },
    });
  });

  it('continues from the newest attempt when an older one is named', async () => {
    const { workspace, ran } = await here();
    const first = await ran(FAILED);
    const again = paperSupervisor(FAILED);
    await retryRun({ workspace, run: first.id, supervisor: again });
    await retryRun({ workspace, run: first.id, supervisor: again });
    expect(again.specs.map(({ attempt }) => attempt)).toEqual([2, 3]);
  });

  it('refuses a part, as a replay does: its slot is that of the run that leads it', async () => {
    const { repo, workspace, ran } = await here();
    const leads = await ran(FAILED);
    const base = repo.git('rev-parse', 'HEAD');
    if (!isCommitSha(base)) throw new TypeError(base);
    const part = { of: leads.id, index: 0, label: 'claude', base, baseRef: 'main' };
    const run = newRunId(workspace.clock.now());
    await workspace.runs.create({ ...leads, id: run, part });
    const supervisor = paperSupervisor(FAILED);
    const why = {
      reason: 'run-is-part',
      message: `run ${run.slice(-6)} is what claude did in run ${leads.id.slice(-6)} of tidy, and no run of its own`,
    };
    await expect(retryRun({ workspace, run, supervisor })).rejects.toMatchObject(why);
    await expect(
      replayRun({ workspace, run, supervisor, same: true, overrides: [] }),
    ).rejects.toMatchObject(why);
    expect(supervisor.specs).toEqual([]);
  });

  it('refuses a slot whose newest run went well, unless it is asked for anyway', async () => {
    const { workspace, ran } = await here();
    const first = await ran(FAILED);
    await retryRun({ workspace, run: first.id, supervisor: paperSupervisor() });
    await expect(
      retryRun({ workspace, run: first.id, supervisor: paperSupervisor() }),
    ).rejects.toMatchObject({
      code: 'refused',
      reason: 'run-went-well',
      message: expect.stringMatching(/^run [0-9a-z]{6} of tidy went well: succeeded$/),
    });
    const supervisor = paperSupervisor();
    await retryRun({ workspace, run: first.id, supervisor, anyway: true });
    expect(supervisor.specs).toMatchObject([{ attempt: 3 }]);
  });

  it('refuses while the run continues, also with anyway', async () => {
    const { workspace, ran } = await here();
    const { admittedBy: supervisor, id } = await ran({
      phase: { kind: 'queued' },
    });
    expect(supervisor.pid).toBe(process.pid);
    await expect(
      retryRun({ workspace, run: id, supervisor: paperSupervisor(), anyway: true }),
    ).rejects.toMatchObject({ code: 'refused', reason: 'run-not-ended' });
  });

  it('tries again where an attempt was recorded and never made, or could not be made', async () => {
    const { workspace, ran } = await here();
    const first = await ran(FAILED);
    const slot = await workspace.slots.read(first.routine.id, first.slot.key);
    if (slot === null) throw new Error('the slot has no record');
    const lost = newRunId(new Date());
    await workspace.slots.updateAll([{ ...slot, state: { kind: 'started', runId: lost } }]);
    const supervisor = paperSupervisor(FAILED);
    await retryRun({ workspace, run: first.id, supervisor });
    const state = { kind: 'skipped', cause: 'failed-start', reason: 'no disk' } as const;
    await workspace.slots.updateAll([{ ...slot, state }]);
    await retryRun({ workspace, run: first.id, supervisor });
    expect(supervisor.specs.map(({ attempt }) => attempt)).toEqual([2, 2]);
  });

  it('makes the record of the slot again when it is not kept any more', async () => {
    const { workspace, ran } = await here();
    const first = await ran(FAILED);
    const supervisor = paperSupervisor();
    const slots = { ...workspace.slots, read: async () => null };
    const made: unknown[] = [];
    const createAll: Workspace['slots']['createAll'] = async (records) => {
      for (const record of records) made.push(record.attempts, record.slot.key);
      return records.map(() => true);
    };
    await retryRun({
      workspace: { ...workspace, slots: { ...slots, createAll } },
      run: first.id,
      supervisor,
    });
    expect(made).toEqual([2, first.slot.key]);
  });
});
