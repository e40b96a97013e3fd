import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Verdict } from '../../../../src/daemon/doctor/check.ts';
import type { RoutineDiagnosis } from '../../../../src/daemon/doctor/routine/contract.ts';
import { diagnoseRoutine } from '../../../../src/daemon/doctor/routine/diagnose-routine.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { isRoutineId } from '../../../../src/words/ids.ts';
import type { Workspace } from '../../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../../kit/git-repo.ts';

const SWEEP =
  'on: { schedule: "0 2 * * *" }\nagent: { engine: command, command: ["true"], prompt: Tidy up. }\nworkspace: { isolation: private }\n';

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  readonly stateDir: string;
  readonly diagnose: (id?: string) => Promise<RoutineDiagnosis>;
  /** What one check says of the routine `sweep`. */
  readonly check: (name: string) => Promise<Verdict>;
}

async function here(
  sweep = SWEEP,
  { files = {}, env = {} }: { files?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<Here> {
  const repo = gitRepo({
    'roundsman.yaml': 'timezone: UTC\n',
    'routines/sweep.yaml': sweep,
    ...files,
  });
  const stateDir = temporaryFolder();
  const clock = { ...systemClock, now: () => new Date('2026-12-01T09:00:00Z') };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: stateDir, ...env },
    clock,
  });
  const diagnose = (id = 'sweep'): Promise<RoutineDiagnosis> =>
    diagnoseRoutine(workspace, {
      id,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
  return {
    repo,
    workspace,
    stateDir,
    diagnose,
    check: async (name) => {
      const { checks } = await diagnose();
      const { ok, detail, hint } = checks.find((one) => one.name === name) ?? {
        ok: 'no',
        detail: `no check ${name}`,
        hint: '',
      };
      return { ok, detail, hint };
    },
  };
}

describe('a routine that is looked at before it is left alone', () => {
  it('is told of as its run would meet it, and nothing of that is left', async () => {
    const { repo, workspace, stateDir, diagnose } = await here();
    const before = [repo.git('for-each-ref'), repo.git('status', '--porcelain')];
    const found = await diagnose();
    expect(found).toMatchObject({
      routine: 'sweep',
      ready: false,
      isolation: 'private',
      next: '2026-12-02T02:00:00.000Z',
      brief: { facts: {} },
    });
    expect(found.brief?.prompt).toContain('Tidy up.');
    const said = Object.fromEntries(found.checks.map(({ name, ok }) => [name, ok]));
    expect(said).toEqual({
      git: 'yes',
      node: 'yes',
      'state-folder': said['state-folder'],
      locks: 'yes',
      clock: 'yes',
      daemon: 'no',
      definition: 'yes',
      trigger: 'yes',
      engine: 'yes',
      variables: 'yes',
      base: 'yes',
      connections: 'yes',
      files: 'yes',
      isolation: 'yes',
      network: 'yes',
      risk: 'yes',
      inputs: 'yes',
      disk: 'yes',
      brief: 'yes',
    });
    expect([repo.git('for-each-ref'), repo.git('status', '--porcelain')]).toEqual(before);
    expect((await workspace.runs.listViews()).views).toEqual([]);
    expect(existsSync(join(stateDir, 'runs'))).toBe(false);
    expect(readdirSync(join(stateDir, 'previews'), { recursive: true })).toEqual(['runs']);
  });

  it('that nobody knows is not found, and the nearest name is', async () => {
    const { diagnose } = await here();
    await expect(diagnose('swep')).rejects.toMatchObject({
      code: 'not-found',
      message: 'there is no routine "swep"',
      hint: 'Did you mean sweep? There are: sweep. To write a new one: roundsman new swep',
    });
  });

  it('is the one that is active, not the one that is being edited', async () => {
    const { repo, diagnose, check } = await here();
    repo.write('routines/sweep.yaml', SWEEP.replace('Tidy up.', 'Tear down.'));
    repo.write('routines/fresh.yaml', SWEEP);
    expect(await check('definition')).toMatchObject({
      ok: 'warn',
      detail: 'active, from main; the working tree has another version, which would not run',
    });
    expect((await diagnose()).brief?.prompt).toContain('Tidy up.');
    const fresh = await diagnose('fresh');
    expect(fresh.checks.find(({ name }) => name === 'definition')).toEqual({
      name: 'definition',
      ok: 'no',
      detail: 'it is in the working tree only, not at main: nothing starts it by itself',
      hint: 'Commit it there, or let it run from here: roundsman enable fresh',
    });
  });

  it('that is broken says where, and nothing more is asked', async () => {
    const { diagnose } = await here('on: nothing\n');
    const { ready, checks, brief, next } = await diagnose();
    expect([ready, brief, next]).toEqual([false, null, null]);
    expect(checks.at(-1)).toMatchObject({ name: 'definition', ok: 'no' });
    expect(checks.at(-1)?.detail).toMatch(/^routines\/sweep\.yaml:1:\d+ /);
  });

  it('that is disabled, paused or started by nobody does not run by itself', async () => {
    const disabled = await here(`${SWEEP}enabled: false\n`);
    expect(await disabled.check('definition')).toMatchObject({
      ok: 'no',
      detail: 'active, from main, and `enabled: false`',
    });
    const paused = await here();
    const routine = 'sweep';
    if (!isRoutineId(routine)) throw new TypeError(routine);
    await paused.workspace.pauses.write({
      routine,
      by: 'ada',
      at: '2026-12-01T08:00:00Z',
      reason: 'noisy',
    });
    expect(await paused.check('trigger')).toEqual({
      ok: 'no',
      detail: 'paused by ada: noisy',
      hint: 'Let it run again: roundsman resume sweep',
    });
    const manual = await here(SWEEP.replace('{ schedule: "0 2 * * *" }', 'manual'));
    expect(await manual.check('trigger')).toMatchObject({
      ok: 'warn',
      detail: 'nothing starts it by itself',
    });
  });

  it('needs its engine, its variables and its files', async () => {
    const { check } = await here(
      `${SWEEP.replace('"true"', '"no-such-agent"').replace('isolation: private', 'isolation: private, setup: [no-such-tool]')}permissions: { env: [TOKEN] }\n`,
    );
    expect(await check('engine')).toMatchObject({
      ok: 'no',
      detail: 'the program no-such-agent was not found on PATH',
    });
    expect(await check('variables')).toMatchObject({
      ok: 'no',
      detail: 'permissions.env: not set: TOKEN',
    });
    expect(await check('files')).toMatchObject({
      ok: 'no',
      detail: 'workspace.setup: the program no-such-tool was not found on PATH',
    });
  });

  it('starts from what is known where its remote does not answer', async () => {
    const { repo, check } = await here();
    const origin = temporaryFolder('rm-origin-');
    execFileSync('git', ['init', '--quiet', '--bare', origin]);
    repo.git('remote', 'add', 'origin', origin);
    repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
    const commit = repo.git('rev-parse', '--short=10', 'HEAD');
    expect(await check('base')).toEqual({
      ok: 'yes',
      detail: `origin/main (${commit}), and origin answers`,
      hint: '',
    });
    repo.git('remote', 'set-url', 'origin', join(origin, 'gone'));
    const gone = await check('base');
    expect(gone).toMatchObject({
      ok: 'warn',
      hint: 'See whether this works without a question: git ls-remote origin',
    });
    expect(gone.detail).toMatch(
      new RegExp(
        `^origin/main \\(${commit}\\) cannot be fetched: .*; a run starts from what is known here$`,
      ),
    );
    const lost = await here(
      SWEEP.replace('isolation: private', 'isolation: private, base: nowhere'),
    );
    expect(await lost.check('base')).toMatchObject({
      ok: 'no',
      detail: 'the base nowhere is not a commit of this repository',
    });
  });

  it('needs its tickets, and names of what it may read are looked at', async () => {
    const tickets = await here(`${SWEEP}collect:\n  - tickets: { path: inbox }\n`);
    expect(await tickets.check('inputs')).toMatchObject({
      ok: 'no',
      detail: `there is no file or folder inbox (looked at ${join(tickets.repo.path, 'inbox')})`,
    });
    expect((await tickets.diagnose()).brief).toBeNull();
    const reads = await here(`${SWEEP}permissions: { read: [/nonexistent/cache] }\n`);
    expect(await reads.check('inputs')).toMatchObject({
      ok: 'warn',
      detail: 'permissions.read: there is no /nonexistent/cache',
    });
  });

  it('that lists hosts below a sandbox is told that nothing holds it to them', async () => {
    const { check } = await here(
      `${SWEEP}permissions: { network: { allow: [api.example.com] } }\n`,
    );
    expect(await check('network')).toMatchObject({
      ok: 'warn',
      detail: 'open: at level private nothing holds it to api.example.com',
    });
  });

  it('that must have a sandbox is told when there is none', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { check } = await here(SWEEP.replace('private', 'sandbox'), {
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    const { ok, detail } = await check('isolation');
    expect(ok).toBe('no');
    expect(detail).toMatch(/^isolation sandbox cannot be had here: /);
  });
});
