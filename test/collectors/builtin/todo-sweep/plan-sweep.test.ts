import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listFindings } from '../../../../src/collectors/builtin/todo-sweep/list-findings.ts';
import {
  countStanding,
  isQuiet,
  planSweep,
  type SweepPlan,
} from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { proposeItems } from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { BriefContext, PriorFinding } from '../../../../src/context/brief.ts';
import { FindingLine, ProposalLine } from '../../../../src/engines/agent-contract.ts';
import type { TodoFact } from '../../../../src/words/facts.ts';
import type { FindingState } from '../../../../src/words/finding.ts';
import {
  branchName,
  brief,
  itemKey,
  itemKeys,
  prior,
  priorReport,
  routineId,
  runId,
  todo,
  todosFacts,
} from '../../../kit/briefs.ts';

function notes(count: number, fields: Partial<TodoFact> = {}): readonly TodoFact[] {
  return Array.from({ length: count }, (_, index) =>
    todo({ ageDays: 31 + index, line: index + 1, ...fields }),
  );
}

function plan(
  items: readonly TodoFact[],
  context: Partial<BriefContext> = {},
  younger: readonly TodoFact[] = [],
): SweepPlan {
  const facts = todosFacts({ items, younger });
  return planSweep(brief({ todos: facts }, context), facts);
}

function standings(swept: SweepPlan): readonly string[] {
  return swept.due.map(({ todo, standing }) => `${todo.line} ${standing.kind}`);
}

function waiting(covers: readonly TodoFact[]): BriefContext['branches'][number] {
  return {
    branch: branchName('roundsman/todo-sweep/2026-11-20-abc123'),
    routine: routineId('todo-sweep'),
    run: runId(),
    date: '2026-11-20',
    files: [],
    covers: covers.map(({ fingerprint }) => fingerprint),
  };
}

describe('planSweep: who gets an item', () => {
  it('takes the oldest first, with the keys in order, up to max', () => {
    const swept = plan(notes(4), { fileItem: { max: 2, maxOpen: 20 } });
    expect(standings(swept)).toStrictEqual(['4 proposed', '3 proposed', '2 waits', '1 waits']);
    expect(proposeItems(swept).map(({ key, title }) => `${key} ${title}`)).toStrictEqual([
      'RM-1 TODO: mend this',
      'RM-2 TODO: mend this',
    ]);
    expect(swept.waitsFor).toBe('max');
  });

  it('leaves room for no more than max-open', () => {
    const swept = plan(notes(4), { fileItem: { max: 5, maxOpen: 20 }, openItems: 19 });
    expect(countStanding(swept, 'proposed')).toBe(1);
    expect(swept.waitsFor).toBe('max-open');
    expect(countStanding(plan(notes(4), { openItems: 25 }), 'proposed')).toBe(0);
  });

  it('proposes nothing where filing is not allowed or no key is left', () => {
    expect(plan(notes(2), { fileItem: null })).toMatchObject({ waitsFor: 'not-allowed' });
    expect(countStanding(plan(notes(2), { fileItem: null }), 'waits')).toBe(2);
    const short = plan(notes(2), { reservedItems: itemKeys(9, 1) });
    expect(standings(short)).toStrictEqual(['2 proposed', '1 waits']);
    expect(short.waitsFor).toBe('no-keys');
  });

  it('passes over what a line, a person, an item or a branch has settled', () => {
    const items = [
      ...notes(5),
      todo({ ageDays: 50, line: 6, issues: ['ABC-12'] }),
      todo({ ageDays: 49, line: 7 }),
      todo({ ageDays: 48, line: 8 }),
    ];
    const at = (line: number): TodoFact => items[line - 1] ?? todo({ ageDays: 0 });
    const swept = plan(items, {
      findings: [
        prior(at(1), { state: 'dismissed' }),
        prior(at(2), { state: 'snoozed', verdict: { kind: 'snoozed', reason: 'later' } }),
        prior(at(3), { item: itemKey(90) }),
        prior(at(4), { item: itemKey(91) }),
        // A snooze that ran out leaves its verdict, but no longer the state.
        prior(at(5), { verdict: { kind: 'snoozed', reason: 'later' } }),
        prior(at(7), { verdict: { kind: 'dismissed', reason: 'by design' } }),
        prior(at(8), { verdict: { kind: 'declined', reason: 'no' } }),
      ],
      branches: [waiting([at(4)])],
    });
    expect(standings(swept)).toStrictEqual([
      '6 keyed',
      '7 dismissed',
      '8 declined',
      '5 proposed',
      '4 covered',
      '3 carried',
      '2 snoozed',
      '1 dismissed',
    ]);
    expect(swept.branches).toStrictEqual([
      {
        branch: 'roundsman/todo-sweep/2026-11-20-abc123',
        date: '2026-11-20',
        covered: 1,
        isReplaced: true,
        turnedDown: [],
      },
    ]);
  });
});

