import { expect, test } from 'vitest';

import { pairFindings } from '../../../src/ledger/findings/pair-findings.ts';

interface Titled {
  readonly fingerprint: string;
  readonly title: string;
  readonly body: string;
  readonly location: { readonly path: string; readonly line: number; readonly symbol: string };
}

function note(title: string, [path, symbol, line]: readonly [string, string, number]): Titled {
  const location = { path, line, symbol };
  return { fingerprint: `${title} ${path}:${line}`, title, body: '', location };
}

test('words that few findings have say which it is, though each is there before and after', () => {
  const buffer = ['src/buffer.ts', 'encodeCoupon', 2] as const;
  const before = note(
    'FIXME: encode the stale socket because the profile and ribbon merge',
    buffer,
  );
  const after = note('FIXME: encode the stale socket because the profile and widget merge', buffer);
  const socket = 'HACK: flush the frozen nested socket once the profile and kettle rename';
  const avatar = 'HACK: rename the stale avatar after the parser and folder encode';
  const known = [
    before,
    note('FIXME: cache the signed temple unless the garden and queue measure', [
      'src/buffer.ts',
      'encodeCoupon',
      8,
    ]),
    note(socket, ['src/saddle-5.ts', 'encodeTunnel', 6]),
    note('TODO: trim the shared pepper once the candle and banner split', [
      'src/garden.ts',
      'guardParser',
      3,
    ]),
    note(avatar, ['src/saddle-5.ts', 'encodeTunnel', 2]),
  ].map((one) => ({ ...one, wordings: [], apart: [] }));
  const fresh = [
    after,
    note('FIXME: cache the signed temple the garden and queue measure', [
      'src/buffer.ts',
      'encodeCoupon',
      8,
    ]),
    note('FIXME: merge the frozen anchor after the jungle and widget trim', [
      'src/buffer.ts',
      'cacheWidget',
      21,
    ]),
    note(socket, ['src/saddle-5.ts', 'splitVelvet', 5]),
    note(avatar, ['src/saddle-4.ts', 'guardOrchard', 4]),
  ];

  const pairs = pairFindings({ known, fresh, wording: 'fixed', reach: 'anywhere' });
  expect(new Map(pairs.map((pair) => [pair.known.title, pair.fresh.title]))).toEqual(
    new Map([
      [before.title, after.title],
      [known[1]?.title, fresh[1]?.title],
      [socket, socket],
      [avatar, avatar],
    ]),
  );
});
