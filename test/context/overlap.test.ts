import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ToldSession } from '../../src/context/brief-context.ts';
import { namedFiles, pathsInText, overlapLine, findOverlap } from '../../src/context/overlap.ts';
import { branchName } from '../kit/report-source.ts';
import { toldSession } from '../kit/told-context.ts';

const NAMED = [
  { by: 'facts todos', paths: ['src/a.ts', 'README.md'], patterns: [] },
  { by: 'policy.touches', paths: [], patterns: ['src/billing/**'] },
];

describe('findOverlap', () => {
  test('names who is at the files of the task, the most severe first', () => {
    const overlap = findOverlap({
      named: NAMED,
      sessions: [
        toldSession({
          id: 's1',
          title: 'Mend billing',
          state: 'idle',
          filesTouched: ['src/billing/x.ts'],
        }),
        toldSession({
          id: 's2',
          title: 'Rename the parser',
          state: 'working',
          filesTouched: ['src/a.ts', 'src/other.ts'],
        }),
        toldSession({ id: 's3', state: 'ended', filesTouched: ['src/a.ts'] }),
      ],
      branches: [
        { branch: branchName('roundsman/x'), files: ['src/a.ts', 'docs/README.md'] },
        { branch: branchName('roundsman/y'), files: ['src/billing/a.ts', 'src/billing/b.ts'] },
      ],
    });
    expect(overlap.map(overlapLine)).toEqual([
      'session ‘Rename the parser’ (claude, working now) and branch roundsman/x touch src/a.ts, which this task names (facts todos)',
      'branch roundsman/y touches src/billing/a.ts and src/billing/b.ts, which this task names (policy.touches)',
      'session ‘Mend billing’ (claude, open, idle) touches src/billing/x.ts, which this task names (policy.touches)',
    ]);
  });

  test('a path that is named is that path, and no other of the same name', () => {
    const branches = [{ branch: branchName('roundsman/x'), files: ['docs/README.md'] }];
    expect(findOverlap({ named: NAMED, sessions: [], branches })).toEqual([]);
  });

  test('is the same in whatever order sessions, branches and names come', () => {
    const file = fc.constantFrom('src/a.ts', 'src/b.ts', 'src/billing/a.ts', 'README.md');
    const session = fc
      .record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        state: fc.constantFrom<ToldSession['state']>(
          'working',
          'waiting',
          'idle',
          'unknown',
          'ended',
        ),
        filesTouched: fc.array(file),
      })
      .map(toldSession);
    const sessions = fc.uniqueArray(session, { selector: ({ id }) => id });
    const branch = fc.record({
      branch: fc.constantFrom(...['p', 'q', 'r'].map((name) => branchName(`roundsman/${name}`))),
      files: fc.array(file),
    });
    const branches = fc.uniqueArray(branch, { selector: (one) => one.branch });
    fc.assert(
      fc.property(sessions, branches, (some, others) => {
        const told = findOverlap({ named: NAMED, sessions: some, branches: others });
        const again = findOverlap({
          named: NAMED.toReversed(),
          sessions: some.toReversed(),
          branches: others.toReversed(),
        });
        expect(again).toEqual(told);
        const files = told.flatMap((one) => one.files);
        expect(new Set(files).size).toBe(files.length);
      }),
    );
  });

  test('says how many there are beyond the ones it names', () => {
    const files = Array.from({ length: 40 }, (_one, index) => `src/billing/${index}.ts`);
    const [one] = findOverlap({
      named: NAMED,
      sessions: [],
      branches: [{ branch: branchName('roundsman/x'), files }],
    });
    expect(one?.files).toHaveLength(20);
    expect(one === undefined ? '' : overlapLine(one)).toBe(
      'branch roundsman/x touches src/billing/0.ts, src/billing/1.ts, src/billing/10.ts, src/billing/11.ts and 36 more, which this task names (policy.touches)',
    );
  });
});

describe('the files that a task names', () => {
  test('are found in its prompt', () => {
    expect(
      pathsInText(
        'Sweep src/parser/, ./docs/a.md. See https://example.com/x.html, {{facts.todos.file}}, $ROUNDSMAN_BRIEF/x.json, /etc/passwd and package.json, e.g. it.',
      ),
    ).toEqual(['src/parser', 'docs/a.md', 'package.json', 'e.g']);
  });

  test('are those of facts, findings, prompt, item, context and policy', () => {
    const named = namedFiles({
      touches: ['src/**'],
      facts: {},
      findings: [],
      files: [],
      itemFiles: ['docs/*.md'],
      prompt: [
        { path: 'src/parser', kind: 'folder' },
        { path: 'package.json', kind: 'file' },
      ],
    });
    expect(named).toEqual([
      { by: 'the prompt', paths: ['package.json'], patterns: ['/src/parser/'] },
      { by: 'the item', paths: [], patterns: ['docs/*.md'] },
      { by: 'policy.touches', paths: [], patterns: ['src/**'] },
    ]);
  });
});
