import { describe, expect, it } from 'vitest';

import { decideAdmission, policyInForce } from '../../src/scheduler/admission.ts';
import { liveRun, scheduled } from '../kit/plan.ts';

const writers = (max: number): { group: string; max: number } => ({ group: 'writers', max });
const candidate = (
  routine: ReturnType<typeof scheduled>,
): Parameters<typeof decideAdmission>[0] => ({
  routine: routine.id,
  policy: routine.policy,
});

describe('admission', () => {
  it('lets a run in beside runs that it has nothing to do with', () => {
    const other = scheduled('other', {
      policy: { touches: ['docs/**'], concurrency: writers(1) },
    });
    const own = scheduled('own', {
      policy: { touches: ['src/**'], concurrency: { group: 'readers', max: 1 } },
    });
    expect(decideAdmission(candidate(own), [liveRun(other)])).toEqual({ kind: 'admit' });
  });

  it('names the run of the same routine that continues', () => {
    const own = scheduled('own', { policy: { overlap: 'buffer-all' } });
    const run = liveRun(own, 7);
    expect(decideAdmission(candidate(own), [run])).toEqual({ kind: 'running', run: run.id });
  });

  it('names one at rest only where none is at work, and how it rests', () => {
    const own = scheduled('own', { policy: { concurrency: writers(1) } });
    const rests = { ...liveRun(own, 1), resting: true, rest: 'is parked until noon' };
    expect(decideAdmission(candidate(own), [rests, liveRun(own, 2)])).toEqual({
      kind: 'running',
      run: liveRun(own, 2).id,
    });
    expect(decideAdmission(candidate(own), [rests])).toEqual({
      kind: 'running',
      run: rests.id,
      resting: true,
      rest: 'is parked until noon',
    });
    expect(decideAdmission(candidate(scheduled('other')), [rests])).toEqual({ kind: 'admit' });
  });

  it('lets runs of one routine overlap with allow-all, whatever they touch', () => {
    const own = scheduled('own', { policy: { overlap: 'allow-all', touches: ['src/**'] } });
    expect(decideAdmission(candidate(own), [liveRun(own)])).toEqual({ kind: 'admit' });
  });

  it('keeps runs of one routine for two items apart where the files of these meet', () => {
    const own = scheduled('own', { policy: { overlap: 'allow-all', touches: ['src/**'] } });
    const forItem = (...touches: readonly string[]): Parameters<typeof decideAdmission>[0] => ({
      routine: own.id,
      ...policyInForce(own.policy, touches),
    });
    const live = { ...liveRun(own, 1), ...policyInForce(own.policy, ['src/http/**']) };
    expect(decideAdmission(forItem('docs/**'), [live])).toEqual({ kind: 'admit' });
    expect(decideAdmission(forItem('src/http/client.ts'), [live])).toEqual({
      kind: 'touches',
      run: live.id,
      routine: own.id,
      pattern: 'src/http/client.ts',
    });
    // One that is for no item is beside it as ever.
    expect(decideAdmission(candidate(own), [live])).toEqual({ kind: 'admit' });
  });

  it('names the runs of a group that is full, those of the same routine too', () => {
    const own = scheduled('own', {
      policy: { overlap: 'allow-all', concurrency: writers(2) },
    });
    const other = scheduled('other', { policy: { concurrency: writers(9) } });
    const live = [liveRun(own, 1), liveRun(other, 2)];
    expect(decideAdmission(candidate(own), live)).toEqual({
      kind: 'group-full',
      group: 'writers',
      runs: live,
    });
    expect(decideAdmission(candidate(own), live.slice(1))).toEqual({ kind: 'admit' });
  });

  it('names the run and the pattern where two touch the same files', () => {
    const own = scheduled('own', { policy: { touches: ['docs/**', 'src/billing/**'] } });
    const other = scheduled('other', { policy: { touches: ['src/**'] } });
    const run = liveRun(other, 3);
    expect(decideAdmission(candidate(own), [run])).toEqual({
      kind: 'touches',
      run: run.id,
      routine: 'other',
      pattern: 'src/billing/**',
    });
  });
});