describe('planSweep: what changed', () => {
  it('tells new, back and known apart', () => {
    const items = notes(3);
    const [first, second] = items;
    if (first === undefined || second === undefined) throw new Error('no notes');
    const swept = plan(items, { findings: [prior(first), prior(second, { state: 'resolved' })] });
    expect(swept.due.map(({ todo, news }) => `${todo.line} ${news}`)).toStrictEqual([
      '3 new',
      '2 back',
      '1 known',
    ]);
  });

  it('calls gone only what is nowhere in the code any more', () => {
    const gone = prior(todo({ ageDays: 90, line: 80 }));
    const young = todo({ ageDays: 2, line: 81 });
    const resolved = prior(todo({ ageDays: 90, line: 82 }), { state: 'resolved' });
    const dismissed = prior(todo({ ageDays: 90, line: 83 }), { state: 'dismissed' });
    const context = { findings: [gone, prior(young), resolved, dismissed] };
    const swept = plan([], context, [young]);
    expect(swept.gone).toStrictEqual([gone]);
    expect(swept.renewed).toStrictEqual([young]);
  });

  it('knows a note again that is in another file now, with all that was decided about it', () => {
    const before = todo({ ageDays: 90, path: 'old/a.ts', line: 5, text: 'unlike any other' });
    const renamed = todo({ ageDays: 90, path: 'new/b.ts', line: 9, text: 'unlike any other' });
    const twin = todo({ ageDays: 80, path: 'old/c.ts', line: 1 });
    const twinMoved = todo({ ageDays: 80, path: 'new/c.ts', line: 1 });
    const other = todo({ ageDays: 70, path: 'new/d.ts', line: 1 });
    const swept = plan([renamed, twinMoved, other], {
      findings: [prior(before, { item: itemKey(90) }), prior(twin)],
      branches: [waiting([twin])],
    });
    expect(swept.due.map(({ todo, news, standing }) => [todo.path, news, standing.kind])).toEqual([
      ['new/b.ts', 'moved', 'carried'],
      ['new/c.ts', 'moved', 'covered'],
      ['new/d.ts', 'new', 'proposed'],
    ]);
    expect(swept.gone).toStrictEqual([]);
  });

  it('calls nothing gone when the facts were cut for size', () => {
    const facts = todosFacts({ truncated: 3 });
    const findings = [prior(todo({ ageDays: 90 }))];
    expect(planSweep(brief({ todos: facts }, { findings }), facts).gone).toStrictEqual([]);
  });

  it('counts as added what was written since the last report, within a longer window too', () => {
    const younger = [todo({ ageDays: 0.5, line: 1 }), todo({ ageDays: 3, line: 2 })];
    expect(plan([], {}, younger).added.map(({ line }) => line)).toStrictEqual([1]);
    const facts = todosFacts({ younger });
    const week = { window: { from: '2026-11-14T02:00:00.000Z', to: '2026-11-21T02:00:00.000Z' } };
    const addedIn = (reports: BriefContext['reports']): number =>
      planSweep(brief({ todos: facts }, { reports }, week), facts).added.length;
    expect(addedIn([])).toBe(2);
    expect(addedIn([priorReport('2026-11-20')])).toBe(1);
  });
});

describe('isQuiet', () => {
  const items = notes(2);
  const known = items.map((item) => prior(item, { item: itemKey(90) }));
  const context = { reports: [priorReport()], findings: known };

  it('holds on unchanged code', () => {
    expect(isQuiet(plan(items, context))).toBe(true);
    expect(isQuiet(plan([], { reports: [priorReport()] }))).toBe(true);
  });

  it('does not hold on the first night, or with anything new, gone, added or proposed', () => {
    expect(isQuiet(plan([]))).toBe(false);
    expect(isQuiet(plan(notes(3), { ...context, fileItem: null }))).toBe(false);
    expect(isQuiet(plan(notes(1), context))).toBe(false);
    expect(isQuiet(plan(items, context, [todo({ ageDays: 0.5, line: 9 })]))).toBe(false);
    expect(isQuiet(plan(items, { ...context, findings: items.map((item) => prior(item)) }))).toBe(
      false,
    );
  });
});

