import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Rehearsal } from '../../../src/daemon/rehearse/contract.ts';
import { FAILED_BEFORE } from '../../../src/daemon/rehearse/night-problems.ts';
import { rehearseNight } from '../../../src/daemon/rehearse/rehearse-night.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { GOOD_RESULT, storeEndedRun } from '../../kit/stored-run.ts';

/** Saturday, 21:00. */
const NOW = '2026-11-21T21:00:00.000Z';
const AGENT = 'agent: { engine: command, command: ["true"], prompt: "Look at it." }\n';
const NIGHTLY = `on: { schedule: "0 2 * * *" }\n${AGENT}`;

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  readonly said: readonly string[];
  readonly rehearse: (change?: {
    readonly hours?: number;
    readonly from?: Date;
    readonly quick?: boolean;
  }) => Promise<Rehearsal>;
}

async function here(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Here> {
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', ...files });
  const clock: Clock = { ...systemClock, now: () => new Date(NOW) };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ...env },
    clock,
  });
  const said: string[] = [];
  return {
    repo,
    workspace,
    said,
    rehearse: ({ hours = 24, from, quick = false } = {}) =>
      rehearseNight(workspace, {
        hours,
        from: from ?? null,
        quick,
        signal: new AbortController().signal,
        progress: (text) => said.push(text),
      }),
  };
}

const codesOf = (problems: Rehearsal['failures']): readonly string[] =>
  problems.map(({ routine, code }) => `${routine ?? 'all'} ${code}`);

