import { expect, it } from 'vitest';

import { planSweep } from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { renderSweepReport } from '../../../../src/collectors/builtin/todo-sweep/report/sweep-report.ts';
import {
  listMarks,
  proposeItems,
} from '../../../../src/collectors/builtin/todo-sweep/sweep-todos.ts';
import { renderReport } from '../../../../src/reports/render-report.ts';
import type { TodoFact } from '../../../../src/words/facts.ts';
import type { Finding } from '../../../../src/words/finding.ts';
import {
  brief,
  itemKeys,
  prior,
  priorReport,
  routineId,
  todo,
  todosFacts,
} from '../../../kit/briefs.ts';
import { branchName, reportSource } from '../../../kit/report-source.ts';

const notes = (count: number, folder: string, ageDays: number): readonly TodoFact[] =>
  Array.from({ length: count }, (_, index) =>
    todo({
      ageDays,
      path: `${folder}/${index}.ts`,
      line: index + 1,
      text: `mend ${folder} ${index}`,
    }),
  );

function findingOf({ path, line, fingerprint, text }: TodoFact, state: Finding['state']): Finding {
  return {
    id: `F-${fingerprint}`,
    routine: routineId('todo-sweep'),
    fingerprint,
    title: `TODO: ${text}`,
    body: '',
    severity: 'info',
    location: { path, line, symbol: null },
    item: null,
    state,
    firstSeen: '2026-11-01T00:00:00.000Z',
    lastSeen: '2026-11-20T00:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict: null,
  };
}

interface Night {
  readonly known: number;
  readonly fresh: number;
  readonly gone: number;
  readonly written: number;
  readonly skipped: number;
  readonly isFirst?: boolean;
}

/** All that a person is shown in the morning, without the front matter. */
async function wholeReport(night: Night): Promise<string> {
  const known = notes(night.known, 'src', 400);
  const fresh = notes(night.fresh, 'lib', 31);
  const gone = notes(night.gone, 'old', 90);
  const facts = todosFacts({
    items: [...known, ...fresh],
    younger: notes(night.written, 'new', 0.3),
    leftOut: { binary: 1, vendored: 2, generated: 3, fixtures: 4 },
  });
  const told = night.isFirst === true ? [] : [...known, ...gone].map((one) => prior(one));
  const tonight = brief(
    { todos: facts },
    {
      reports: night.isFirst === true ? [] : [priorReport()],
      findings: told,
      reservedItems: itemKeys(1, 10),
      fileItem: { max: 10, maxOpen: 25 },
    },
  );
  const plan = planSweep(tonight, facts);
  const marks = listMarks(plan).proposed;
  const skipped = marks
    .slice(0, night.skipped)
    .map((mark) => ({ mark, reason: 'the note is in no comment' }));
  const marked = marks.slice(night.skipped);
  const outcome = { marked, skipped, paths: marked.map((mark) => mark.todo.path) };
  const branch = branchName('roundsman/todo-sweep/2026-11-21-abc123');
  const source = reportSource();
  const { markdown } = await renderReport({
    ...source,
    progress: {
      ...source.progress,
      changes: { kind: 'branch' },
      branch,
      notices: ['isolation auto is private here: bubblewrap is not installed'],
    },
    agentPart: renderSweepReport({
      plan,
      brief: tonight,
      outcome,
      commitProblem: null,
      leftOver: 9,
    }),
    counts: {
      new: night.fresh + (told.length === 0 ? night.known : 0),
      known: told.length === 0 ? 0 : night.known,
      resolved: night.gone,
      regressed: 0,
    },
    newFindings: (told.length === 0 ? [...known, ...fresh] : fresh).map((one) =>
      findingOf(one, 'new'),
    ),
    resolvedFindings: gone.map((one) => findingOf(one, 'resolved')),
    proposals: proposeItems(plan).map(({ key, title }, at) => ({
      id: `P-000001-${at + 1}`,
      state: 'held',
      summary: `${key} ${title}`,
    })),
  });
  return markdown.replace(/^---\n[^]*?\n---\n/, '').trim();
}

it.each<readonly [night: string, parts: Night]>([
  ['the first', { known: 700, fresh: 0, gone: 0, written: 40, skipped: 8, isFirst: true }],
  ['one with much of everything', { known: 300, fresh: 6, gone: 20, written: 30, skipped: 4 }],
  ['one of clearing up', { known: 300, fresh: 0, gone: 80, written: 0, skipped: 0 }],
  ['one of much new', { known: 50, fresh: 40, gone: 2, written: 9, skipped: 2 }],
])('the whole report of a night is within sixty lines: %s', async (_, night) => {
  const lines = (await wholeReport(night)).split('\n');
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => /^\d+\. `/.test(line)).length).toBeGreaterThanOrEqual(3);
});

it('names the keys from the first to the last, whatever matters most', async () => {
  const facts = todosFacts({
    items: [
      todo({ ageDays: 90, path: 'a.ts', line: 1, severity: { level: 'high', reason: 'x' } }),
      todo({ ageDays: 80, path: 'b.ts', line: 1, severity: { level: 'medium', reason: 'x' } }),
      todo({ ageDays: 70, path: 'a.ts', line: 2, severity: { level: 'low', reason: 'x' } }),
    ],
  });
  const tonight = brief({ todos: facts });
  const plan = planSweep(tonight, facts);
  const outcome = { marked: [], skipped: [], paths: [] };
  const text = renderSweepReport({
    plan,
    brief: tonight,
    outcome,
    commitProblem: null,
    leftOver: 0,
  });
  expect(text).toContain('- Proposed 3 items: RM-1 to RM-3.');
});

it('names lines without a key together, by the reason', async () => {
  const text = await wholeReport({ known: 9, fresh: 0, gone: 0, written: 0, skipped: 7 });
  expect(text).toContain(
    '- `src/0.ts:1` (RM-1), `src/1.ts:2` (RM-2), `src/2.ts:3` (RM-3), `src/3.ts:4` (RM-4), `src/4.ts:5` (RM-5) and 2 others were left as they are, without their keys: the note is in no comment.\n',
  );
});
