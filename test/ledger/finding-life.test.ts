import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toReportedFindings } from '../../src/ledger/finding-fingerprint.ts';
import { foldFindings, stateAt, type FoldResult } from '../../src/ledger/finding-life.ts';
import { withVerdict } from '../../src/ledger/finding-verdict.ts';
import { sha256 } from '../../src/platform/hash.ts';
import type { FindingLedger, FindingVerdict, ReportedFinding } from '../../src/words/finding.ts';
import { runId } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';

const EMPTY: FindingLedger = { routine: routineNamed('watch').id, lastRun: null, findings: [] };

function seen(fingerprint: string, change: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    fingerprint,
    title: `title of ${fingerprint}`,
    body: '',
    severity: 'info',
    location: null,
    item: null,
    ...change,
  };
}

function instant(night: number): string {
  return new Date(Date.UTC(2026, 10, night)).toISOString();
}

function fold(
  ledger: FindingLedger,
  reported: readonly ReportedFinding[],
  at: number | { readonly night: number; readonly complete: boolean },
): FoldResult {
  const { night, complete } = typeof at === 'number' ? { night: at, complete: true } : at;
  const request = { run: runId(night), at: instant(night), complete, hash: sha256 };
  return foldFindings(ledger, reported, request);
}

function states({ ledger }: FoldResult): readonly string[] {
  return ledger.findings.map(({ fingerprint, state }) => `${fingerprint} ${state}`);
}

const verdict = (kind: FindingVerdict['kind'], until: string | null = null): FindingVerdict => ({
  kind,
  reason: 'because',
  by: 'ada',
  at: instant(1),
  until,
});

