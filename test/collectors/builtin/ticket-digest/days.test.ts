/** Findings over days, through the ledger as it is: what a reader sees come, stand, go and come back. */
import { describe, expect, it } from 'vitest';

import { digestTickets } from '../../../../src/collectors/builtin/ticket-digest/digest-tickets.ts';
import { priorFindings } from '../../../../src/context/prior-work.ts';
import { FindingLine } from '../../../../src/engines/agent-contract.ts';
import { toReportedFindings } from '../../../../src/ledger/finding-fingerprint.ts';
import { foldFindings } from '../../../../src/ledger/finding-life.ts';
import { withVerdict } from '../../../../src/ledger/finding-verdict.ts';
import { sha256 } from '../../../../src/platform/hash.ts';
import type { TicketsFacts } from '../../../../src/words/facts.ts';
import type { FindingLedger } from '../../../../src/words/finding.ts';
import { brief, routineId } from '../../../kit/briefs.ts';
import { runId } from '../../../kit/report-source.ts';
import { pausedTheme, theme, ticket, ticketsFacts } from '../../../kit/ticket-facts.ts';

const EMPTY: FindingLedger = { routine: routineId('ticket-digest'), lastRun: null, findings: [] };

interface Day {
  readonly ledger: FindingLedger;
  readonly counts: string;
  readonly report: string;
}

/** The digest of one morning in November, folded into the ledger as a run does it. */
async function morning(
  ledger: FindingLedger,
  day: number,
  fields: Partial<TicketsFacts>,
): Promise<Day> {
  const now = `2026-11-${String(day).padStart(2, '0')}T06:30:00.000Z`;
  const findings = priorFindings({ ledger, items: [], now });
  const window = { from: null, to: now };
  const {
    findings: lines,
    noop,
    report,
  } = await digestTickets({
    brief: brief({ tickets: ticketsFacts(fields) }, { findings, fileItem: null }, { window }),
    worktree: '/nowhere',
    env: {},
    say: () => undefined,
  });
  const reported = toReportedFindings(
    lines.map((line) => FindingLine.parse(line)),
    sha256,
  );
  const fold = foldFindings(ledger, reported, {
    run: runId(day),
    at: now,
    complete: noop === null,
    hash: sha256,
  });
  const counts = Object.entries(fold.counts).flatMap(([word, count]) =>
    count === 0 ? [] : [`${count} ${word}`],
  );
  return { ledger: fold.ledger, counts: counts.join(', '), report };
}

const refund = theme('Refund', ['r1', 'r2']);
const login = theme('Login', ['l1', 'l2']);
const date = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

describe('the findings of a digest over days', () => {
  it('let a theme pause for a week before it is resolved, and then come back', async () => {
    let { ledger } = await morning(EMPTY, 2, { themes: [refund, login] });
    const counts: string[] = [];
    for (const day of [3, 4, 5, 9, 10, 11]) {
      const pausedThemes = [pausedTheme('Refund', { lastSeen: date(2) })];
      const told = await morning(ledger, day, { themes: [login], pausedThemes });
      ledger = told.ledger;
      counts.push(`${day}: ${told.counts}`);
    }
    expect(counts).toStrictEqual([
      '3: 2 known',
      '4: 2 known',
      '5: 2 known',
      '9: 2 known',
      '10: 1 known, 1 resolved',
      '11: 1 known',
    ]);
    expect((await morning(ledger, 12, { themes: [refund, login] })).counts).toBe(
      '1 known, 1 regressed',
    );
  });

  it('keep what was urgent as it was while nobody decided on it, also when nobody writes', async () => {
    const items = [
      ticket({ id: 'r1', title: 'Money gone', urgent: 'money gone' }),
      ticket({ id: 'r2' }),
    ];
    const { ledger } = await morning(EMPTY, 2, { items, themes: [refund] });
    const pausedThemes = [pausedTheme('Refund', { lastSeen: date(2) })];
    const next = await morning(ledger, 3, { themes: [login], pausedThemes });
    const told = (one: FindingLedger): readonly (readonly string[])[] =>
      one.findings
        .filter(({ fingerprint }) => fingerprint === 'theme:t-refund00')
        .map(({ title, severity }) => [title, severity]);
    expect(told(next.ledger)).toEqual([['Refund: 2 tickets', 'high']]);
    const decided = next.ledger.findings.map((one) =>
      withVerdict(one, { kind: 'accepted', reason: '', by: 'Ada', at: date(3), until: null }),
    );
    const third = await morning({ ...next.ledger, findings: decided }, 4, {
      themes: [login],
      pausedThemes,
    });
    expect(told(third.ledger)).toEqual([['Refund: no ticket since 2026-11-02', 'info']]);
  });

  it('resolve nothing on a day without tickets, or when nobody could look', async () => {
    const { ledger } = await morning(EMPTY, 2, { themes: [refund] });
    const pausedThemes = [pausedTheme('Refund', { lastSeen: date(2) })];
    const leftOut = { told: 2, afterWindow: 0, repeated: 0 };
    expect((await morning(ledger, 20, { leftOut, pausedThemes })).counts).toBe('');
    const broken = await morning(ledger, 20, { pausedThemes });
    expect(broken.counts).toBe('1 new, 1 known');
    const mended = await morning(broken.ledger, 21, { themes: [refund] });
    expect(mended.counts).toBe('1 known, 1 resolved');
  });

  it('are quiet about a theme that a person set aside, also when it pauses', async () => {
    const first = await morning(EMPTY, 2, { themes: [refund, login] });
    const ledger: FindingLedger = {
      ...first.ledger,
      findings: first.ledger.findings.map((finding) =>
        finding.fingerprint === 'theme:t-refund00'
          ? withVerdict(finding, {
              kind: 'dismissed',
              reason: 'the bank was slow',
              by: 'Ada',
              at: '2026-11-02T08:00:00.000Z',
              until: null,
            })
          : finding,
      ),
    };
    const second = await morning(ledger, 3, { themes: [refund, login] });
    expect(second.counts).toBe('1 known');
    expect(second.report).toContain(
      '### Set aside\n\n- Refund: 2 tickets, was 2 (dismissed: the bank was slow). Tickets: r1, r2\n',
    );
    const pausedThemes = [pausedTheme('Refund', { lastSeen: date(3) })];
    const third = await morning(second.ledger, 4, { themes: [login], pausedThemes });
    expect(third.counts).toBe('1 known');
  });

  it('hold an urgent ticket without a theme for a week', async () => {
    const items = [ticket({ id: 'a b', title: 'All data gone', urgent: 'data gone' })];
    const first = await morning(EMPTY, 2, { items });
    expect(first.ledger.findings.map(({ title, severity }) => [title, severity])).toStrictEqual([
      ['Urgent: All data gone (a b)', 'high'],
    ]);
    expect((await morning(first.ledger, 3, { items })).counts).toBe('1 known');
    const second = await morning(first.ledger, 9, { themes: [login] });
    expect(second.counts).toBe('1 new, 1 known');
    expect((await morning(second.ledger, 10, { themes: [login] })).counts).toBe(
      '1 known, 1 resolved',
    );
  });
});
