import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PlanLine } from '../../src/engines/agent-contract.ts';
import { planFromFindings, planOverlaps, inOrder, readPlan } from '../../src/ledger/item-plan.ts';
import type { Finding } from '../../src/words/finding.ts';
import { readPattern } from '../../src/words/path-globs.ts';
import { keyOf, taskOf } from '../kit/items.ts';

const lineOf = (line: number, change: Partial<PlanLine> = {}) => ({
  line,
  value: { title: `part ${line}`, body: '', files: [], dependsOn: [], ...change },
});

describe('a plan as an engine left it', () => {
  it('keeps its tasks, in its order', () => {
    const { tasks, problems } = readPlan([
      lineOf(1, { files: ['src/a.ts', './src//b/', 'src/a.ts'] }),
      lineOf(2, { dependsOn: [1, 1] }),
    ]);
    expect(tasks).toEqual([
      taskOf(1, { files: ['src/a.ts', 'src/b/**'] }),
      taskOf(2, { dependsOn: [1] }),
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['/etc/passwd', 'is not relative to the repository'],
    ['~/x', 'is not relative to the repository'],
    ['C:/x', 'is not relative to the repository'],
    ['src/../../x', 'leads out of its folder'],
    ['.git/hooks/post-commit', 'names what is git’s own'],
    ['!src', 'takes away instead of naming'],
    ['./!src', 'takes away instead of naming'],
    ['./~/x', 'is not relative to the repository'],
    ['src\\x', 'holds a backslash; folders are separated by /'],
    ['src/\u001b[31mx', 'holds characters that no path should'],
  ])('leaves out the file %s', (file, why) => {
    const { tasks, problems } = readPlan([lineOf(1, { files: [file, 'ok.ts'] })]);
    expect(tasks[0]?.files).toEqual(['ok.ts']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${why}, and was left out`);
  });

  it('leaves out what is not there to depend on, and circles', () => {
    const { tasks, problems } = readPlan([
      lineOf(1, { dependsOn: [1, 9, 2] }),
      lineOf(2, { dependsOn: [3] }),
      lineOf(3, { dependsOn: [1] }),
    ]);
    expect(tasks.map(({ dependsOn }) => dependsOn)).toEqual([[2], [3], []]);
    expect(problems).toEqual([
      'sub-item 1 depends on itself: that was left out',
      'sub-item 1 depends on 9, which is not a sub-item of the plan: that was left out',
      'sub-items 1 and 3 depend on each other: 3 does not wait for 1',
    ]);
  });

  it('has thirty sub-items at most', () => {
    const { tasks, problems } = readPlan(Array.from({ length: 31 }, (_one, at) => lineOf(at + 1)));
    expect(tasks).toHaveLength(30);
    expect(problems).toEqual([
      'the plan has 31 sub-items, and 30 are the most: the rest was left out',
    ]);
  });

  it('takes no keys that it does not know', () => {
    expect(PlanLine.safeParse({ title: 'x', run: 'rm -rf /' }).success).toBe(false);
    expect(PlanLine.safeParse({ title: ' ' }).success).toBe(false);
    expect(PlanLine.safeParse({ title: 'x', files: 'src' }).success).toBe(false);
    expect(PlanLine.parse({ title: ' x ' })).toEqual({
      title: 'x',
      body: '',
      files: [],
      dependsOn: [],
    });
  });

  it('whatever it says, comes to tasks that can be done one after the other', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            dependsOn: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
            files: fc.array(fc.oneof(fc.string(), fc.constantFrom('../x', '/x', 'a/../b')), {
              maxLength: 4,
            }),
          }),
          { maxLength: 12 },
        ),
        (drawn) => {
          const { tasks } = readPlan(drawn.map((change, at) => lineOf(at + 1, change)));
          expect(tasks).toHaveLength(drawn.length);
          const ordered = inOrder(tasks);
          expect(ordered.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
            tasks.map(({ number }) => number),
          );
          const done = new Set<number>();
          for (const { number, dependsOn, files } of ordered) {
            expect(dependsOn.every((one) => done.has(one))).toBe(true);
            done.add(number);
            for (const file of files) {
              expect(file.startsWith('/')).toBe(false);
              expect(file.split('/')).not.toContain('..');
              expect(readPattern(file)).toEqual({ kind: 'pattern', pattern: file });
            }
          }
        },
      ),
    );
  });
});

describe('whose files meet', () => {
  it('is told of sub-items, branches and items, but not of what waits for the other', () => {
    const tasks = [
      taskOf(1, { files: ['src/http/**'] }),
      taskOf(2, { files: ['src/http/retry.ts'] }),
      taskOf(3, { files: ['src/http/retry.ts'], dependsOn: [1, 2] }),
      taskOf(4),
    ];
    const work = {
      branches: [{ name: 'roundsman/x', files: ['src/http/client.ts'] }],
      items: [{ key: keyOf(7), files: ['src/http/retry.ts'] }],
    };
    expect(planOverlaps(tasks, work).map((one) => [one.task, one.with])).toEqual([
      [1, { kind: 'task', number: 2 }],
      [1, { kind: 'branch', name: 'roundsman/x' }],
      [1, { kind: 'item', key: 'RM-7' }],
      [2, { kind: 'item', key: 'RM-7' }],
      [3, { kind: 'item', key: 'RM-7' }],
    ]);
  });
});

const findingAt = (
  path: string | null,
  line: number,
): Pick<Finding, 'fingerprint' | 'id' | 'title' | 'location'> => ({
  fingerprint: `todo:${path}:${line}`,
  id: `F-${String(line).padStart(10, '0')}`,
  title: `note ${line}`,
  location: path === null ? null : { path, line, symbol: null },
});

describe('the plan without a model', () => {
  it('goes by files while these are few', () => {
    const tasks = planFromFindings([
      findingAt('src/b.ts', 3),
      findingAt('src/a.ts', 1),
      findingAt('src/a.ts', 2),
    ]);
    expect(tasks.map(({ title, files }) => [title, files])).toEqual([
      ['2 findings in src/a.ts', ['src/a.ts']],
      ['note 3', ['src/b.ts']],
    ]);
  });

  it('goes by folders where there are many files', () => {
    const many = Array.from({ length: 60 }, (_one, at) =>
      findingAt(`src/${at % 3}/${at}.ts`, at + 1),
    );
    expect(planFromFindings(many).map(({ title }) => title)).toEqual([
      '20 findings in src/0',
      '20 findings in src/1',
      '20 findings in src/2',
    ]);
  });

  it('is none without findings', () => {
    expect(planFromFindings([])).toEqual([]);
  });

  it('deals with each finding once, in thirty sub-items at most', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            path: fc.option(
              fc.array(fc.constantFrom('a', 'b', 'c', '[id]', 'd e'), {
                minLength: 1,
                maxLength: 4,
              }),
            ),
            line: fc.integer({ min: 1, max: 999 }),
          }),
          { maxLength: 80 },
        ),
        (drawn) => {
          const findings = drawn.map(({ path, line }, at) => ({
            ...findingAt(path === null ? null : path.join('/'), line),
            fingerprint: `f:${at}`,
          }));
          const tasks = planFromFindings(findings);
          expect(tasks.length).toBeLessThanOrEqual(30);
          expect(tasks.flatMap((task) => task.findings).toSorted()).toEqual(
            findings.map(({ fingerprint }) => fingerprint).toSorted(),
          );
        },
      ),
    );
  });
});
