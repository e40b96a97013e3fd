/** Landing in processes that die where a plan says, and what has to hold afterwards. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { LandingProbePoint } from '../../src/review/landing/desk.ts';
import { recoverLandings } from '../../src/review/recover-landings.ts';
import { temporaryFolder } from './git-repo.ts';
import type { LandingWorld } from './landing-world.ts';
import { probedProgram } from './probed-programs.ts';

export type ReviewVerb = 'land' | 'undo' | 'discard' | 'restore' | 'split' | 'replace';

export interface Killed {
  /** Whether it came to the point, and died there. */
  readonly killed: boolean;
  readonly said: string;
}

/** @param point where it dies; `null`: nowhere */
export function reviewUntil(
  world: LandingWorld,
  verb: ReviewVerb,
  asked: { readonly request: object; readonly point: LandingProbePoint | null },
): Killed {
  const plan = join(temporaryFolder('rm-plan-'), 'plan');
  mkdirSync(plan);
  if (asked.point !== null) writeFileSync(join(plan, asked.point.replace('/', '.')), '0');
  const ran = spawnSync(
    process.execPath,
    [probedProgram('review'), world.repo.path, verb, JSON.stringify(asked.request)],
    { env: { ...world.env, CRASH_PLAN: plan }, encoding: 'utf8' },
  );
  const died = join(plan, 'killed');
  const killed = existsSync(died) && readFileSync(died, 'utf8') === `${asked.point}\n`;
  return { killed, said: ran.stdout.trim() + ran.stderr };
}

/** The same beside others. */
export function reviewBeside(
  world: LandingWorld,
  verb: ReviewVerb,
  request: object,
): Promise<string> {
  const plan = join(temporaryFolder('rm-plan-'), 'plan');
  mkdirSync(plan);
  const child = spawn(
    process.execPath,
    [probedProgram('review'), world.repo.path, verb, JSON.stringify(request)],
    {
      env: { ...world.env, CRASH_PLAN: plan },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const parts: string[] = [];
  child.stdout.on('data', (chunk: Uint8Array) => parts.push(new TextDecoder().decode(chunk)));
  return new Promise((resolve) => child.once('close', () => resolve(parts.join('').trim())));
}

/** Everything that a person sees of a repository: branches, index, files. */
export function stateOf({ repo }: LandingWorld): object {
  return {
    branches: repo.git(
      'for-each-ref',
      '--format=%(refname) %(objectname)',
      'refs/heads/',
      'refs/stash',
    ),
    head: repo.git('symbolic-ref', 'HEAD'),
    index: repo.git('ls-files', '--stage'),
    status: repo.git('status', '--porcelain=v2', '--untracked-files=all'),
    locked: existsSync(join(repo.path, '.git', 'index.lock')),
  };
}

/** What must hold after any crash and a recovery, whatever came of it. */
export async function expectNothingHalf(world: LandingWorld): Promise<void> {
  await recoverLandings(world.workspace);
  const { review } = world.workspace;
  const [landings, discarded, verdicts] = await Promise.all([
    review.landings.list(),
    review.discarded.list(),
    review.verdicts.list(),
  ]);
  for (const { id, state, endedAt, steps, to } of landings) {
    expect(['landed', 'refused', 'undone', 'queued']).toContain(state.kind);
    if (state.kind !== 'queued') expect(endedAt).not.toBeNull();
    const told = verdicts.filter((one) => one.landing === id).map(({ kind }) => kind);
    if (state.kind === 'landed') expect(told).toEqual(steps.map(() => 'landed'));
    if (state.kind === 'refused') expect(told).toEqual([]);
    if (state.kind === 'undone')
      expect(told.filter((kind) => kind === 'undone')).toEqual(steps.map(() => 'undone'));
    if (state.kind === 'landed')
      expect(world.repo.git('merge-base', '--is-ancestor', to ?? '', 'main')).toBe('');
  }
  for (const { state } of discarded) expect(['discarded', 'restored']).toContain(state);
  const newest = new Map(discarded.map((one) => [one.branch, one]));
  for (const { state, id, branch, tip } of newest.values()) {
    const ref = state === 'discarded' ? `refs/roundsman/discarded/${id}` : `refs/heads/${branch}`;
    expect(world.repo.git('rev-parse', ref)).toBe(tip);
    const last = verdicts.filter((one) => one.branch === branch).at(-1)?.kind;
    expect(
      state === 'discarded' ? ['discarded', 'split', 'replaced'] : ['restored', undefined],
    ).toContain(last);
  }
  expect(world.repo.git('for-each-ref', 'refs/roundsman/landing/')).toBe('');
  expect(world.repo.git('fsck', '--connectivity-only', '--no-dangling')).toBe('');
}
