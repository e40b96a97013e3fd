import { describe } from 'vitest';

import { forgeSuite } from './forge-suite.ts';
import { githubBench } from './github-bench.ts';

describe('GitHub', () => {
  forgeSuite(() => githubBench(null));
});
