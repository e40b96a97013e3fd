import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  likened,
  type Likened,
  likeness,
  type Reach,
  type Wording,
} from '../../../src/ledger/findings/likeness.ts';
import { likelyOnes, pairFindings } from '../../../src/ledger/findings/pair-findings.ts';
import { wordIndex } from '../../../src/ledger/findings/word-index.ts';

/** Words of the labelled pairs, some with a slip of the pen. */
const PAIRS = new URL('../../fixtures/findings/pairs.jsonl', import.meta.url);
const WORDS = [...new Set(readFileSync(PAIRS, 'utf8').match(/[A-Za-z]{2,}/g))].slice(0, 400);
const word = fc
  .tuple(fc.constantFrom(...WORDS.slice(0, 60)), fc.integer({ min: 0, max: 9 }))
  .map(([one, slip]) => (slip === 0 && one.length > 6 ? `${one.slice(0, 4)}${one.slice(5)}` : one));
const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
const location = fc.option(
  fc.record({
    path: fc.constantFrom('a/one.ts', 'b/one.ts', 'two.ts'),
    line: fc.integer({ min: 1, max: 60 }),
    symbol: fc.constantFrom(null, 'load', 'save'),
  }),
);
const finding = fc
  .record({ title: sentence, body: fc.oneof(fc.constant(''), sentence), location })
  .map((one) => likened({ ...one, fingerprint: `made:${one.title}` }));

const RULES: readonly (readonly [Wording, Reach])[] = [
  ['free', 'anywhere'],
  ['free', 'file'],
  ['free', 'place'],
  ['fixed', 'anywhere'],
  ['fixed', 'file'],
];

describe('which of many findings one may be like', () => {
  it.each(RULES)('is told as by comparing it with each, %s, %s', (wording, reach) => {
    fc.assert(
      fc.property(
        fc.array(finding, { minLength: 1, maxLength: 12 }),
        finding,
        fc.subarray(WORDS.slice(0, 20)),
        (others, one, said) => {
          const common = new Set(said.map((each) => each.toLowerCase()));
          const all = [one, ...others].flatMap(({ title, body }) =>
            body === null ? [title] : [title, body],
          );
          const words = wordIndex(all, common);
          const plain = others.map((other) => likeness(one, other, { wording, reach, common }));
          const quick = others.map(() => 0);
          for (const at of likelyOnes(others, words)(one))
            quick[at] = likenessAt(one, others[at], { wording, reach, common, ...words });
          expect(quick).toEqual(plain);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('finds the only one of five hundred that is told in other words', () => {
    const known = Array.from({ length: 500 }, (_one, at) => ({
      fingerprint: `made:known-${String(at)}`,
      title: `Import number ${String(at + 100)} of the nightly load has no retry`,
      body: '',
      location: null,
      wordings: [],
      apart: [],
    }));
    const fresh = [
      {
        fingerprint: 'made:new',
        title: 'Nightly load: import 317 lacks a retry',
        body: '',
        location: null,
      },
    ];
    const pairs = pairFindings({ known, fresh, wording: 'free', reach: 'anywhere' });
    expect(pairs.map((pair) => pair.known.fingerprint)).toEqual(['made:known-217']);
  });
});

function likenessAt(
  one: Likened,
  other: Likened | undefined,
  rules: Parameters<typeof likeness>[2],
): number {
  return other === undefined ? 0 : likeness(one, other, rules);
}
