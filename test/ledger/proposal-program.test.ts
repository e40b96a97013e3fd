import fc from 'fast-check';
import { expect, test } from 'vitest';

import { editProposal, moveProposal } from '../../src/ledger/proposal-program.ts';
import { AppError } from '../../src/words/errors.ts';
import type { FileItemProposal, Proposal } from '../../src/words/proposal.ts';
import { keyOf, runIdOf } from '../kit/items.ts';
import { routineNamed } from '../kit/routine.ts';

const AT = '2026-11-21T02:00:00.000Z';
const said = { by: 'ada', at: AT, reason: '' };

const held: FileItemProposal = {
  id: 'P-000001-1',
  run: runIdOf(1),
  routine: routineNamed('sweep').id,
  type: 'file-item',
  mode: 'review',
  state: 'held',
  summary: 'RM-1 one',
  payload: { key: keyOf(1), title: 'one', body: '', findings: [] },
  duplicates: [],
  hash: 'h0',
  createdAt: AT,
  decision: null,
};

test('what failed is tried again, and counts its tries', () => {
  const approved = moveProposal(held, { kind: 'approve', seen: 'h0', is: 'h0', said });
  expect(approved).toMatchObject({ state: 'approved', applying: { tries: 1, outcome: '' } });
  const failed = moveProposal(approved, { kind: 'failed', outcome: 'no answer', at: AT });
  expect(failed).toMatchObject({ state: 'failed', applying: { tries: 1, outcome: 'no answer' } });
  const again = moveProposal(failed, { kind: 'retry', at: AT });
  expect(again).toMatchObject({ state: 'approved', decision: said, applying: { tries: 2 } });
  const applied = moveProposal(again, { kind: 'applied', outcome: 'done', at: AT });
  expect(() => moveProposal(applied, { kind: 'retry', at: AT })).toThrow(
    'P-000001-1 was applied by ada on 2026-11-21T02:00:00.000Z',
  );
});

test('what is being applied is neither approved again, nor declined, nor edited', () => {
  const approved = moveProposal(held, { kind: 'approve', seen: 'h0', is: 'h0', said });
  const message = (what: string): string =>
    `P-000001-1 was approved and is being applied: it cannot be ${what} now`;
  const approve = { kind: 'approve', seen: 'h0', is: 'h0', said } as const;
  expect(() => moveProposal(approved, approve)).toThrow(message('approved'));
  expect(() => moveProposal(approved, { kind: 'decline', said })).toThrow(message('declined'));
});

test('an edit keeps what it was, and takes the approval along', () => {
  const payload = { ...held.payload, title: 'two' };
  const edit = { payload, hash: 'h1', summary: 'RM-1 two', seen: 'h0', by: 'bob', at: AT };
  const edited = editProposal(held, edit);
  expect(edited).toMatchObject({
    state: 'held',
    hash: 'h1',
    decision: null,
    versions: [{ payload: held.payload, hash: 'h0', editedBy: 'bob', at: AT }],
  });
  expect(() => editProposal(edited, edit)).toThrow('P-000001-1 has changed since it was looked at');
  const approve = { kind: 'approve', seen: 'h0', is: 'h1', said } as const;
  expect(() => moveProposal(edited, approve)).toThrow(
    'P-000001-1 has changed since it was looked at: h0 was approved, h1 is there',
  );
});

/** The store, the outside, and a process that may die between any two steps. */
interface World {
  proposal: Proposal;
  /** Contents that were done outside, once each time it was done. */
  done: string[];
  approved: Set<string>;
}

test('whatever comes in whatever order, only what was approved is done, and at most once', () => {
  const acts = fc.constantFrom(
    'approve',
    'stale',
    'decline',
    'edit',
    'retry',
    'apply',
    'crash',
    'fail',
  );
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (steps) => {
      const world: World = { proposal: held, done: [], approved: new Set() };
      for (const [number, step] of steps.entries()) attempt(world, step, number);
      expect(world.done.length).toBeLessThanOrEqual(1);
      for (const one of world.done) expect(world.approved.has(one)).toBe(true);
      const { state, hash, decision } = world.proposal;
      expect(state !== 'applied' || world.done.includes(hash)).toBe(true);
      expect(state !== 'held' || decision === null).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

function attempt(world: World, step: string, number: number): void {
  try {
    world.proposal = next(world, step, number);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
  }
}

function next(world: World, step: string, number: number): Proposal {
  const { proposal } = world;
  switch (step) {
    case 'approve': {
      const after = moveProposal(proposal, {
        kind: 'approve',
        seen: proposal.hash,
        is: proposal.hash,
        said,
      });
      world.approved.add(after.hash);
      return after;
    }
    case 'stale':
      return moveProposal(proposal, { kind: 'approve', seen: 'gone', is: proposal.hash, said });
    case 'decline':
      // What was done outside before a crash is told by trying again, not by declining.
      return proposal.state === 'failed' && world.done.length > 0
        ? proposal
        : moveProposal(proposal, { kind: 'decline', said });
    case 'edit': {
      if (world.done.length > 0 || proposal.type !== 'file-item') return proposal;
      const payload = { ...proposal.payload, title: `title ${number}` };
      const edit = {
        payload,
        hash: `h${number + 1}`,
        summary: '',
        seen: proposal.hash,
        by: 'bob',
        at: AT,
      };
      return editProposal(proposal, edit);
    }
    case 'retry':
      return moveProposal(proposal, { kind: 'retry', at: AT });
    case 'fail':
      return moveProposal(proposal, { kind: 'failed', outcome: 'no', at: AT });
    // The effect, and then either the record of it or a crash in between.
    default: {
      if (proposal.state !== 'approved') return proposal;
      if (!world.done.includes(proposal.hash)) world.done.push(proposal.hash);
      return step === 'crash'
        ? proposal
        : moveProposal(proposal, { kind: 'applied', outcome: 'done', at: AT });
    }
  }
}
