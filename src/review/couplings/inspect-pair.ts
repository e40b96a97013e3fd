/** What every rule says of two branches. Pure: the same whichever comes first, turned round. */
import { lockCouplings, migrationCouplings } from './file-couplings.ts';
import { importCouplings } from './import-couplings.ts';
import type { Found, Pair } from './looked.ts';
import { symbolCouplings } from './symbol-couplings.ts';
import { testCouplings } from './test-couplings.ts';
import { textCouplings, type BaseMaps } from './text-couplings.ts';
import { wordCouplings } from './word-couplings.ts';

export function inspectPair(pair: Pair, maps: BaseMaps): readonly Found[] {
  return [
    ...textCouplings(pair, maps),
    ...symbolCouplings(pair),
    ...importCouplings(pair),
    ...testCouplings(pair),
    ...migrationCouplings(pair),
    ...lockCouplings(pair),
    ...wordCouplings(pair),
  ];
}
