import { expect, test } from 'vitest';

import { LANDING_PROBE_POINTS } from '../../../../src/review/landing/desk.ts';
import {
  expectNothingHalf,
  reviewUntil,
  stateOf,
  type ReviewVerb,
} from '../../../kit/landing-crash.ts';
import { landingWorld, type LandingWorld } from '../../../kit/landing-world.ts';

const BY = { by: 'ada', reason: 'because' };

interface Case {
  readonly verb: ReviewVerb;
  readonly request: object;
  /** What was done before, without a crash. */
  readonly before: readonly (readonly [ReviewVerb, object])[];
}

const LAND: Case = {
  verb: 'land',
  request: { what: 'fix/a', ...BY, anyway: true, deleteBranches: true },
  before: [],
};
const CASES: Readonly<Record<string, Case>> = {
  landing: LAND,
  undo: { verb: 'undo', request: { id: null, ...BY }, before: [[LAND.verb, LAND.request]] },
  discard: { verb: 'discard', request: { what: 'fix/a', ...BY }, before: [] },
  restore: {
    verb: 'restore',
    request: { what: 'fix/a', by: 'ada' },
    before: [['discard', { what: 'fix/a', ...BY }]],
  },
  replace: { verb: 'replace', request: { what: 'fix/a', made: 'fix/b' }, before: [] },
  split: { verb: 'split', request: { what: 'fix/a', ...BY, paths: ['docs/**'] }, before: [] },
};

async function worldOf(before: Case['before']): Promise<LandingWorld> {
  const world = await landingWorld();
  world.branch('fix/a', {
    files: { 'src/a.ts': 'export const a = 10;\n', 'src/b.ts': null, 'docs/new.md': 'new\n' },
    message: 'Make a ten',
  });
  world.branch('fix/b', { files: { 'docs/other.md': 'other\n' }, message: 'Say more' });
  world.repo.write('notes.txt', 'mine\n');
  world.repo.write('README.md', 'dirty\n');
  world.repo.git('add', 'README.md');
  for (const [verb, request] of before)
    expect(reviewUntil(world, verb, { request, point: null }).said).toBe('done');
  return world;
}

const points = LANDING_PROBE_POINTS.map(
  (point) => [point, CASES[point.split('/')[0] ?? '']] as const,
);

test.each(points)('killed at %s: nothing is lost and nothing is half', async (point, found) => {
  if (found === undefined) throw new Error(`no case for ${point}`);
  const world = await worldOf(found.before);
  const before = stateOf(world);
  const { verb, request } = found;
  expect(reviewUntil(world, verb, { request, point }).killed).toBe(true);
  await expectNothingHalf(world);
  const after = stateOf(world);
  // All of it or none: the same branches, index and files as before, or as after one that nobody killed.
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    /* oxlint-disable-next-line vitest/no-conditional-expect -- either all of it or none */
    expect(shape(after)).toEqual(await wholeShape(found));
    return;
  }
  // As before: it can be done again.
  expect(reviewUntil(world, verb, { request, point: null }).said).toBe('done');
  await expectNothingHalf(world);
});

const shapes = new Map<Case, unknown>();

/** After one that nobody killed. */
async function wholeShape(found: Case): Promise<unknown> {
  const known = shapes.get(found);
  if (known !== undefined) return known;
  const whole = await worldOf(found.before);
  const { verb, request } = found;
  expect(reviewUntil(whole, verb, { request, point: null }).said).toBe('done');
  shapes.set(found, shape(stateOf(whole)));
  return shapes.get(found);
}

/** Without ids, which hold times. */
function shape(state: object): unknown {
  return JSON.parse(JSON.stringify(state).replaceAll(/[0-9a-f]{40}/g, 'ID'));
}
