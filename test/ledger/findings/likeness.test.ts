import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { likened, likeness, type Likened } from '../../../src/ledger/findings/likeness.ts';
import { isRecord } from '../../../src/platform/json.ts';

interface Labelled {
  readonly same: boolean;
  readonly a: Likened;
  readonly b: Likened;
}

/** 152 pairs, labelled by hand. Bars and word lists were chosen on every other one; the rest was kept for measuring. */
function labelled(): readonly Labelled[] {
  const path = new URL('../../fixtures/findings/pairs.jsonl', import.meta.url);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const row: unknown = JSON.parse(line);
      if (!isRecord(row)) throw new TypeError(line);
      const { same, a, b } = row;
      return { same: same === true, a: likenedOf(a), b: likenedOf(b) };
    });
}

function likenedOf(value: unknown): Likened {
  if (!isRecord(value)) throw new TypeError('not a finding');
  const { title, body = '', path, line, symbol = null } = value;
  const place = {
    path: String(path),
    line: Number(line),
    symbol: typeof symbol === 'string' ? symbol : null,
  };
  return likened({
    fingerprint: `made:${String(title)}`,
    title: String(title),
    body: String(body),
    location: path === undefined ? null : place,
  });
}

function alike(a: Likened, b: Likened): boolean {
  return likeness(a, b, { wording: 'free', reach: 'anywhere', common: new Set() }) > 0;
}

function measure(pairs: readonly Labelled[]): { precision: number; recall: number } {
  const taken = pairs.filter(({ a, b }) => alike(a, b));
  const right = taken.filter(({ same }) => same).length;
  return {
    precision: right / taken.length,
    recall: right / pairs.filter(({ same }) => same).length,
  };
}

describe('likeness', () => {
  const pairs = labelled();
  const heldOut = pairs.filter((_pair, at) => at % 2 === 1);

  it('takes no two findings for one on the held-out half, and knows nine of ten again', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(120);
    const { precision, recall } = measure(heldOut);
    expect(precision).toBe(1);
    expect(recall).toBeGreaterThanOrEqual(0.88);
  });

  it('takes no finding of the set for one of another pair', () => {
    const wrong = pairs.flatMap(({ a }, at) =>
      pairs.slice(at + 1).filter(({ b }) => a.plainTitle !== b.plainTitle && alike(a, b)),
    );
    expect(wrong.map(({ b }) => b.plainTitle)).toEqual([]);
  });
});
