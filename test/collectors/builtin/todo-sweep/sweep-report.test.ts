import { describe, expect, it } from 'vitest';

import { isQuiet, planSweep } from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { renderSweepReport } from '../../../../src/collectors/builtin/todo-sweep/report/sweep-report.ts';
import {
  listMarks,
  renderQuietLine,
} from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import type { TodosFacts } from '../../../../src/words/facts.ts';
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

/** The report of a night on which every key could be put on its line. */
function report(fields: Partial<TodosFacts>, context: Partial<BriefContext> = {}): string {
  const facts = todosFacts(fields);
  const tonight = brief({ todos: facts }, context);
  const plan = planSweep(tonight, facts);
  const { proposed, again } = listMarks(plan);
  const marked = [...proposed, ...again];
  const paths = [...new Set(marked.map(({ todo }) => todo.path))];
  const outcome = { marked, skipped: [], paths };
  return renderSweepReport({ plan, brief: tonight, outcome, commitProblem: null, leftOver: 0 });
}

function quietLine(fields: Partial<TodosFacts>, context: Partial<BriefContext>): string {
  const facts = todosFacts(fields);
  const tonight = brief({ todos: facts }, { reports: [priorReport()], ...context });
  return renderQuietLine(planSweep(tonight, facts), tonight);
}

function branch(end: string, covers: readonly string[]): BriefContext['branches'][number] {
  return {
    branch: branchName(`roundsman/todo-sweep/2026-11-20-${end}`),
    routine: routineId('todo-sweep'),
    run: runId(),
    date: '2026-11-20',
    files: [],
    covers,
  };
}

/** So that the sweep of this repository does not take the reports below for notes. */
const MARK = 'TODO';

const old = todo({
  ageDays: 800,
  path: 'src/billing/invoice.ts',
  line: 12,
  text: 'round *half* up',
  symbol: 'total',
  author: 'Bo <bo@example.com>',
  context: ['  const sum = add(rows);', '  // TODO: round *half* up', '  return sum;'],
});
const newer = todo({ ageDays: 31, path: 'build.sh', line: 2, context: [] });

