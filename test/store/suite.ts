/** What every implementation of the ports in src/store has to do. Each part opens stores of its own. */
import { describe } from 'vitest';

import type { TestedStores } from '../kit/memory-store-set.ts';
import { ledgerSuite } from './suite-ledger.ts';
import { recordsSuite } from './suite-records.ts';
import { scheduleSuite } from './suite-schedule.ts';

/** New stores with nothing in them; each call of `open` opens the same ones once more, as another process would. */
export type NewStores = () => { open(): TestedStores };

export function storeSuite(name: string, make: NewStores): void {
  describe(`a store: ${name}`, () => {
    ledgerSuite(make);
    recordsSuite(make);
    scheduleSuite(make);
  });
}
