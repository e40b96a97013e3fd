import { describe, expect, it } from 'vitest';

import { gatherKnowledge, type BranchKnowledge } from '../../src/review/gather-knowledge.ts';
import { branchReadiness, setReadiness } from '../../src/review/readiness.ts';
import type { SetQuestion } from '../../src/review/set-words.ts';
import type {
  MergeTrial,
  ReadinessLine,
  ReadinessName,
  Union,
  UnionState,
} from '../../src/words/review/change-set.ts';
import type { ReviewBranch } from '../../src/words/review/review-branch.ts';
import { openFinding } from '../kit/findings.ts';
import { changeOf, commitOf, reviewBranch, routineOf, runIdOf } from '../kit/review-branches.ts';

const run = runIdOf('one');
const short = run.slice(-6);
const good: BranchKnowledge = {
  checks: { kind: 'passed', run, at: '2026-11-21T03:00:00.000Z', head: commitOf('tip of a') },
  protectedPaths: [],
  banners: [],
  moved: [],
  findings: [],
  questions: [],
  comments: { drafts: 0, sent: 0 },
  judgement: null,
  judged: false,
  workedOn: [],
};
const ours = reviewBranch('a', { owner: 'run', runId: run, routine: routineOf('sweep') });

function trial(a: string, b: string, kind: MergeTrial['kind'] = 'clean'): MergeTrial {
  const files = kind === 'conflict' ? [{ path: 'src/a.ts', kind: 'contents' }] : [];
  return { a, b, kind, files, detail: kind === 'error' ? 'no space left' : '' };
}

function lineOf(
  name: ReadinessName,
  known: Partial<BranchKnowledge> = {},
  more: { readonly branch?: ReviewBranch; readonly trials?: readonly MergeTrial[] } = {},
): ReadinessLine | undefined {
  return branchReadiness({
    branch: more.branch ?? ours,
    known: { ...good, ...known },
    trials: more.trials ?? [trial('a', 'main')],
    largeLines: 400,
  }).find((line) => line.name === name);
}

