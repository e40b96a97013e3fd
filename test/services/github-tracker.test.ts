import { describe } from 'vitest';

import { openApiCheck } from '../kit/github/openapi.ts';
import { trackerSuite } from '../kit/github/tracker-suite.ts';

const check = openApiCheck();

describe('items at GitHub, each request and answer held against its description', () => {
  trackerSuite(() => check);
});
