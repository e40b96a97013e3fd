import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitFinding } from '../../../src/ledger/decide-finding.ts';
import { toReportedFindings } from '../../../src/ledger/finding-fingerprint.ts';
import { foldFindings, type FoldResult } from '../../../src/ledger/finding-life.ts';
import { closedOutside, reopened, withVerdict } from '../../../src/ledger/finding-verdict.ts';
import { verdictClause } from '../../../src/ledger/format-finding.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import type { Finding, FindingLedger } from '../../../src/words/finding.ts';
import { runId } from '../../kit/report-source.ts';
import { routineNamed } from '../../kit/routine.ts';

const EMPTY: FindingLedger = { routine: routineNamed('watch').id, lastRun: null, findings: [] };

function instant(night: number): string {
  return new Date(Date.UTC(2026, 10, night)).toISOString();
}

function fold(ledger: FindingLedger, titles: readonly string[], night: number): FoldResult {
  const lines = titles.map((title) => ({ title, body: '', severity: 'info' as const }));
  const request = { run: runId(night), at: instant(night), complete: true, hash: sha256 };
  return foldFindings(ledger, toReportedFindings(lines, sha256), request);
}

function only({ findings }: FindingLedger): Finding {
  const [one] = findings;
  if (one === undefined || findings.length !== 1)
    throw new TypeError(`${findings.length} findings`);
  return one;
}

const FIRST = 'Sessions stay valid after a password change';
const THEN = 'Changing the password does not end valid sessions';
const SAID = { by: 'ada', at: instant(3), reason: 'by design' };

function dismissed(): FindingLedger {
  const { ledger } = fold(EMPTY, [FIRST], 1);
  const verdict = { ...SAID, kind: 'dismissed', until: null } as const;
  return { ...ledger, findings: ledger.findings.map((one) => withVerdict(one, verdict)) };
}

describe('a finding that is worded otherwise', () => {
  it('is the same one, with its id and verdict, and remembers how it was called', () => {
    const before = only(dismissed());
    const after = only(fold(dismissed(), [THEN], 4).ledger);
    expect([after.id, after.state, after.title]).toEqual([before.id, 'dismissed', THEN]);
    expect(after.aliases?.map(({ title }) => title)).toEqual([FIRST]);
    expect(after.history?.map(({ kind }) => kind)).toEqual(['found', 'decided', 'reworded']);
    // The old words once more are no news, either.
    const again = only(fold(fold(dismissed(), [THEN], 4).ledger, [FIRST], 5).ledger);
    expect([again.id, again.title, again.aliases?.map(({ title }) => title)]).toEqual([
      before.id,
      FIRST,
      [THEN],
    ]);
  });

  it('can be told apart again: the verdict stays with the first, and they are not merged once more', () => {
    const merged = fold(dismissed(), [THEN], 4).ledger;
    const { id } = only(merged);
    const split = splitFinding(merged, {
      id,
      fingerprint: null,
      by: 'ada',
      at: instant(4),
      hash: sha256,
    });
    if (split.kind !== 'split') throw new TypeError(split.kind);
    const [kept, other] = split.pair;
    expect([kept.id, kept.title, kept.state]).toEqual([id, FIRST, 'dismissed']);
    expect([other.title, other.state, other.verdict, other.firstSeen]).toEqual([
      THEN,
      'new',
      null,
      instant(4),
    ]);
    const next = fold(split.ledger, [THEN], 5).ledger;
    expect(next.findings.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      `${FIRST}: dismissed`,
      `${THEN}: known`,
    ]);
    expect(next.findings[0]?.aliases).toEqual([]);
  });

  it('is not split when it was never called otherwise', () => {
    const { id } = only(dismissed());
    const request = { id, fingerprint: null, by: 'ada', at: instant(4), hash: sha256 };
    expect(splitFinding(dismissed(), request)).toEqual({ kind: 'never-merged' });
    expect(splitFinding(dismissed(), { ...request, id: 'F-0' })).toEqual({
      kind: 'no-such-finding',
    });
  });

  it('is two from the night on in which both are reported', () => {
    const merged = fold(dismissed(), [THEN], 4).ledger;
    const { ledger, counts } = fold(merged, [THEN, FIRST], 5);
    expect(counts.new).toBe(1);
    expect(ledger.findings.map(({ title }) => title)).toEqual([THEN, FIRST]);
    expect(ledger.findings[0]?.aliases).toEqual([]);
  });
});