describe('rehearseNight', () => {
  it('foretells each slot, renders each brief, and leaves nothing behind', async () => {
    const { repo, workspace, rehearse, said } = await here({
      'routines/sweep.yaml': `${NIGHTLY}workspace: { isolation: private }\n`,
      'routines/byhand.yaml': `on: manual\n${AGENT}`,
      'routines/later.yaml': NIGHTLY.replace('0 2 * * *', '0 2 1 1 *'),
      'routines/off.yaml': `enabled: false\n${NIGHTLY}`,
    });
    const { stateDir } = workspace.location;
    const refs = repo.git('for-each-ref');
    const night = await rehearse();
    expect(night).toMatchObject({
      from: NOW,
      to: '2026-11-22T21:00:00.000Z',
      ok: true,
      failures: [],
      quiet: ['byhand', 'later'],
      routines: [
        {
          id: 'sweep',
          starts: 1,
          typical: { runs: 0, durationMs: null },
          problems: [],
          isolation: 'private',
        },
        { id: 'later', starts: 0 },
      ],
      forecast: { runs: 1, unknown: 1, neededBytes: 0 },
    });
    expect(night.routines[0]?.brief?.prompt).toBeGreaterThan('Look at it.'.length);
    expect(night.night.slots).toMatchObject([
      {
        record: { routine: 'sweep', slot: { key: 'at:2026-11-22T02:00:00.000Z' } },
        startsAt: Date.parse('2026-11-22T02:00:00Z'),
      },
    ]);
    expect(said).toContain('sweep');
    expect(repo.git('for-each-ref')).toBe(refs);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(stateDir, 'runs'))).toBe(false);
    expect(existsSync(join(stateDir, 'schedule-cursor.json'))).toBe(false);
    expect(readdirSync(join(stateDir, 'previews', 'runs'))).toEqual([]);
    expect((await workspace.slots.list()).records).toEqual([]);
  });

  it('names what would make the night fail, each once, with the routine', async () => {
    const { repo, rehearse } = await here({
      'routines/no-engine.yaml': NIGHTLY.replace('"true"', 'no-such-agent'),
      'routines/no-base.yaml': `${NIGHTLY}workspace: { base: no-such-branch }\n`,
      'routines/no-env.yaml': `${NIGHTLY}permissions: { env: [NO_SUCH_TOKEN] }\n`,
      'routines/no-gate.yaml': `${NIGHTLY}condition: scripts/gate.sh --now\n`,
      'routines/no-gauge.yaml': `${NIGHTLY}collect: [{ command: { name: gauge, run: [no-such-gauge] } }]\n`,
      'routines/no-template.yaml': `${NIGHTLY}report: { template: report.hbs }\n`,
      'routines/bad-prompt.yaml': NIGHTLY.replace('Look at it.', 'Look at {{nothing}}.'),
      'routines/not-committed.yaml': NIGHTLY.replace('"true"', 'node, tools/agent.mjs'),
      'routines/unheard.yaml': `on: { webhook: { scheme: github, secret: env:NO_SUCH_HOOK } }\n${AGENT.replace('"true"', 'no-such-agent')}`,
    });
    repo.write('tools/agent.mjs', '');
    const night = await rehearse();
    expect(night.ok).toBe(false);
    expect(codesOf(night.failures).toSorted()).toEqual([
      expect.stringMatching(/^bad-prompt /),
      'no-base base-unknown',
      'no-engine engine-missing',
      'no-env variable-missing',
      'no-gate program-missing',
      expect.stringMatching(/^no-gauge /),
      'no-gauge program-missing',
      'no-template no-such-file',
      'not-committed program-not-in-base',
    ]);
    expect(night.failures.find(({ routine }) => routine === 'no-gate')).toEqual({
      routine: 'no-gate',
      code: 'program-missing',
      message: 'condition.run: the program scripts/gate.sh was not found at main',
      hint: 'Commit it to the base branch.',
    });
    // No slot of it comes, so it cannot make the night fail.
    expect(codesOf(night.warnings)).toEqual(
      expect.arrayContaining(['unheard engine-missing', 'unheard secret-missing', 'all no-daemon']),
    );
  });

  it('takes lengths and costs from earlier runs, but not from replays and skipped ones', async () => {
    const { workspace, rehearse } = await here({
      'routines/sweep.yaml': NIGHTLY.replace('0 2 * * *', '0 * * * *'),
    });
    const ran = async (day: number, minutes: number, change: object = {}): Promise<void> => {
      const at = `2026-11-${day}T02:00:00.000Z`;
      const endedAt = new Date(Date.parse(at) + minutes * 60_000).toISOString();
      await storeEndedRun(workspace, {
        at,
        change: { phase: { kind: 'ended', result: GOOD_RESULT, endedAt }, ...change },
      });
    };
    await ran(11, 80);
    await ran(12, 90);
    await ran(13, 600);
    await ran(14, 1, { skipped: 'nothing to do' });
    const night = await rehearse({ hours: 6 });
    expect(night.routines[0]?.typical).toMatchObject({ runs: 3, durationMs: 90 * 60_000 });
    expect(night.forecast).toMatchObject({ runs: 3, durationMs: 3 * 90 * 60_000, unknown: 0 });
    expect(night.forecast.neededBytes).toBeGreaterThan(0);
    expect(night.warnings).toContainEqual({
      routine: 'sweep',
      code: 'slot-skipped',
      message: expect.stringMatching(/^3 slots would be skipped: /),
      hint: '',
    });
  });

  it('tells of a routine whose newest run went badly, until one goes well', async () => {
    const { workspace, rehearse } = await here({ 'routines/sweep.yaml': NIGHTLY });
    await storeEndedRun(workspace, {
      at: '2026-11-20T02:00:00.000Z',
      result: { execution: 'failed', report: 'missing' },
    });
    const told = async (): Promise<readonly string[]> =>
      (await rehearse()).warnings
        .filter(({ code }) => code === FAILED_BEFORE)
        .map(({ routine, message }) => `${routine}: ${message}`);
    expect(await told()).toEqual(['sweep: its last run ended: failed, report missing']);
    await storeEndedRun(workspace, { at: '2026-11-21T02:00:00.000Z' });
    expect(await told()).toEqual([]);
  });

  it('renders no briefs when it is to be quick, and knows a missing base all the same', async () => {
    const { rehearse } = await here({
      'routines/sweep.yaml': NIGHTLY,
      'routines/no-base.yaml': `${NIGHTLY}workspace: { base: no-such-branch }\n`,
    });
    const night = await rehearse({ quick: true });
    expect(codesOf(night.failures)).toEqual(['no-base base-unknown']);
    expect(night.routines.map(({ brief }) => brief)).toEqual([null, null]);
  });

  it('looks at a later night as if nothing were left from before', async () => {
    const { rehearse } = await here({ 'routines/sweep.yaml': NIGHTLY });
    const night = await rehearse({ from: new Date('2026-12-24T18:00:00Z'), hours: 12 });
    expect(night.night.slots.map(({ record }) => record.slot.key)).toEqual([
      'at:2026-12-25T02:00:00.000Z',
    ]);
    await expect(rehearse({ from: new Date('2026-01-01T00:00:00Z') })).rejects.toMatchObject({
      code: 'usage',
      message: '--from 2026-01-01T00:00:00.000Z has passed: a night is rehearsed before it comes',
    });
  });

  it('fails for a definition that is broken and has no version to continue with, and warns of drift', async () => {
    const { repo, rehearse } = await here({
      'routines/sweep.yaml': NIGHTLY,
      'routines/bad.yaml': 'on: nothing\n',
    });
    repo.write('routines/fresh.yaml', NIGHTLY);
    repo.write('routines/unsound.yaml', 'on: nothing\n');
    repo.write('routines/sweep.yaml', NIGHTLY.replace('0 2', '0 3'));
    const night = await rehearse();
    expect(codesOf(night.failures)).toEqual(['all broken-definition']);
    const drift = night.warnings.filter(({ code }) => code === 'not-active');
    expect(drift.map(({ message }) => message)).toEqual([
      'fresh is local, not active: nothing of it would run',
      'sweep is another in the working tree than the one that would run',
      'unsound is local and broken, not active: nothing of it would run',
    ]);
    expect(drift.at(-1)?.hint).toBe('See what is wrong: roundsman validate unsound');
    expect(night.night.slots).toHaveLength(1);
  });
});
