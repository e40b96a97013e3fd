import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Check, type Verdict, yes } from '../../../src/daemon/doctor/check.ts';
import { CHECKS, diagnose, runDoctor } from '../../../src/daemon/doctor/run-doctor.ts';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { identifyProcess } from '../../../src/platform/process-identity.ts';
import { workspacePaths } from '../../../src/store/state-paths.ts';
import { AppError } from '../../../src/words/errors.ts';
import { isRoutineId } from '../../../src/words/ids.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, type GitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { stillClock } from '../../kit/still-clock.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const TIDY = 'on: manual\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const SETTINGS = 'timezone: UTC\n';

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  /** What one check says. */
  readonly check: (name: string) => Promise<Verdict>;
}

async function here(
  files: Readonly<Record<string, string>> = {},
  {
    env = {},
    clock = systemClock,
  }: { readonly env?: Record<string, string>; readonly clock?: Clock } = {},
): Promise<Here> {
  const repo = gitRepo({ 'roundsman.yaml': SETTINGS, 'routines/tidy.yaml': TIDY, ...files });
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ...env },
    clock,
  });
  const check = async (name: string): Promise<Verdict> => {
    // Alone: beside all others it may take a slow machine more than ten seconds.
    const { checks } = await diagnose(
      CHECKS.filter((one) => one.name === name),
      workspace,
    );
    const [found] = checks;
    if (found === undefined) throw new Error(`no check ${name}`);
    const { ok, detail, hint } = found;
    return { ok, detail, hint };
  };
  return { repo, workspace, check };
}

function saying(name: string, look: Check['look']): Check {
  return { name, look };
}

describe('diagnose', () => {
  it('hides no check behind another that throws or never answers', async () => {
    const { workspace } = await here({}, { clock: stillClock() });
    const endless = new Promise<Verdict>(() => undefined);
    expect(
      await diagnose(
        [
          saying('silent', () => endless),
          saying('throws', () => {
            throw new TypeError('odd');
          }),
          saying('rejects', () =>
            Promise.reject(
              new AppError('missing', { code: 'x', message: 'not there', hint: 'Get it.' }),
            ),
          ),
          saying('fine', async () => yes('as it\nshould \u001b[31mbe')),
        ],
        workspace,
      ),
    ).toEqual({
      ready: false,
      checks: [
        {
          name: 'silent',
          ok: 'no',
          detail: 'no answer within 10 s',
          hint: 'Look at what it waits for, and try again.',
        },
        { name: 'throws', ok: 'no', detail: 'odd', hint: '' },
        { name: 'rejects', ok: 'no', detail: 'not there', hint: 'Get it.' },
        { name: 'fine', ok: 'yes', detail: 'as it should be', hint: '' },
      ],
    });
  });
});

