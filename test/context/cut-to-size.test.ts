import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cutToSize, tokensOf, type SizedSection } from '../../src/context/cut-to-size.ts';
import { CONTEXT_SECTIONS } from '../../src/words/context-settings.ts';

const entry = fc
  .record({ tokens: fc.nat(500), short: fc.option(fc.nat(500), { nil: null }) })
  .map(({ tokens, short }) => ({
    tokens,
    shortTokens: short === null ? null : Math.min(short, tokens),
  }));
const sections = fc
  .record(
    Object.fromEntries(CONTEXT_SECTIONS.map((name) => [name, fc.array(entry, { maxLength: 6 })])),
  )
  .map((all): readonly SizedSection[] =>
    CONTEXT_SECTIONS.map((section) => ({ section, entries: all[section] ?? [] })),
  );

function whole(all: readonly SizedSection[]): number {
  return all.flatMap(({ entries }) => entries).reduce((sum, { tokens }) => sum + tokens, 0);
}

describe('cutToSize', () => {
  test('leaves alone what fits', () => {
    const all: readonly SizedSection[] = [
      { section: 'findings', entries: [{ tokens: 60, shortTokens: null }] },
      { section: 'sessions', entries: [{ tokens: 40, shortTokens: null }] },
    ];
    expect(cutToSize(all, 100)).toEqual([
      {
        section: 'findings',
        kept: ['whole'],
        tokens: 60,
        leftOut: { entries: 0, shortened: 0, tokens: 0 },
      },
      {
        section: 'sessions',
        kept: ['whole'],
        tokens: 40,
        leftOut: { entries: 0, shortened: 0, tokens: 0 },
      },
    ]);
  });

  test('takes from the end of what is cut first, and shortens where that is enough', () => {
    const all: readonly SizedSection[] = [
      {
        section: 'other-reports',
        entries: [
          { tokens: 100, shortTokens: 10 },
          { tokens: 100, shortTokens: 10 },
          { tokens: 100, shortTokens: 10 },
        ],
      },
      { section: 'findings', entries: [{ tokens: 50, shortTokens: null }] },
    ];
    const kept = (max: number) => cutToSize(all, max).map((cut) => cut.kept);
    expect(kept(300)).toEqual([['whole', 'whole', 'short'], ['whole']]);
    expect(kept(250)).toEqual([['whole', 'whole'], ['whole']]);
    expect(kept(160)).toEqual([['whole', 'short'], ['whole']]);
    expect(kept(59)).toEqual([[], ['whole']]);
    expect(kept(60)).toEqual([['short'], ['whole']]);
    expect(kept(49)).toEqual([[], []]);
  });

  test('what stays is never more than the limit, and nothing gets lost in counting', () => {
    fc.assert(
      fc.property(sections, fc.nat(5_000), (all, max) => {
        const cuts = cutToSize(all, max);
        expect(cuts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(max);
        for (const [index, cut] of cuts.entries()) {
          const { entries } = all[index] ?? { entries: [] };
          expect(cut.kept.length + cut.leftOut.entries).toBe(entries.length);
          const told = cut.kept.reduce((sum, how, at) => {
            const { tokens = 0, shortTokens = 0 } = entries[at] ?? {};
            return sum + (how === 'whole' ? tokens : (shortTokens ?? 0));
          }, 0);
          expect(cut.tokens).toBe(told);
          expect(cut.tokens + cut.leftOut.tokens).toBe(whole([{ section: cut.section, entries }]));
        }
      }),
    );
  });

  test('a section is only touched when nothing is left of those before it', () => {
    fc.assert(
      fc.property(sections, fc.nat(5_000), (all, max) => {
        const cuts = cutToSize(all, max);
        const touched = cuts.findLastIndex(
          ({ leftOut }) => leftOut.entries + leftOut.shortened > 0,
        );
        for (const before of cuts.slice(0, Math.max(0, touched)))
          expect(
            before.kept.filter((_how, at) => {
              const found = all.find(({ section }) => section === before.section);
              return (found?.entries[at]?.tokens ?? 0) > 0;
            }),
          ).toEqual([]);
        expect(touched >= 0).toBe(whole(all) > max);
      }),
    );
  });

  test('does not depend on the order in which sections are given', () => {
    fc.assert(
      fc.property(sections, fc.nat(5_000), (all, max) => {
        expect(cutToSize(all.toReversed(), max)).toEqual(cutToSize(all, max).toReversed());
      }),
    );
  });
});

test('four characters count as one', () => {
  expect([tokensOf(''), tokensOf('abcd'), tokensOf('abcde')]).toEqual([0, 1, 2]);
});