describe('the report of a sweep', () => {
  it('tells the first night whole', () => {
    expect(report({ items: [newer, old], younger: [todo({ ageDays: 3, line: 9 })] })).toBe(`\
## Summary

2 of 3 TODOs are older than 30 days. The oldest is \`src/billing/invoice.ts:12\` (2 years).

- Proposed 2 items: RM-1 and RM-2. This run's branch puts the keys on 2 lines in 2 files.

## Findings

1. \`src/billing/invoice.ts:12\` in \`total\` ${MARK}: round \\*half\\* up (low · 2 years · RM-1, proposed)
2. \`build.sh:2\` ${MARK}: mend this (low · 31 days · RM-2, proposed)

## By area, owner and age

- Area: top folder 1 · \`src\` 1
- Owner: Ada Example 1 · Bo \\<bo@\u200bexample.com\\> 1
- Age: over 2 years 1 · 1 to 3 months 1
`);
  });

  it('tells a later night by what changed', () => {
    const added = todo({ ageDays: 0.3, path: 'src/new.ts', line: 1, text: 'name it' });
    const gone = todo({ ageDays: 70, path: 'src/old.ts', line: 5, text: 'drop [it]' });
    const context = {
      reports: [priorReport()],
      findings: [
        prior(old, { item: itemKey(1) }),
        prior(gone, { item: itemKey(2), title: 'TODO: drop [it]' }),
      ],
      branches: [branch('abc123', [old.fingerprint])],
      reservedItems: itemKeys(3, 5),
      openItems: 2,
    };
    expect(report({ items: [old, newer], younger: [added] }, context)).toBe(`\
## Summary

2 of 3 TODOs are older than 30 days. Since 2026-11-20: 1 new and 1 gone. The oldest is \`src/billing/invoice.ts:12\` (2 years).

- Proposed 1 item: RM-3. This run's branch puts the keys on 2 lines in 2 files, 1 of them from an earlier branch.

## Gone

- \`src/old.ts:5\` TODO: drop \\[it\\] — RM-2 can be closed

## Written since the last report

- \`src/new.ts:1\` TODO: name it (Ada Example, less than a day)

## Findings

1. \`src/billing/invoice.ts:12\` in \`total\` ${MARK}: round \\*half\\* up (low · 2 years · RM-1, branch waits)

## By area, owner and age

- Area: top folder 1 · \`src\` 1
- Owner: Ada Example 1 · Bo \\<bo@\u200bexample.com\\> 1
- Age: over 2 years 1 · 1 to 3 months 1
`);
  });

  it('only counts what people set aside, also where the line names an item', () => {
    const keyed = { ...old, issues: ['RM-4'] };
    const context = {
      findings: [prior(keyed, { state: 'dismissed', item: itemKey(4) })],
      reports: [priorReport()],
    };
    const text = report({ items: [newer, keyed] }, context);
    expect(text).not.toContain('invoice');
    expect(text).toContain('1 of 1 TODOs is older than 30 days.');
    expect(text).toContain('The oldest is `build.sh:2` (31 days).');
    expect(text).toContain('- Set aside by people: 1 dismissed.\n');
    const none = report({ items: [keyed] }, context);
    expect(none).toContain('No TODO in 120 files but what people set aside.');
    expect(none).toContain('## Findings\n\nNone but what people set aside.\n');
  });

  it('helps on in a young repository', () => {
    const younger = [
      todo({ ageDays: 12, path: 'src/x.ts', line: 3 }),
      ...Array.from({ length: 13 }, (_, index) => todo({ ageDays: 2, line: index + 10 })),
    ];
    const text = report({ younger });
    expect(text).toContain(
      '0 of 14 TODOs are older than 30 days; the oldest is `src/x.ts:3` (12 days); try `--set collect.todos.older-than=0d`.\n',
    );
    expect(text).toContain(
      '## Findings\n\nNone past the limit. The oldest so far:\n\n- `src/x.ts:3` TODO: mend this (Ada Example, 12 days)\n',
    );
    expect(text).toMatch(/\n- and 4 younger\n$/);
  });

  it('does not take it for rest where no file was looked at', () => {
    const nothing = { coverage: { examined: 0, found: 0 } };
    expect(report(nothing)).toContain('**No file was looked at**: `paths` and `exclude`');
    const facts = todosFacts(nothing);
    const reports = [priorReport()];
    expect(isQuiet(planSweep(brief({ todos: facts }, { reports }), facts))).toBe(false);
    const all = todosFacts({});
    expect(isQuiet(planSweep(brief({ todos: all }, { reports }), all))).toBe(true);
  });

  it('is friendly where there is no note at all', () => {
    expect(report({})).toBe(
      '## Summary\n\nThere is no TODO in 120 files: nothing to sweep.\n\n## Findings\n\nNone.\n',
    );
  });

  it('counts every note when the limit is zero', () => {
    expect(report({ items: [newer], olderThanDays: 0 })).toContain(
      '\nThere is 1 TODO in 120 files. The oldest is `build.sh:2` (31 days).\n',
    );
  });

  it('names the ten that matter: what is proposed, then no more than three of a file, and counts the rest', () => {
    const items = Array.from({ length: 422 }, (_, index) =>
      todo({ ageDays: 40, line: index + 1, path: `src/${index % 4}.ts` }),
    );
    const text = report({ items });
    expect(text.match(/^\d+\. /gm)).toHaveLength(10);
    expect(text.match(/, proposed\)$/gm)).toHaveLength(5);
    expect(text.match(/^\d+\. `src\/1\.ts/gm)).toHaveLength(3);
    expect(text).toContain('\n- 412 more notes: `roundsman findings`.\n');
    expect(text).toContain(
      '- 417 findings wait for a later night: a run proposes at most 5 items.\n',
    );
    expect(text.split('\n').length).toBeLessThan(60);
  });

  it('has something to say under Findings where all that there is is new', () => {
    const items = [todo({ ageDays: 40 })];
    expect(report({ items }, { reports: [priorReport()] })).toContain(
      '\n## Findings\n\nNo others: 1 finding above is all there is.\n',
    );
  });

  it('stays within sixty lines on a first night with much of everything', () => {
    const items = Array.from({ length: 900 }, (_, index) =>
      todo({
        ageDays: 31 + index * 3,
        line: index + 1,
        path: `area-${index % 40}/${index % 90}.ts`,
        author: `Author ${index % 50}`,
        ...(index % 7 === 0 ? { dueLater: { until: `version ${index}`, now: null } } : {}),
        ...(index % 5 === 0 ? { group: `g${index % 25}` } : {}),
      }),
    );
    const covers = items.slice(0, 4).map(({ fingerprint }) => fingerprint);
    const branches = ['a', 'b', 'c'].map((end) => branch(`${end}00000`, covers));
    const text = report(
      { items, leftOut: { binary: 3, vendored: 9, generated: 2, fixtures: 70 } },
      { branches },
    );
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
    expect(text).toContain('more notes: `roundsman findings`.');
    expect(text).toMatch(/Not due yet: 129 notes \(.*124 others\)\./);
  });

  it('puts what the note says before its age, and says what waits and where else a text stands', () => {
    const grave = todo({
      ageDays: 31,
      line: 1,
      title: `${MARK}: escape the name`,
      severity: { level: 'high', reason: 'it mentions security: not escaped' },
      group: 'g1',
    });
    const copy = todo({ ...grave, path: 'src/b.ts', fingerprint: 'copy' });
    const plain = todo({
      ageDays: 900,
      line: 2,
      severity: { level: 'info', reason: 'its file did not change lately' },
    });
    const waits = todo({ ageDays: 80, line: 9, dueLater: { until: 'version 2.0', now: '1.4.0' } });
    const text = report({ items: [plain, grave, copy, waits] }, { fileItem: null });
    expect(text).toContain('2 findings: 1 high and 1 info.');
    expect(text).toContain(`
1. \`src/app.ts:1\` ${MARK}: escape the name (high: it mentions security: not escaped · 31 days · in 2 places · waits)
2. \`src/app.ts:2\` ${MARK}: mend this (info: its file did not change lately · 2 years · waits)

- Not due yet: 1 note (version 2.0: \`src/app.ts:9\`).
`);
  });

  it('names what was left out, left alone and cut off', () => {
    const facts = todosFacts({
      items: [old, newer],
      truncated: 7,
      coverage: { examined: 120, found: 9 },
      mentions: [{ path: 'a.md', line: 1, text: 'TODO' }],
      leftOut: { binary: 3, vendored: 0, generated: 1, fixtures: 2 },
      leftOutLines: { vendored: 0, generated: 0, fixtures: 12 },
    });
    const tonight = brief({ todos: facts });
    const plan = planSweep(tonight, facts);
    const text = renderSweepReport({
      plan,
      brief: tonight,
      outcome: {
        marked: [{ todo: old, item: itemKey(1), covers: [] }],
        skipped: [
          {
            mark: { todo: newer, item: itemKey(2), covers: [] },
            reason: 'the line does not hold the note',
          },
        ],
        paths: [old.path],
      },
      commitProblem: 'git commit ended with 128: <lock>',
      leftOver: 1,
    });
    expect(text).toContain(`
- Proposed 2 items: RM-1 and RM-2. The keys were put on 1 line in 1 file, but the commit failed: git commit ended with 128: \\<lock\\>
- \`build.sh:2\` was left as it is, without its key RM-2: the line does not hold the note.
- 1 more note past the limit did not fit into the findings of one run; what is left out follows as others go.
- 7 notes were left out of the facts for size, so what is gone cannot be told.
`);
    expect(text).toContain(
      '\n- Not counted: 1 line where a marker is only mentioned, in prose or a string; 12 lines in 2 fixture files and 3 binary files.\n',
    );
  });

  it('shows hostile words literally', () => {
    const hostile = todo({
      ageDays: 40,
      path: 'a|`b`.md',
      text: '</details> ![x](http://x) \u001b[31m @team ``` | a',
      author: '[me](http://x)',
      symbol: 'f`|',
      context: ['```', '# Not a heading </details> \u202e'],
    });
    const text = report({ items: [hostile] });
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u202e');
    expect(text).toContain(
      '1. ``a|`b`.md:3`` in ``f`|`` TODO: \\</details\\> !\\[x\\](http://x) @\u200bteam \\`\\`\\` \\| a (low · 40 days · RM-1, proposed)',
    );
  });
});