describe('readiness of a branch', () => {
  it('is all right where nothing is wrong', () => {
    const lines = branchReadiness({
      branch: ours,
      known: good,
      trials: [trial('a', 'main')],
      largeLines: 400,
    });
    expect(lines).toEqual([
      { name: 'checks', ok: true, detail: `passed in run ${short} on 2026-11-21`, blocks: false },
      { name: 'conflicts', ok: true, detail: 'merges with main', blocks: false },
      { name: 'protected', ok: true, detail: 'no protected file', blocks: false },
      { name: 'banners', ok: true, detail: 'no warnings', blocks: false },
      { name: 'size', ok: true, detail: '1 line in 1 file', blocks: false },
      { name: 'findings', ok: true, detail: 'deals with no finding', blocks: false },
      { name: 'questions', ok: true, detail: 'none is open', blocks: false },
      { name: 'base', ok: true, detail: 'begins where main is', blocks: false },
      { name: 'comments', ok: true, detail: 'none is open', blocks: false },
      { name: 'worked-on', ok: true, detail: 'no process works on it', blocks: false },
    ]);
  });

  it('says that checks failed, and where to look', () => {
    const checks = { kind: 'failed' as const, run, at: '2026-11-21T03:00:00.000Z', head: null };
    expect(lineOf('checks', { checks })).toEqual({
      name: 'checks',
      ok: false,
      detail: `failed in run ${short} on 2026-11-21: roundsman logs ${short}`,
      blocks: true,
    });
  });

  it.each([
    ['no run', null, {}, 'no run of ours made it: nothing was checked'],
    ['no checks', { kind: 'none' as const }, {}, 'no checks configured'],
    ['a run that continues', { kind: 'going-on' as const }, {}, `run ${short} continues`],
    [
      'a target that moved',
      {},
      { behind: 2 },
      `passed in run ${short} on 2026-11-21; main has moved by 2 commits since`,
    ],
    [
      'a branch that moved',
      {},
      { tip: commitOf('other') },
      `passed in run ${short} on 2026-11-21, and the branch has moved since`,
    ],
  ])('does not know of checks with %s', (...[, change, fields, detail]) => {
    const checks = change === null || good.checks === null ? null : { ...good.checks, ...change };
    const branch = { ...ours, ...fields };
    expect(lineOf('checks', { checks }, { branch })).toEqual({
      name: 'checks',
      ok: null,
      detail,
      blocks: false,
    });
  });

  it('does not let through what does not merge with its target', () => {
    expect(lineOf('conflicts', {}, { trials: [trial('a', 'main', 'conflict')] })).toEqual({
      name: 'conflicts',
      ok: false,
      detail: 'does not merge with main: src/a.ts; rebase it, or comment back',
      blocks: true,
    });
  });

  it('says with whom it does not merge, and lets it land alone', () => {
    const trials = [trial('a', 'main'), trial('a', 'b', 'conflict')];
    expect(lineOf('conflicts', {}, { trials })).toEqual({
      name: 'conflicts',
      ok: false,
      detail: 'not together with b: src/a.ts',
      blocks: false,
    });
  });

  it('never takes what was not tried for what merges', () => {
    expect(lineOf('conflicts', {}, { trials: [] })).toMatchObject({
      ok: null,
      detail: 'not tried',
    });
    expect(lineOf('conflicts', {}, { trials: [trial('a', 'main', 'error')] })).toMatchObject({
      ok: null,
      detail: 'not tried: no space left',
    });
  });

  it('holds agents to protected files, and tells persons', () => {
    const protectedPaths = ['AGENTS.md'];
    expect(lineOf('protected', { protectedPaths })).toMatchObject({ ok: false, blocks: true });
    const branch = reviewBranch('a');
    expect(lineOf('protected', { protectedPaths }, { branch })).toMatchObject({
      ok: false,
      blocks: false,
    });
  });

  it('asks whether a branch is still wanted whose findings are over', () => {
    const findings = [{ id: 'F-1', state: 'dismissed' as const }];
    expect(lineOf('findings', { findings })).toMatchObject({
      ok: false,
      detail: 'F-1: dismissed since; is it still wanted?',
    });
    const open = [...findings, { id: 'F-2', state: 'known' as const }];
    expect(lineOf('findings', { findings: open })).toMatchObject({
      ok: false,
      blocks: false,
      detail: expect.stringMatching(
        /^F-1 of 2 findings was dismissed since, and the branch still has it/,
      ),
    });
    const gone = [
      { id: 'F-1', state: 'resolved' as const },
      { id: 'F-2', state: 'known' as const },
    ];
    expect(lineOf('findings', { findings: gone })).toMatchObject({
      ok: true,
      detail: 'deals with 2 findings: F-1, F-2, 1 of them over already',
    });
  });

  it('takes what the settings left out for no reason to drop a branch', () => {
    const [run, at] = [runIdOf('a'), '2026-11-21T02:00:00.000Z'];
    const stateOf = (why: object): unknown => {
      const finding = openFinding({
        id: 'F-1',
        routine: routineOf('sweep'),
        state: 'resolved',
        resolvedAt: at,
        history: [{ kind: 'resolved', at, run, ...why }],
      });
      const branch = reviewBranch('a', { covers: [finding.fingerprint] });
      const none = { origins: new Map(), specs: new Map(), sessions: new Map(), moved: new Map() };
      const lists = { comments: [], judgements: [], unfinished: [] };
      const sources = { ...none, ...lists, findings: [finding], judged: false, now: at };
      return gatherKnowledge([branch], sources).get('a')?.findings[0]?.state;
    };
    expect(stateOf({})).toBe('resolved');
    expect(stateOf({ why: 'left-out' })).toBe('known');
  });

  it('does not know what a target that moved at the same files does to it', () => {
    const branch = { ...ours, behind: 3 };
    expect(lineOf('base', { moved: ['src/a.ts'] }, { branch })).toMatchObject({
      ok: null,
      detail: 'main has moved by 3 commits, also at src/a.ts: test them together',
    });
    expect(lineOf('base', {}, { branch })).toMatchObject({ ok: true });
  });

  it('tells size, comments, questions, banners and who is at it', () => {
    const branch = { ...ours, insertions: 300, deletions: 200 };
    expect(lineOf('size', {}, { branch })).toMatchObject({ ok: false, blocks: false });
    expect(lineOf('comments', { comments: { drafts: 1, sent: 2 } })).toMatchObject({
      ok: false,
      detail: '1 comment not sent, 2 sent and not settled: review comments a',
    });
    expect(lineOf('questions', { questions: ['run 1 asks: x?'] })).toMatchObject({
      ok: false,
      detail: 'run 1 asks: x?: roundsman answer',
    });
    expect(lineOf('banners', { banners: ['1 possible secret\nin x'] })).toMatchObject({
      ok: false,
      detail: '1 possible secret in x',
    });
    expect(lineOf('worked-on', { workedOn: ['run 1 continues'] })).toMatchObject({
      ok: false,
      blocks: true,
    });
  });

  it('tells a judgement where there is one, or where one is wanted', () => {
    expect(lineOf('judgement')).toBeUndefined();
    expect(lineOf('judgement', { judged: true })).toMatchObject({
      ok: null,
      detail: 'not asked for: review judge a',
    });
    const judgement = {
      id: '1',
      branch: 'a',
      tip: ours.tip,
      engine: 'codex',
      run,
      verdict: 'fail' as const,
      summary: 'loses an error',
      places: [],
      at: '2026-11-21T03:00:00.000Z',
    };
    expect(lineOf('judgement', { judgement })).toMatchObject({
      ok: false,
      detail: 'codex says fail: loses an error',
      blocks: false,
    });
  });
});

