/** Twelve weeks of a nightly routine, as the daemon would have left them: slots, runs, branches that were decided on. */
import { systemClock } from '../../src/platform/clock.ts';
import { writeText } from '../../src/platform/files.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { isBranchName, isCommitSha } from '../../src/words/ids.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import { newSlotRecord, type SlotRecord, type SlotState } from '../../src/words/slot.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { routineId, slotKey } from './slots.ts';
import { storeEndedRun } from './stored-run.ts';
import type { TestWorkspace } from './workspace.ts';

const DAY_MS = 86_400_000;
const DAYS = 80;
const ROUTINE = 'dead-code';
const YAML = `name: Dead code
intent: Remove what nothing uses any more, one module a night.
owner: Dana Example
on: { schedule: { cron: '0 2 * * *', timezone: UTC } }
agent: { engine: command, command: ['true'], prompt: Remove what nothing uses. }
workspace: { isolation: private }
`;
const WORDS = [
  'Removed three exports of `src/dates.ts` that nothing imports.',
  'Nothing is unused in `src/report.ts`; two candidates are named by configuration.',
  'Removed the old reader of invoices, and its fixture.',
  'One unused parameter less in `monthTotal`.',
] as const;

export async function weeksOfWork(world: TestWorkspace): Promise<void> {
  world.repo.write(`routines/${ROUTINE}.yaml`, YAML);
  world.repo.git('add', '-A');
  world.repo.git('commit', '-q', '-m', 'Look for dead code every night');
  const env = { ...process.env, HOME: world.home, ROUNDSMAN_STATE_DIR: world.stateDir, TZ: 'UTC' };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: world.repo.path,
    env,
    clock: systemClock,
  });
  const tip = world.repo.git('rev-parse', 'HEAD');
  const slots: SlotRecord[] = [];
  // Its newest slot has passed, whatever the time is.
  const last = systemClock.now().getTime() - 3 * 3_600_000;
  for (let back = DAYS; back >= 0; back -= 1)
    slots.push(await night(workspace, { back, tip, last }));
  await workspace.slots.createAll(slots);
}

interface Night {
  /** Days before today. */
  readonly back: number;
  readonly tip: string;
  readonly last: number;
}

async function night(workspace: Workspace, { back, tip, last }: Night): Promise<SlotRecord> {
  const at = `${new Date(last - back * DAY_MS).toISOString().slice(0, 10)}T02:00:00.000Z`;
  const recorded = (state: SlotState): SlotRecord =>
    newSlotRecord({
      routine: routineId(ROUTINE),
      slot: { key: slotKey(`at:${at}`), scheduledFor: at, trigger: 'schedule' },
      state,
      recordedAt: at,
      definition: '0'.repeat(64),
    });
  if (back % 31 > 27)
    return recorded({ kind: 'missed', cause: 'downtime', reason: 'nobody was there' });
  if (back % 17 === 5)
    return recorded({ kind: 'skipped', cause: 'overlap', reason: 'an earlier run continued' });
  const failed = back % 13 === 4 || back === 38 || back === 37;
  // A slow drift, with better and worse nights.
  const minutes = 6 + back / 12 + ((back * 7) % 11) / 2;
  const branch =
    failed || back % 5 < 3 ? null : `roundsman/${ROUTINE}/${at.slice(0, 10)}-n${back}-1`;
  const { id } = await storeEndedRun(workspace, {
    routine: ROUTINE,
    at,
    change: {
      phase: {
        kind: 'ended',
        endedAt: new Date(Date.parse(at) + minutes * 60_000).toISOString(),
        result: {
          execution: failed ? 'failed' : 'succeeded',
          report: failed ? 'missing' : 'valid',
          checks: branch === null ? 'none' : 'passed',
          changes: branch === null ? 'none' : 'branch',
          proposals: 'none',
          delivery: 'none',
          review: 'none',
        },
      },
      failure: failed
        ? { code: 'agent-error', message: 'the agent ended with 1', hint: 'See its log.' }
        : null,
      progress: {
        ...EMPTY_PROGRESS,
        isolation: 'private',
        branch: branch !== null && isBranchName(branch) ? branch : null,
        diffstat: branch === null ? null : { files: 2, insertions: back % 9, deletions: back },
        report: failed ? null : { kind: 'valid', quiet: branch === null },
        usage: {
          inputTokens: 90_000 + back * 900,
          cachedTokens: 60_000,
          outputTokens: 4_000 + ((back * 13) % 17) * 100,
          costUsd: 0.18 + back / 400 + ((back * 5) % 7) / 50,
          source: 'gateway',
          estimated: false,
        },
      },
    },
  });
  await writeText(
    runPaths(workspace.location.stateDir, id).report,
    `## Summary\n\n${WORDS[back % WORDS.length] ?? ''}\n`,
  );
  if (branch !== null && isCommitSha(tip)) {
    await workspace.review.verdicts.create({
      id: newRunId(new Date(Date.parse(at) + 7 * 3_600_000)),
      kind: back % 4 === 0 ? 'discarded' : 'landed',
      branch,
      tip,
      title: 'Remove what nothing uses',
      run: id,
      routine: routineId(ROUTINE),
      engine: 'command',
      reason: '',
      by: 'Dana Example',
      at: new Date(Date.parse(at) + 7 * 3_600_000).toISOString(),
    });
  }
  return recorded({ kind: 'started', runId: id });
}
