import { describe } from 'vitest';

import { forgeSuite } from '../forges/forge-suite.ts';
import { githubBench } from '../forges/github-bench.ts';
import { openApiCheck } from '../kit/github/openapi.ts';

const check = openApiCheck();

describe('GitHub, each request and answer held against its description', () => {
  forgeSuite(() => githubBench(check));
});
