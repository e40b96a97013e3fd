import { join } from 'node:path';

import { systemClock } from '../../src/platform/clock.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { memoryStoreSet } from '../kit/memory-store-set.ts';
import { storeSuite } from './suite.ts';

storeSuite('the embedded files', () => {
  const stateDir = join(temporaryFolder(), 'state');
  return { open: () => openStores(stateDir, systemClock) };
});

storeSuite('memory', () => {
  const stores = memoryStoreSet();
  return { open: () => stores };
});
