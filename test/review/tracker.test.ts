import { describe } from 'vitest';

import { trackerSuite } from '../kit/github/tracker-suite.ts';

describe('items at GitHub', () => {
  trackerSuite(() => undefined);
});