describe('the line of a quiet night', () => {
  const items = Array.from({ length: 12 }, (_, index) => todo({ ageDays: 40, line: index + 1 }));
  const findings = items.map((item) => prior(item, { item: itemKey(item.line) }));
  const covers = items.map(({ fingerprint }) => fingerprint);

  it('names the branch that waits', () => {
    const branches = [branch('abc123', covers)];
    expect(quietLine({ items }, { findings, branches })).toBe(
      'Nothing new: 12 notes past 30 days, the same as on 2026-11-20; branch roundsman/todo-sweep/2026-11-20-abc123 waits with keys for all 12.',
    );
  });

  it('counts what several branches cover', () => {
    const branches = [branch('abc123', covers.slice(0, 3)), branch('def456', covers.slice(3, 5))];
    expect(quietLine({ items }, { findings, branches })).toBe(
      'Nothing new: 12 notes past 30 days, the same as on 2026-11-20; branches roundsman/todo-sweep/2026-11-20-abc123 and roundsman/todo-sweep/2026-11-20-def456 wait with keys for 5 of them.',
    );
  });

  it('says what waits for room', () => {
    const context = { findings: findings.slice(0, 10), openItems: 20 };
    expect(quietLine({ items }, context)).toBe(
      'Nothing new: 12 notes past 30 days, the same as on 2026-11-20; 2 findings wait for room: 20 of at most 20 items are proposed or open.',
    );
  });

  it('stays short when there is little or nothing', () => {
    const one = items.slice(0, 1);
    expect(quietLine({ items: one }, { findings, reports: [priorReport('2026-11-21')] })).toBe(
      'Nothing new: 1 note past 30 days, the same as earlier today.',
    );
    expect(quietLine({}, {})).toBe('Nothing new: no TODO in 120 files.');
    expect(quietLine({ younger: [todo({ ageDays: 12 })] }, {})).toBe(
      'Nothing new: 0 of 1 TODOs are older than 30 days, the same as on 2026-11-20; the oldest is src/app.ts:3 (12 days).',
    );
  });
});
