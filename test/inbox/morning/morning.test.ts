import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { INBOX_KINDS, type InboxEntry, type InboxKind } from '../../../src/inbox/inbox-entry.ts';
import { splitKeys } from '../../../src/inbox/morning/morning-keys.ts';
import {
  beginWalk,
  currentStep,
  leftSteps,
  pressKey,
  takeResult,
  type Effect,
  type StepResult,
  type Walk,
} from '../../../src/inbox/morning/walk.ts';

function entry(number: number, kind: InboxKind = 'finding'): InboxEntry {
  return {
    id: `${kind}:${number}`,
    kind,
    urgency: 'soon',
    title: `title ${number}`,
    why: 'new',
    since: '2026-11-21T00:00:00.000Z',
    until: null,
    routine: 'sweep',
    links: {},
    stamp: 'x',
  };
}

function press(walk: Walk, keys: readonly string[]): { walk: Walk; effects: readonly Effect[] } {
  const effects: Effect[] = [];
  let now = walk;
  for (const key of keys) {
    const turn = pressKey(now, key);
    now = turn.walk;
    if (turn.effect !== null) effects.push(turn.effect);
  }
  return { walk: now, effects };
}

const done = (said: string, undo: number | null = null): StepResult => ({
  kind: 'done',
  said,
  undo,
  left: [],
});

describe('the walk', () => {
  it('is over at once where nothing waits', () => {
    expect(beginWalk([]).mode).toEqual({ kind: 'over' });
  });

  it('asks for a reason before it dismisses, and does nothing on Esc', () => {
    const first = press(beginWalk([entry(1), entry(2)]), ['d', 'n', 'o', 'escape']);
    expect(first.effects).toEqual([]);
    expect(first.walk).toMatchObject({ mode: { kind: 'choosing' }, note: 'nothing was done' });
    const empty = press(first.walk, ['d', 'enter']);
    expect(empty.effects).toEqual([]);
    expect(empty.walk.note).toBe('say it in a few words, or press Esc');
    const said = press(empty.walk, ['n', 'x', 'backspace', 'o', 'enter']);
    expect(said.effects).toEqual([{ kind: 'act', act: 'decline', entry: entry(1), words: 'no' }]);
    const after = takeResult(said.walk, done('dismissed F-1'));
    expect(currentStep(after)?.id).toBe('finding:2');
    expect(after.note).toBe('dismissed F-1');
  });

  it('comes back to what was passed over, and ends when nothing is left', () => {
    const walk = press(beginWalk([entry(1), entry(2)]), ['n', 'a']).walk;
    const after = takeResult(walk, done('accepted F-2'));
    expect(currentStep(after)?.id).toBe('finding:1');
    const last = takeResult(press(after, ['a']).walk, done('accepted F-1'));
    expect(last.mode).toEqual({ kind: 'over' });
    expect(leftSteps(last)).toEqual([]);
  });

  it('takes back what was done last, where that can be', () => {
    const walk = takeResult(
      press(beginWalk([entry(1), entry(2)]), ['a']).walk,
      done('accepted', 7),
    );
    const asked = press(walk, ['u']);
    expect(asked.effects).toEqual([{ kind: 'undo', undo: 7 }]);
    const after = takeResult(asked.walk, { kind: 'undone', said: 'it is open again' });
    expect(currentStep(after)?.id).toBe('finding:1');
    expect(after.done).toEqual([]);
    expect(press(after, ['u']).walk.note).toBe('nothing was done yet');
    const fixed = takeResult(press(after, ['a']).walk, done('pushed it'));
    expect(press(fixed, ['u']).walk.note).toBe('that cannot be taken back here: pushed it');
  });

  it('shows a step again that changed meanwhile, and drops one that needs nobody any more', () => {
    const walk = beginWalk([entry(1), entry(2)]);
    const changed = { ...entry(1), title: 'another title' };
    const again = takeResult(press(walk, ['a']).walk, {
      kind: 'changed',
      why: 'it changed meanwhile',
      entry: changed,
    });
    expect(currentStep(again)).toEqual(changed);
    expect(again.note).toBe('it changed meanwhile');
    const gone = takeResult(press(again, ['a']).walk, {
      kind: 'changed',
      why: 'bob did',
      entry: null,
    });
    expect(gone.steps).toHaveLength(1);
    expect(currentStep(gone)?.id).toBe('finding:2');
  });

  it('keeps its place whatever is pressed and whatever comes of it', () => {
    const key = fc.constantFrom('a', 'e', 'd', 's', 'o', 'u', 'n', 'x', '?', 'enter', 'escape');
    const outcome = fc.constantFrom<StepResult>(
      done('done', 1),
      done('done for good'),
      { kind: 'refused', why: 'no' },
      { kind: 'changed', why: 'gone', entry: null },
      { kind: 'looked' },
    );
    const kinds = fc.array(fc.constantFrom(...INBOX_KINDS), { maxLength: 6 });
    fc.assert(
      fc.property(kinds, fc.array(fc.tuple(key, outcome), { maxLength: 60 }), (every, moves) => {
        let walk = beginWalk(every.map((kind, number) => entry(number, kind)));
        for (const [pressed, result] of moves) {
          const { walk: next, effect } = pressKey(walk, pressed);
          walk = effect === null ? next : takeResult(next, undoOr(effect, result));
          expect(walk.mode.kind).not.toBe('busy');
          expect(walk.mode.kind === 'over' || currentStep(walk) !== null).toBe(true);
          const ids = walk.done.map((one) => one.entry.id);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }),
    );
  });
});

function undoOr(effect: Effect, result: StepResult): StepResult {
  if (effect.kind === 'undo') return { kind: 'undone', said: 'back' };
  return effect.kind === 'open' ? { kind: 'looked' } : result;
}

describe('splitKeys', () => {
  it('names what has no character, and drops what means nothing', () => {
    expect(splitKeys('ad\r\u007f\u001b[C\u001b[D\u001b')).toEqual([
      'a',
      'd',
      'enter',
      'backspace',
      'right',
      'left',
      'escape',
    ]);
    expect(splitKeys('\u001b[1;5H\u001b[200~é😀\u0001\u0003')).toEqual(['é', '😀', 'interrupt']);
  });

  it('gives no control character, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (chunk) => {
        for (const key of splitKeys(chunk))
          // oxlint-disable-next-line no-control-regex -- what is looked for
          expect(key).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });
});
