/** Nights in a row: what one leaves in the ledger and as a branch is what the next is told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  countStanding,
  isQuiet,
  planSweep,
  type SweepPlan,
} from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { renderQuietLine } from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { Brief, PriorFinding, WaitingBranch } from '../../../../src/context/brief.ts';
import type { TodoFact } from '../../../../src/words/facts.ts';
import {
  branchName,
  brief,
  itemKeys,
  prior,
  priorReport,
  routineId,
  runId,
  todo,
  todosFacts,
} from '../../../kit/briefs.ts';

interface World {
  readonly notes: readonly TodoFact[];
  readonly ledger: readonly PriorFinding[];
  readonly branches: readonly WaitingBranch[];
  readonly nights: number;
  readonly keys: number;
}

interface Night {
  readonly plan: SweepPlan;
  readonly brief: Brief;
  readonly after: World;
}

const LIMITS = { max: 5, maxOpen: 20 };

function begin(notes: readonly TodoFact[]): World {
  return { notes, ledger: [], branches: [], nights: 0, keys: 0 };
}

function night(world: World): Night {
  const facts = todosFacts({ items: world.notes });
  const tonight = brief(
    { todos: facts },
    {
      reports: world.nights === 0 ? [] : [priorReport()],
      findings: world.ledger,
      branches: world.branches,
      reservedItems: itemKeys(world.keys + 1, LIMITS.max),
      openItems: world.keys,
      fileItem: LIMITS,
    },
  );
  const plan = planSweep(tonight, facts);
  const proposed = plan.due.filter(({ standing }) => standing.kind === 'proposed');
  const ledger = plan.due.map(({ todo, standing }) => {
    const item = 'item' in standing ? standing.item : null;
    const before = world.ledger.find(({ fingerprint }) => fingerprint === todo.fingerprint);
    return prior(todo, { item: item ?? before?.item ?? null });
  });
  const branch: WaitingBranch = {
    branch: branchName(`roundsman/todo-sweep/night-${world.nights + 1}`),
    routine: routineId('todo-sweep'),
    run: runId(),
    date: '2026-11-20',
    files: [],
    covers: proposed.map(({ todo }) => todo.fingerprint),
  };
  const after = {
    notes: world.notes,
    ledger,
    branches: proposed.length === 0 ? world.branches : [...world.branches, branch],
    nights: world.nights + 1,
    keys: world.keys + proposed.length,
  };
  return { plan, brief: tonight, after };
}

/** A person lands every branch: the lines carry their keys, and no branch waits. */
function land(world: World): World {
  const keyed = world.notes.map((note) => {
    const item = world.ledger.find(({ fingerprint }) => fingerprint === note.fingerprint)?.item;
    return typeof item === 'string' ? { ...note, issues: [item] } : note;
  });
  return { ...world, notes: keyed, branches: [] };
}

function notes(count: number): readonly TodoFact[] {
  return Array.from({ length: count }, (_, index) =>
    todo({ ageDays: 40 + index, line: index + 1 }),
  );
}

describe('sweeps in a row', () => {
  it('work through the notes, then fall silent and name the branches that wait', () => {
    const first = night(begin(notes(7)));
    expect(countStanding(first.plan, 'proposed')).toBe(5);
    const second = night(first.after);
    expect(countStanding(second.plan, 'proposed')).toBe(2);
    expect(countStanding(second.plan, 'covered')).toBe(5);
    const third = night(second.after);
    expect(isQuiet(third.plan)).toBe(true);
    expect(renderQuietLine(third.plan, third.brief)).toBe(
      'Nothing new: 7 notes past 30 days, the same as on 2026-11-20; branches roundsman/todo-sweep/night-1 and roundsman/todo-sweep/night-2 wait with keys for all 7.',
    );
  });

  it('stay silent once the branches have landed', () => {
    const landed = night(land(night(begin(notes(3))).after));
    expect(isQuiet(landed.plan)).toBe(true);
    expect(renderQuietLine(landed.plan, landed.brief)).toBe(
      'Nothing new: 3 notes past 30 days, the same as on 2026-11-20.',
    );
  });

  it('do not ask again when a branch was thrown away', () => {
    const { after } = night(begin(notes(3)));
    const next = night({ ...after, branches: [] });
    expect(countStanding(next.plan, 'carried')).toBe(3);
    expect(isQuiet(next.plan)).toBe(true);
  });

  it('give a note that came later a branch of its own', () => {
    const { after } = night(begin(notes(3)));
    const next = night({ ...after, notes: [...after.notes, todo({ ageDays: 31, line: 90 })] });
    expect(next.plan.due.map(({ todo, standing }) => `${todo.line} ${standing.kind}`)).toEqual([
      '3 covered',
      '2 covered',
      '1 covered',
      '90 proposed',
    ]);
  });

  it('end with every note carried or waiting for room, none asked for twice', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 40 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        (count, lands) => {
          const asked: string[] = [];
          let world = begin(notes(count));
          for (const landing of [...lands, ...Array<boolean>(10).fill(false)]) {
            const tonight = night(world);
            for (const { todo, standing } of tonight.plan.due) {
              if (standing.kind === 'proposed') asked.push(todo.fingerprint);
            }
            world = landing ? land(tonight.after) : tonight.after;
          }
          expect(new Set(asked).size).toBe(asked.length);
          expect(asked.length).toBe(Math.min(count, LIMITS.maxOpen));
          const last = night(world).plan;
          expect(isQuiet(last)).toBe(true);
          expect(countStanding(last, 'waits')).toBe(count - asked.length);
        },
      ),
    );
  });
});