const two = [ours, reviewBranch('b', { changes: [changeOf('src/b.ts')] })];

function setOf(fields: Partial<SetQuestion> = {}): readonly ReadinessLine[] {
  const lines = branchReadiness({
    branch: ours,
    known: good,
    trials: [trial('a', 'main')],
    largeLines: 400,
  });
  return setReadiness({
    id: 'S-1',
    branches: two,
    lines: { a: lines, b: lines },
    trials: [trial('a', 'main'), trial('b', 'main'), trial('a', 'b')],
    variants: [],
    unions: [],
    ...fields,
  });
}

function union(state: UnionState, fields: Partial<Union> = {}): Union {
  return {
    id: run,
    set: 'S-1',
    target: 'main',
    targetTip: commitOf('main'),
    members: two.map(({ branch, tip }) => ({ branch, tip })),
    key: '',
    state,
    commit: null,
    isolation: null,
    checks: [],
    breaking: [],
    tried: [],
    by: 'ada',
    startedAt: '2026-11-21T03:00:00.000Z',
    endedAt: null,
    ...fields,
  };
}

describe('readiness of a set', () => {
  it('is that of its worst branch, and says which', () => {
    const bad = branchReadiness({
      branch: two[1] ?? ours,
      known: { ...good, workedOn: ['run 1 continues'] },
      trials: [trial('b', 'main')],
      largeLines: 400,
    });
    const lines = setOf({ lines: { a: setOf(), b: bad } });
    expect(lines.find(({ name }) => name === 'worked-on')).toEqual({
      name: 'worked-on',
      ok: false,
      detail: '1 of 2: b: run 1 continues',
      blocks: true,
    });
  });

  it('does not let through branches that do not merge with one another', () => {
    const trials = [trial('a', 'main'), trial('b', 'main'), trial('a', 'b', 'conflict')];
    expect(setOf({ trials }).find(({ name }) => name === 'conflicts')).toEqual({
      name: 'conflicts',
      ok: false,
      detail: 'a and b: src/a.ts',
      blocks: true,
    });
  });

  it('does not mind that alternatives do not merge', () => {
    const trials = [trial('a', 'main'), trial('b', 'main'), trial('a', 'b', 'conflict')];
    const lines = setOf({ trials, variants: [['a', 'b']] });
    expect(lines.find(({ name }) => name === 'conflicts')?.ok).toBe(true);
  });

  it.each([
    ['nothing', [], null, 'not built: roundsman review union S-1'],
    [
      'another target',
      [union({ kind: 'passed' }, { targetTip: commitOf('old') })],
      null,
      'what was built is of other commits: roundsman review union S-1',
    ],
    ['a pass', [union({ kind: 'passed' })], true, '0 checks passed on the whole'],
    [
      'no checks',
      [union({ kind: 'unchecked' })],
      null,
      'merges as a whole, and no check is known: set review.checks',
    ],
    [
      'a break',
      [union({ kind: 'broken' }, { breaking: ['a', 'b'] })],
      false,
      'fails ; a and b break it together',
    ],
    ['a failure', [union({ kind: 'failed', why: 'no disk' })], null, 'could not be built: no disk'],
    [
      'an older and a newer one',
      [union({ kind: 'running' }), union({ kind: 'passed' })],
      true,
      '0 checks passed on the whole',
    ],
  ])('says of the union with %s', (...[, unions, ok, detail]) => {
    expect(setOf({ unions }).find(({ name }) => name === 'union')).toEqual({
      name: 'union',
      ok,
      detail,
      blocks: ok === false,
    });
  });

  it('needs no union of one branch that was checked as it would land', () => {
    const lines = setOf();
    const alone = setOf({ branches: [ours], lines: { a: lines }, trials: [trial('a', 'main')] });
    expect(alone.find(({ name }) => name === 'union')).toMatchObject({
      ok: true,
      detail: 'one branch, checked as it would land',
    });
  });
});