describe('listFindings', () => {
  it('reports at most 499 and counts the rest', () => {
    const { findings, left } = listFindings(plan(notes(520)));
    expect(findings).toHaveLength(499);
    expect(findings[0]?.line).toBe(520);
    expect(left).toBe(21);
  });

  it('never lets a known note fall out for want of room', () => {
    const items = notes(520);
    const youngest = items[0];
    if (youngest === undefined) throw new Error('no notes');
    const { findings } = listFindings(plan(items, { findings: [prior(youngest)] }));
    expect(findings).toHaveLength(499);
    expect(findings.at(-1)?.line).toBe(1);
  });

  it('stays under a megabyte: bodies go before findings do', () => {
    const bytesOf = (findings: readonly unknown[]): number =>
      Buffer.byteLength(findings.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const wide = listFindings(plan(notes(499, { context: Array(5).fill('漢'.repeat(160)) })));
    expect(wide.findings).toHaveLength(499);
    expect(wide.findings.every(({ body }) => body === '')).toBe(true);
    expect(bytesOf(wide.findings)).toBeLessThan(1_000_000);

    const wider = listFindings(plan(notes(499, { path: '漢'.repeat(900) })));
    expect(bytesOf(wider.findings)).toBeLessThan(1_000_000);
    expect(wider.left).toBeGreaterThan(0);
    expect(wider.findings.length + wider.left).toBe(499);
  });

  it('is quiet about what a full run could never list, and files no item for it', () => {
    const items = notes(520);
    const listed = items.slice(21).map((item) => prior(item, { item: itemKey(item.line) }));
    const swept = plan(items, { reports: [priorReport()], findings: listed });
    expect(swept.due.filter(({ news }) => news === 'unlisted')).toHaveLength(21);
    expect(countStanding(swept, 'waits')).toBe(21);
    expect(isQuiet(swept)).toBe(true);
  });
});

const anyState = fc.constantFrom<FindingState>(
  'new',
  'known',
  'resolved',
  'regressed',
  'dismissed',
  'snoozed',
);
const anyPlan = fc
  .record({
    items: fc.uniqueArray(
      fc.record({
        line: fc.integer({ min: 1, max: 60 }),
        ageDays: fc.integer({ min: 31, max: 2_000 }),
        text: fc.string({ unit: 'binary', maxLength: 400 }),
        author: fc.string({ unit: 'binary', maxLength: 300 }),
        path: fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
          .map((end) => `a/${end.repeat(end.length > 18 ? 90 : 1)}x`),
        symbol: fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 })),
        context: fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 5 }),
        issues: fc.oneof(fc.constant([]), fc.constant([]), fc.constant(['ABC-1'])),
      }),
      { selector: ({ line }) => line, maxLength: 30 },
    ),
    states: fc.dictionary(fc.integer({ min: 1, max: 60 }).map(String), anyState),
    carried: fc.array(fc.integer({ min: 1, max: 60 })),
    covered: fc.array(fc.integer({ min: 1, max: 60 })),
    keys: fc.nat({ max: 8 }),
    fileItem: fc.option(fc.record({ max: fc.nat({ max: 8 }), maxOpen: fc.nat({ max: 20 }) })),
    openItems: fc.nat({ max: 25 }),
  })
  .map(({ items, states, carried, covered, keys, fileItem, openItems }) => {
    const facts = items.map((item) => todo({ ...item, fingerprint: `note-${item.line}` }));
    const findings: PriorFinding[] = Object.entries(states).map(([line, state]) => ({
      ...prior(todo({ ageDays: 90 }), { state }),
      fingerprint: `note-${line}`,
      item: carried.includes(Number(line)) ? itemKey(Number(line) + 100) : null,
    }));
    const branches = [{ ...waiting([]), covers: covered.map((line) => `note-${line}`) }];
    const context = { findings, branches, fileItem, openItems, reservedItems: itemKeys(1, keys) };
    return { facts, context };
  });

describe('a sweep, whatever the notes and whatever happened before', () => {
  it('drops no note: each is proposed, settled, covered or counted as waiting', () => {
    fc.assert(
      fc.property(anyPlan, ({ facts, context }) => {
        const swept = plan(facts, context);
        expect(swept.due.map(({ todo }) => todo.fingerprint).toSorted()).toStrictEqual(
          facts.map(({ fingerprint }) => fingerprint).toSorted(),
        );
        for (const { todo, standing } of swept.due) {
          const known = context.findings.find((entry) => entry.fingerprint === todo.fingerprint);
          const settled =
            todo.issues.length > 0 ||
            known?.state === 'dismissed' ||
            known?.state === 'snoozed' ||
            typeof known?.item === 'string' ||
            context.branches.some(({ covers }) => covers.includes(todo.fingerprint));
          expect(['proposed', 'waits'].includes(standing.kind)).toBe(!settled);
        }
      }),
    );
  });

  it('proposes no more than it may, oldest first, each note once and each key once', () => {
    fc.assert(
      fc.property(anyPlan, ({ facts, context }) => {
        const swept = plan(facts, context);
        const proposals = proposeItems(swept);
        const { max, maxOpen } = context.fileItem ?? { max: 0, maxOpen: 0 };
        const may = Math.min(
          max,
          Math.max(0, maxOpen - context.openItems),
          context.reservedItems.length,
        );
        const open = countStanding(swept, 'proposed') + countStanding(swept, 'waits');
        expect(proposals).toHaveLength(Math.min(may, open));
        expect(proposals.map(({ key }) => key)).toStrictEqual(
          context.reservedItems.slice(0, proposals.length),
        );
        const order = swept.due.map(({ standing }) => standing.kind);
        expect(order.lastIndexOf('proposed')).toBeLessThanOrEqual(
          order.includes('waits') ? order.indexOf('waits') : order.length,
        );
      }),
    );
  });

  it('writes lines that the contract takes', () => {
    fc.assert(
      fc.property(anyPlan, ({ facts, context }) => {
        const swept = plan(facts, context);
        const { findings, left } = listFindings(swept);
        expect(findings.length + left).toBe(facts.length);
        for (const finding of findings) {
          expect(FindingLine.parse(finding)).toStrictEqual(finding);
        }
        for (const proposal of proposeItems(swept)) {
          expect(ProposalLine.parse(proposal)).toStrictEqual(proposal);
        }
      }),
    );
  });
});