describe('foldFindings', () => {
  it('keeps the severity of what nobody decided on, and lets it rise', () => {
    const severities = (result: FoldResult): readonly string[] =>
      result.ledger.findings.map(({ severity }) => severity);
    const first = fold(EMPTY, [seen('aaaa', { severity: 'medium' })], 1);
    const second = fold(first.ledger, [seen('aaaa', { severity: 'info' })], 2);
    expect(severities(second)).toEqual(['medium']);
    const third = fold(second.ledger, [seen('aaaa', { severity: 'high' })], 3);
    expect(severities(third)).toEqual(['high']);
    const decided = third.ledger.findings.map((one) => withVerdict(one, verdict('accepted')));
    const fourth = fold({ ...third.ledger, findings: decided }, [seen('aaaa')], 4);
    expect(severities(fourth)).toEqual(['info']);
    const gone = fold(third.ledger, [], 4);
    expect(severities(fold(gone.ledger, [seen('aaaa', { severity: 'low' })], 5))).toEqual(['low']);
  });

  it('takes a finding from new over known and resolved to regressed', () => {
    const first = fold(EMPTY, [seen('aaaa')], 1);
    expect(first.counts).toEqual({ new: 1, known: 0, resolved: 0, regressed: 0 });
    const second = fold(first.ledger, [seen('aaaa')], 2);
    expect(states(second)).toEqual(['aaaa known']);
    const third = fold(second.ledger, [], 3);
    expect(third.counts).toEqual({ new: 0, known: 0, resolved: 1, regressed: 0 });
    expect(third.resolved[0]?.resolvedAt).toBe(instant(3));
    const fourth = fold(third.ledger, [seen('aaaa')], 4);
    expect(fourth.counts).toEqual({ new: 0, known: 0, resolved: 0, regressed: 1 });
    expect(fourth.ledger.findings[0]?.firstSeen).toBe(instant(1));
    expect(states(fold(fourth.ledger, [seen('aaaa')], 5))).toEqual(['aaaa known']);
  });

  it('resolves nothing after a run that was not complete', () => {
    const first = fold(EMPTY, [seen('aaaa')], 1);
    const second = fold(first.ledger, [seen('bbbb')], { night: 2, complete: false });
    expect(states(second)).toEqual(['aaaa new', 'bbbb new']);
    expect(second.counts).toEqual({ new: 1, known: 0, resolved: 0, regressed: 0 });
  });

  it('takes nothing for gone that the settings leave out, and knows it again', () => {
    const at = (path: string): Partial<ReportedFinding> => ({
      location: { path, line: 1, symbol: null },
    });
    const all = [
      seen('aaaa', at('lib/a.ts')),
      seen('bbbb', at('src/b.ts')),
      seen('cccc', at('lib/c.ts')),
    ];
    const first = fold(EMPTY, all, 1);
    const decided = {
      ...first.ledger,
      findings: first.ledger.findings.map((finding) =>
        finding.fingerprint === 'cccc' ? withVerdict(finding, verdict('accepted')) : finding,
      ),
    };
    const request = {
      complete: true,
      hash: sha256,
      leftOut: (path: string) => path.startsWith('lib/'),
    };
    const narrow = foldFindings(decided, [], { ...request, run: runId(2), at: instant(2) });
    // What somebody accepted stays to be done.
    expect(states(narrow)).toEqual(['aaaa resolved', 'bbbb resolved', 'cccc new']);
    expect(narrow).toMatchObject({ counts: { resolved: 1 }, leftOut: 1 });
    expect(narrow.ledger.findings.flatMap(({ history = [] }) => history.slice(-1))).toEqual([
      { kind: 'resolved', at: instant(2), run: runId(2), why: 'left-out' },
      { kind: 'resolved', at: instant(2), run: runId(2) },
      expect.objectContaining({ kind: 'decided' }),
    ]);
    const wide = fold(narrow.ledger, all, 3);
    expect(states(wide)).toEqual(['aaaa known', 'bbbb regressed', 'cccc known']);
  });

  it('gives the same answer and the same ledger when a run is folded in again', () => {
    const first = fold(EMPTY, [seen('aaaa'), seen('bbbb')], 1);
    const second = fold(first.ledger, [seen('bbbb'), seen('cccc')], 2);
    const again = fold(second.ledger, [seen('dddd')], 2);
    expect(again.ledger).toBe(second.ledger);
    expect(again).toEqual(second);
  });

  it('keeps what people set aside set aside, gone or not', () => {
    const first = fold(EMPTY, [seen('aaaa'), seen('bbbb')], 1);
    const decided = {
      ...first.ledger,
      findings: first.ledger.findings.map((one) =>
        withVerdict(
          one,
          one.fingerprint === 'aaaa' ? verdict('dismissed') : verdict('snoozed', instant(4)),
        ),
      ),
    };
    const second = fold(decided, [seen('aaaa')], 2);
    expect(states(second)).toEqual(['aaaa dismissed', 'bbbb snoozed']);
    expect(second.counts).toEqual({ new: 0, known: 0, resolved: 0, regressed: 0 });
    expect(second.setAside.map(({ fingerprint }) => fingerprint)).toEqual(['aaaa']);
    const snoozed = second.ledger.findings[1];
    expect(snoozed && stateAt(snoozed, instant(4))).toBe('known');
    expect(states(fold(second.ledger, [seen('bbbb')], 4))).toEqual([
      'aaaa dismissed',
      'bbbb known',
    ]);
    expect(states(fold(second.ledger, [], 4))).toEqual(['aaaa dismissed', 'bbbb resolved']);
  });

  it('follows a finding whose file was renamed, with its id, its verdict and its item', () => {
    const before = seen('aaaa', {
      title: 'Slow loop',
      location: { path: 'src/old.ts', line: 3, symbol: 'run' },
    });
    const first = fold(EMPTY, [before], 1);
    const after = { ...before, fingerprint: 'bbbb', title: 'slow  loop.' };
    const second = fold(first.ledger, [after], 2);
    expect(states(second)).toEqual(['bbbb known']);
    expect(second.ledger.findings[0]?.id).toBe(first.ledger.findings[0]?.id);
    expect(second.counts.resolved).toBe(0);
    // The old place is taken by another one later: it gets an id of its own.
    const third = fold(second.ledger, [after, { ...before, title: 'Other' }], 3);
    expect(new Set(third.ledger.findings.map(({ id }) => id)).size).toBe(2);
  });

  it('loses nothing, adds up, and never gives an id twice, whatever runs report', () => {
    const report = fc.uniqueArray(fc.constantFrom('aaaa', 'bbbb', 'cccc', 'dddd', 'eeee'));
    const night = fc.record({
      report,
      complete: fc.boolean(),
      title: fc.constantFrom('one', 'two'),
    });
    fc.assert(
      fc.property(fc.array(night, { maxLength: 12 }), (nights) => {
        let ledger = EMPTY;
        nights.forEach(({ report, complete, title }, index) => {
          const reported = report.map((fingerprint) => seen(fingerprint, { title }));
          const result = fold(ledger, reported, { night: index + 1, complete });
          const { counts } = result;
          expect(counts.new + counts.known + counts.regressed).toBe(report.length);
          expect(result.ledger.findings.length).toBeGreaterThanOrEqual(ledger.findings.length);
          const ids = result.ledger.findings.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.slice(0, ledger.findings.length)).toEqual(ledger.findings.map(({ id }) => id));
          const active = result.ledger.findings.filter(({ state }) => state !== 'resolved');
          const names = active.map(({ fingerprint }) => fingerprint);
          for (const fingerprint of report) expect(names).toContain(fingerprint);
          expect(names.filter((one) => complete && !report.some((same) => same === one))).toEqual(
            [],
          );
          expect(fold(result.ledger, [], index + 1)).toEqual(result);
          ledger = result.ledger;
        });
      }),
    );
  });
});

describe('toReportedFindings', () => {
  const line = (title: string, path?: string, fingerprint?: string) => ({
    title,
    body: '',
    severity: 'info' as const,
    ...(path === undefined ? {} : { path }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  });

  it('takes the own fingerprint, else makes one that lines, case and blanks do not change', () => {
    const [own, a, b, c] = toReportedFindings(
      [line('A', 'a.ts', 'my:key'), line('Too  Slow.', 'a.ts'), line('x'), line('CVE-2', 'a.ts')],
      sha256,
    );
    const [again] = toReportedFindings([{ ...line('too slow', 'a.ts'), line: 99 }], sha256);
    expect(own?.fingerprint).toBe('my:key');
    expect(again?.fingerprint).toBe(a?.fingerprint);
    expect(new Set([a, b, c].map((one) => one?.fingerprint)).size).toBe(3);
  });

  it('tells twins apart, also from a fingerprint that looks like an ordinal', () => {
    const twins = ['same', 'same', 'same#2', 'same'].map((key) => line('t', 'a.ts', key));
    const prints = toReportedFindings(twins, sha256).map(({ fingerprint }) => fingerprint);
    expect(prints[0]).toBe('same');
    expect(new Set(prints).size).toBe(4);
  });
});