describe('runDoctor', () => {
  it('finds a sound workspace ready but for the daemon, which a daemon that comes up does not ask for', async () => {
    const { workspace } = await here();
    const bad = ({ checks }: Awaited<ReturnType<typeof runDoctor>>): readonly string[] =>
      checks.filter(({ ok }) => ok === 'no').map(({ name }) => name);
    // What is tried for the first time may take a slow machine more than ten seconds; it is remembered.
    await runDoctor(workspace);
    const all = await runDoctor(workspace);
    expect([all.ready, bad(all)]).toEqual([false, ['daemon']]);
    const starting = await runDoctor(workspace, { starting: true });
    expect([starting.ready, bad(starting)]).toEqual([true, []]);
    expect(starting.checks).toHaveLength(all.checks.length - 1);
  });

  it('leaves the repository and its refs as they were', async () => {
    const { repo, workspace } = await here();
    const before = [repo.git('status', '--porcelain'), repo.git('for-each-ref')];
    await runDoctor(workspace);
    expect([repo.git('status', '--porcelain'), repo.git('for-each-ref')]).toEqual(before);
  });

  it('names what is broken at the ref, and what is not active', async () => {
    const broken = await here({ 'routines/bad.yaml': 'on: nothing\n' });
    expect(await broken.check('definitions')).toMatchObject({
      ok: 'no',
      detail: 'broken at refs/heads/main: bad; the last good version is used, where there is one',
    });
    const { repo, check } = await here();
    repo.write('routines/fresh.yaml', TIDY);
    repo.write('routines/tidy.yaml', TIDY.replace('Tidy', 'Sweep'));
    expect(await check('definitions')).toMatchObject({
      ok: 'warn',
      detail: '1 active routine; local, not active: fresh (new), tidy (changed)',
    });
  });

  it('says when nothing is active', async () => {
    const { repo, check } = await here();
    repo.commit({ files: { 'routines/tidy.yaml': null } });
    expect(await check('definitions')).toEqual({
      ok: 'warn',
      detail: 'no routine is active',
      hint: 'Write one: roundsman new',
    });
  });

  it('names the routine whose engine or variables are missing', async () => {
    const { check } = await here({
      'routines/gone.yaml': `${TIDY.replace('"true"', 'no-such-agent')}permissions: { env: [TOKEN, OTHER] }\n`,
    });
    expect(await check('engines')).toMatchObject({
      ok: 'no',
      detail: 'of gone: the program no-such-agent was not found on PATH',
    });
    expect(await check('environment')).toMatchObject({
      ok: 'no',
      detail: 'not set: TOKEN (gone), OTHER (gone)',
    });
    const set = await here(
      { 'routines/gone.yaml': `${TIDY}permissions: { env: [TOKEN] }\n` },
      { env: { TOKEN: 'secret-value' } },
    );
    expect(await set.check('environment')).toEqual({
      ok: 'yes',
      detail: 'all that is needed',
      hint: '',
    });
  });

  it('notices a clock that was set back', async () => {
    const { workspace, check } = await here(
      {},
      { clock: { ...systemClock, now: () => new Date('2026-11-21T09:00:00Z') } },
    );
    expect(await check('clock')).toMatchObject({ ok: 'yes', detail: '2026-11-21T09:00:00.000Z' });
    await storeEndedRun(workspace, { at: '2026-11-21T11:30:00.000Z' });
    expect(await check('clock')).toMatchObject({
      ok: 'no',
      detail: 'it shows 2026-11-21T09:00:00.000Z, and a record was written 2h 30m later than that',
    });
  });

  it('tells a lock of a dead process from one that nobody can break', async () => {
    const { workspace, check } = await here();
    const { admissionLock, ledgerLock } = workspacePaths(workspace.location.stateDir);
    mkdirSync(dirname(ledgerLock), { recursive: true });
    writeFileSync(ledgerLock, JSON.stringify({ ...identifyProcess(process.pid), startTime: '1' }));
    expect(await check('locks')).toEqual({
      ok: 'yes',
      detail: `left by processes that died, and taken over by the next: ${ledgerLock}`,
      hint: '',
    });
    writeFileSync(admissionLock, 'mine');
    expect(await check('locks')).toMatchObject({
      ok: 'no',
      detail: `the lock ${admissionLock} names no process: it was not written by Roundsman`,
    });
  });

  it('warns of a zone that depends on the machine, of reports that cannot be copied and of pauses', async () => {
    const { repo, workspace, check } = await here({ 'roundsman.yaml': 'name: shop\n' });
    expect(await check('timezone')).toMatchObject({ ok: 'warn' });
    symlinkSync('/tmp', join(repo.path, 'reports'));
    expect(await check('reports-folder')).toMatchObject({
      ok: 'warn',
      detail: `${join(repo.path, 'reports')} is a symbolic link`,
    });
    const routine = 'tidy';
    if (!isRoutineId(routine)) throw new TypeError(routine);
    await workspace.pauses.write({
      routine,
      by: 'ada',
      at: '2026-11-21T09:00:00Z',
      reason: 'noisy',
    });
    expect(await check('pauses')).toMatchObject({
      ok: 'warn',
      detail: '1 routine paused: tidy (by ada: noisy)',
    });
  });
});
