import { describe, expect, it } from 'vitest';

import { loadRoutine } from '../../src/routines/load-routine.ts';
import { replayRun } from '../../src/runtime/replay-run.ts';
import { startRun } from '../../src/runtime/start-run.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import { type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { paperSupervisor, type PaperSupervisor } from '../kit/paper-supervisor.ts';
import { stillClock, type StillClock } from '../kit/still-clock.ts';

const ROUTINE = `on: manual
agent: { engine: command, command: ["true"], prompt: Tidy. }
outputs: { mode: auto, file-item: { mode: auto } }
`;

interface Here {
  readonly repo: GitRepo;
  readonly clock: StillClock;
  readonly workspace: Workspace;
  /** A good run of `tidy` from HEAD. */
  readonly ran: (base?: string | null) => Promise<RunSpec>;
  readonly replay: (
    run: RunSpec,
    how?: { readonly same?: boolean; readonly overrides?: readonly string[] },
  ) => Promise<RunSpec>;
}

function onlyOf({ specs }: PaperSupervisor): RunSpec {
  const [spec] = specs;
  if (spec === undefined) throw new Error('no run was assigned');
  return spec;
}

async function here(): Promise<Here> {
  const repo = gitRepo({ 'routines/tidy.yaml': ROUTINE, 'roundsman.yaml': 'timezone: UTC\n' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const clock = stillClock();
  const workspace = await openWorkspace({ actor: 'ada', folder: repo.path, env, clock });
  const ran: Here['ran'] = async (base = repo.git('rev-parse', 'HEAD')) => {
    if (base !== null && !isCommitSha(base)) throw new TypeError(base);
    const supervisor = paperSupervisor({ progress: { ...EMPTY_PROGRESS, base } });
    const loaded = await loadRoutine(workspace, { id: 'tidy', overrides: [] });
    await startRun({ workspace, ...loaded, supervisor });
    return onlyOf(supervisor);
  };
  const replay: Here['replay'] = async (run, { same = false, overrides = [] } = {}) => {
    const supervisor = paperSupervisor();
    await replayRun({ workspace, run: run.id, same, overrides, supervisor });
    return onlyOf(supervisor);
  };
  return { repo, clock, workspace, ran, replay };
}

describe('replayRun', () => {
  it('goes over base, window, event and inputs again with the definition of today', async () => {
    const { repo, clock, ran, replay } = await here();
    const past = await ran();
    const base = repo.git('rev-parse', 'HEAD');
    repo.commit({ files: { 'routines/tidy.yaml': ROUTINE.replace('Tidy', 'Sweep') } });
    clock.move(3_600_000);
    const again = await replay(past);
    expect(again).toMatchObject({
      slot: { ...past.slot, key: `replay:${past.id}:1` },
      window: past.window,
      event: past.event,
      inputs: past.inputs,
      attempt: 1,
      routine: { agent: { prompt: { text: 'Sweep.' } }, workspace: { base } },
      definition: { source: 'working-tree', overrides: [`workspace.base=${base}`] },
    });
    expect(again.definition.hash).not.toBe(past.definition.hash);
  });

  it('takes the definition that the run had with same, and what is laid over the one of today', async () => {
    const { repo, ran, replay } = await here();
    const past = await ran();
    repo.write('routines/tidy.yaml', ROUTINE.replace('Tidy', 'Sweep'));
    expect(await replay(past, { same: true })).toMatchObject({
      routine: { agent: { prompt: { text: 'Tidy.' } } },
      definition: { hash: past.definition.hash },
    });
    expect(await replay(past, { overrides: ['agent.prompt=Other.'] })).toMatchObject({
      routine: { agent: { prompt: { text: 'Other.' } } },
    });
  });

  it('gives each replay a slot of its own', async () => {
    const { ran, replay } = await here();
    const past = await ran();
    const first = await replay(past);
    const second = await replay(past);
    expect([first.slot.key, second.slot.key]).toEqual([
      `replay:${past.id}:1`,
      `replay:${past.id}:2`,
    ]);
  });

  it('holds what would be applied by itself', async () => {
    const { ran, replay } = await here();
    const again = await replay(await ran());
    expect(again.routine.outputs).toMatchObject({ mode: 'review', fileItem: { mode: 'review' } });
  });

  it('does not move the window of the next run', async () => {
    const { clock, ran, replay } = await here();
    const past = await ran();
    clock.move(3_600_000);
    const last = await ran();
    clock.move(3_600_000);
    await replay(past);
    clock.move(3_600_000);
    expect((await ran()).window.from).toBe(last.window.to);
  });

  it('refuses a run that never had a base', async () => {
    const { ran, replay } = await here();
    await expect(replay(await ran(null))).rejects.toMatchObject({
      code: 'refused',
      reason: 'run-without-base',
      hint: expect.stringMatching(/^Try it once more instead: roundsman retry [0-9a-z]{6}$/),
    });
  });

  it('refuses when the base is gone', async () => {
    const { ran, replay } = await here();
    await expect(replay(await ran('a'.repeat(40)))).rejects.toMatchObject({
      code: 'refused',
      reason: 'base-gone',
      message: expect.stringContaining('aaaaaaaaaa, is not a commit of this repository any more'),
    });
  });
});