describe('what people say', () => {
  it('can be taken back, and stays in the history', () => {
    const open = reopened(only(dismissed()), { ...SAID, reason: 'it hurts' });
    expect([open.state, open.verdict]).toEqual(['known', null]);
    expect(open.history?.at(-1)).toMatchObject({ kind: 'reopened', was: { kind: 'dismissed' } });
  });

  it('holds until a snooze is over, and then says so', () => {
    const { ledger } = fold(EMPTY, [FIRST], 1);
    const verdict = { ...SAID, kind: 'snoozed', until: instant(5) } as const;
    const snoozed = { ...ledger, findings: [withVerdict(only(ledger), verdict)] };
    expect(verdictClause(only(snoozed), instant(4))).toBe('snoozed until 2026-11-05');
    expect(verdictClause(only(snoozed), instant(6))).toBe('snoozed until 2026-11-05, counts again');
    const quiet = fold(snoozed, [FIRST], 4);
    expect([quiet.counts.known, quiet.setAside.length, quiet.woke?.length]).toEqual([0, 1, 0]);
    const back = fold(quiet.ledger, [FIRST], 6);
    expect([back.counts.known, back.setAside.length, back.woke?.length]).toEqual([1, 0, 1]);
    expect(fold(back.ledger, [FIRST], 7).woke).toEqual([]);
  });

  it('outside counts: done is resolved and named when it is still there, anything else goes quiet', () => {
    const one = only(fold(EMPTY, [FIRST], 1).ledger);
    const closing = { by: 'bob', at: instant(2), reason: '', item: 'RM-3' };
    const done = closedOutside(one, { ...closing, how: 'done' });
    expect([done.state, done.resolvedAt]).toEqual(['resolved', instant(2)]);
    const back = fold({ ...EMPTY, findings: [done] }, [FIRST], 3);
    expect(back.regressed).toHaveLength(1);
    // Hearing of the same closing once more changes nothing.
    const [again] = back.ledger.findings;
    expect(again && closedOutside(again, { ...closing, how: 'done' })).toBe(again);
    const dropped = closedOutside(one, { ...closing, reason: 'too old', how: 'dropped' });
    expect([dropped.state, dropped.verdict?.reason]).toEqual([
      'dismissed',
      'RM-3 was closed as dropped: too old',
    ]);
  });
});

describe('the ledger', () => {
  const title = fc.constantFrom(
    FIRST,
    THEN,
    'The password reset link never expires',
    'Password reset links do not expire',
    'The invitation link never expires',
    'lodash is affected by CVE-2020-8203',
    'lodash is affected by CVE-2019-10744',
    '__proto__',
    '\u001b[31m<img src=x>\u202e`${constructor}`',
  );
  const nights = fc.array(fc.uniqueArray(title, { maxLength: 9 }), { maxLength: 8 });

  it('does not care for the order of what is reported, loses nothing, and folds a run once', () => {
    fc.assert(
      fc.property(nights, fc.infiniteStream(fc.nat()), (reports, random) => {
        let [ledger, other] = [EMPTY, EMPTY];
        reports.forEach((titles, at) => {
          const mixed = titles
            .map((one) => ({ one, key: random.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ one }) => one);
          const result = fold(ledger, titles, at + 1);
          expect(fold(result.ledger, [], at + 1)).toEqual(result);
          const ids = (one: FindingLedger): readonly string[] =>
            one.findings.map(({ id, title: name, state }) => `${id} ${name} ${state}`).toSorted();
          other = fold(other, mixed, at + 1).ledger;
          expect(ids(other)).toEqual(ids(result.ledger));
          const known = new Set(result.ledger.findings.map(({ id }) => id));
          for (const { id } of ledger.findings) expect(known.has(id)).toBe(true);
          const said = result.ledger.findings.filter(
            ({ lastSeen }) => lastSeen === instant(at + 1),
          );
          expect(said.map((one) => one.title).toSorted()).toEqual(titles.toSorted());
          ledger = result.ledger;
        });
      }),
    );
  });
});
