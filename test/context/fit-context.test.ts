import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { tokensOf, formatLeftOut } from '../../src/context/cut-to-size.ts';
import { fitContext, shortenReport } from '../../src/context/fit-context.ts';
import type { Gathered } from '../../src/context/gather-context.ts';
import { runId } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';
import {
  NOTHING_GATHERED,
  toldItem,
  toldNote,
  toldSession,
  toldVerdict,
} from '../kit/told-context.ts';

const REPORT = `---
date: 2026-11-20
quiet: false
---

# Night watch

## Summary

Two things are loose.

## Findings

### The first

Long words about it.

\`\`\`text
## Summary
\`\`\`

### The second

More.

## Machine part

Checks: none.
`;

const HANDOVER = { session: 'abc', engine: 'codex', title: 'Mend it', document: 'ab'.repeat(32) };

function report(
  number: number,
  routine = 'night-watch',
  content = REPORT,
): Gathered['own'][number] {
  const window = { from: null, to: '2026-11-20T02:00:00.000Z' };
  const run = runId(number);
  return {
    entry: {
      run,
      routine: routineNamed(routine).id,
      date: '2026-11-20',
      window,
      file: `context/reports/${run}.md`,
      quiet: false,
    },
    content,
  };
}

function fit(gathered: Partial<Gathered>, maxTokens: number, uncut: readonly 'own-report'[] = []) {
  return fitContext({
    gathered: { ...NOTHING_GATHERED, ...gathered },
    findings: [],
    handover: gathered.handover === undefined ? null : HANDOVER,
    maxTokens,
    uncut: new Set(uncut),
  });
}

describe('fitContext', () => {
  test('tells all that fits, and how much that is', () => {
    const { context, files } = fit({ own: [report(2)], sessions: [toldSession()] }, 20_000);
    expect(context.sessions).toEqual([toldSession()]);
    expect(context.reports).toEqual([report(2).entry]);
    expect(Object.keys(files)).toEqual([report(2).entry.file]);
    expect(context.size.sections.map(({ section, entries }) => [section, entries])).toEqual([
      ['own-report', 1],
      ['sessions', 1],
    ]);
    expect(context.size.tokens).toBe(
      context.size.sections.reduce((sum, { tokens }) => sum + tokens, 0),
    );
    expect(context.leftOut).toEqual([]);
  });

  test('shortens a report before it goes, and says so in the file and the entry', () => {
    const long = REPORT.replace('Long words', 'Long words '.repeat(200));
    const gathered = { own: [report(3, 'night-watch', long)] };
    const { context, files } = fit(gathered, 400);
    expect(context.reports).toMatchObject([{ shortened: true }]);
    expect(Object.values(files)).toEqual([shortenReport(long)]);
    expect(context.leftOut).toMatchObject([{ section: 'own-report', entries: 0, shortened: 1 }]);
    expect(formatLeftOut(context.leftOut)).toBe('a part of 1 last report');
    expect(fit(gathered, 60).context.reports).toEqual([]);
  });

  test('other routines’ reports go before older ones of its own, and its last one after all others', () => {
    const gathered = {
      own: [report(5), report(4)],
      others: [report(6, 'release-check'), report(1, 'release-check')],
    };
    const all = fit(gathered, 20_000).context;
    const each = all.size.tokens / 4;
    const told = (max: number) => {
      const { reports, otherReports } = fit(gathered, max).context;
      return [reports, otherReports].map((list) => list.map(({ run }) => run));
    };
    expect(told(each * 4 + 1)).toEqual([
      [runId(5), runId(4)],
      [runId(6), runId(1)],
    ]);
    expect(told(Math.ceil(each * 3))).toEqual([[runId(5), runId(4)], [runId(6)]]);
    expect(told(Math.ceil(each * 2))).toEqual([[runId(5), runId(4)], []]);
    expect(told(Math.ceil(each))).toEqual([[runId(5)], []]);
  });

  test('what a recipe needs is neither cut nor counted', () => {
    const gathered = { own: [report(2)], verdicts: [toldVerdict()] };
    const { context } = fit(gathered, 80, ['own-report']);
    expect(context.reports).toHaveLength(1);
    expect(context.verdicts).toHaveLength(1);
  });

  test('what a person named stays in any case, and is shortened where it must be', () => {
    const gathered = {
      handover: 'Decided: keep onChange.\n'.repeat(2_000),
      item: toldItem({ body: 'words '.repeat(2_000) }),
      sessions: [toldSession()],
    };
    const { context, files } = fit(gathered, 2_000);
    expect(context.handover).toMatchObject({ session: 'abc', shortened: true });
    expect(files['context/handover.md']).toContain('Decided: keep onChange.');
    expect(files['context/handover.md']).toMatch(
      /more characters were left out for size\]\n```\n$/,
    );
    expect(context.item?.key).toBe('RM-1');
    expect(context.item?.body).toMatch(/^words .*left out for size\]$/s);
    expect(context.sessions).toHaveLength(1);
    expect(context.size.tokens).toBeLessThanOrEqual(2_000);
    expect(formatLeftOut(context.leftOut)).toBe('a part of 1 hand-over, 1 item of the run');
  });

  test('is never more than the limit, whatever there is to tell', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.nat(4_000).map((length) => '`'.repeat(length)),
      fc.nat(4_000).map((length) => '"\u001b'.repeat(length)),
    );
    const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 5 });
    const gathered = fc.record({
      own: list(text.map((content) => report(1, 'night-watch', content))),
      others: list(text.map((content) => report(2, 'release-check', content))),
      verdicts: list(text.map((title) => toldVerdict({ title }))),
      sessions: list(text.map((title) => toldSession({ title }))),
      items: list(text.map((body) => toldItem({ body }))),
      decisions: list(text.map((body) => toldNote({ text: body }))),
      handover: fc.option(text, { nil: null }),
      item: fc.option(
        text.map((body) => toldItem({ body })),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(gathered, fc.integer({ min: 1_000, max: 8_000 }), (all, max) => {
        const { context, files } = fitContext({
          gathered: { ...NOTHING_GATHERED, ...all },
          findings: [],
          handover: HANDOVER,
          maxTokens: max,
          uncut: new Set(),
        });
        expect(context.size.tokens).toBeLessThanOrEqual(max);
        const contents = Object.values(files).reduce((sum, one) => sum + tokensOf(one), 0);
        expect(contents).toBeLessThanOrEqual(max);
      }),
    );
  });
});

describe('shortenReport', () => {
  test('keeps front matter, title, summary and the headings of findings', () => {
    expect(shortenReport(REPORT)).toBe(`---
date: 2026-11-20
quiet: false
---
# Night watch

*The rest of this report was left out for size: this is its summary and the headings of its findings.*

## Summary

Two things are loose.

## Findings

### The first
### The second

`);
  });

  test('is bounded, whatever a report holds', () => {
    const findings = '### x\n'.repeat(100_000);
    const text = `## Summary\n${'y'.repeat(1_000_000)}\n## Findings\n${findings}`;
    expect(shortenReport(text).length).toBeLessThan(5_000);
  });
});
