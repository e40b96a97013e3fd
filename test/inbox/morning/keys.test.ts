/** How many keys a long night takes. */
import { expect, it } from 'vitest';

import type { InboxEntry, InboxKind } from '../../../src/inbox/inbox-entry.ts';
import {
  beginWalk,
  currentStep,
  leftSteps,
  pressKey,
  selectedWith,
  takeResult,
  type Walk,
} from '../../../src/inbox/morning/walk.ts';
import { runIdOf } from '../../kit/items.ts';

interface Wanted {
  readonly kind: InboxKind;
  readonly run: number;
  readonly path?: string;
}

function entry({ kind, run, path }: Wanted, index: number): InboxEntry {
  return {
    id: `${kind}:${index}`,
    kind,
    urgency: 'soon',
    title: `title ${index}`,
    why: 'new',
    since: '2026-11-21T00:00:00.000Z',
    until: null,
    routine: `routine-${run % 5}`,
    links: { run: runIdOf(run), ...(path === undefined ? {} : { path }) },
    stamp: 'x',
  };
}

function many(count: number, one: (index: number) => Wanted): readonly Wanted[] {
  return Array.from({ length: count }, (_none, index) => one(index));
}

/** 245: ten runs with twenty findings each, and what else a week leaves. */
const NIGHT = [
  ...many(5, (run) => ({ kind: 'question', run }) as const),
  ...many(5, (run) => ({ kind: 'failed-run', run }) as const),
  ...many(
    200,
    (at) => ({ kind: 'finding', run: Math.floor(at / 20), path: `src/${at}.ts` }) as const,
  ),
  ...many(10, (run) => ({ kind: 'change-set', run }) as const),
  ...many(15, (run) => ({ kind: 'report', run }) as const),
  ...many(10, (run) => ({ kind: 'note', run }) as const),
].map(entry);

/** Presses keys, and answers each effect as if it succeeded. */
function typed(walk: Walk, keys: string): Walk {
  let now = walk;
  for (const key of keys) {
    const { walk: next, effect } = pressKey(now, key === '\n' ? 'enter' : key);
    now =
      effect === null ? next : takeResult(next, { kind: 'done', said: '', undo: null, left: [] });
  }
  return now;
}

/** As a person would: answers, lands each branch, dismisses one finding a run and accepts its others, and the rest in bulk. */
function keysFor(walk: Walk, seen: Set<string>): string {
  const step = currentStep(walk);
  if (step === null) return 'q';
  if (step.kind === 'question') return 'a1\n';
  if (step.kind === 'change-set') return 'a';
  if (step.kind !== 'finding') return `${'x'.repeat(pressesForAll(walk, step.kind))}a`;
  const run = step.links.run ?? '';
  if (seen.has(run)) return 'xa';
  seen.add(run);
  return 'dno\n';
}

/** Of `x`, until every one of that kind is selected. */
function pressesForAll(walk: Walk, kind: InboxKind): number {
  const wanted = leftSteps(walk).filter((one) => one.kind === kind).length - 1;
  const presses = [0, 1, 2, 3, 4].find(
    (count) => selectedWith(typed(walk, 'x'.repeat(count))).length === wanted,
  );
  if (presses === undefined) throw new TypeError(`all of ${kind} cannot be selected`);
  return presses;
}

it('245 waiting things take at most 120 keys', () => {
  expect(NIGHT).toHaveLength(245);
  const seen = new Set<string>();
  let walk = beginWalk(NIGHT);
  let pressed = 0;
  while (walk.mode.kind !== 'over' && pressed < 1_000) {
    const keys = keysFor(walk, seen);
    pressed += keys.length;
    walk = typed(walk, keys);
  }
  expect(leftSteps(walk)).toEqual([]);
  expect(pressed).toBeLessThanOrEqual(120);
});

it('x takes in the run, the routine, the folder and all, and then the step alone again', () => {
  const walk = beginWalk(
    [
      { kind: 'finding', run: 1, path: 'src/a.ts' },
      { kind: 'finding', run: 1, path: 'test/b.ts' },
      { kind: 'finding', run: 6, path: 'test/c.ts' },
      { kind: 'finding', run: 2, path: 'src/d.ts' },
      { kind: 'finding', run: 2, path: 'test/e.ts' },
      { kind: 'note', run: 1 },
    ].map((one, index) => entry({ ...one, kind: one.kind === 'note' ? 'note' : 'finding' }, index)),
  );
  const selected = (keys: string): readonly string[] =>
    selectedWith(typed(walk, keys)).map(({ id }) => id.replace('finding:', ''));
  expect(['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx'].map((keys) => selected(keys).join(' '))).toEqual([
    '',
    '1',
    '1 2',
    '3',
    '1 2 3 4',
    '',
  ]);
  expect(pressKey(typed(walk, 'xx'), 'a').effect).toMatchObject({
    act: 'accept',
    others: [{ id: 'finding:1' }, { id: 'finding:2' }],
  });
  // What is decided next is one step again.
  expect(selectedWith(typed(walk, 'xa'))).toEqual([]);
});
