import { describe } from 'vitest';

import { forgeSuite } from '../connections/forge/forge-suite.ts';
import { githubBench } from '../connections/forge/github-bench.ts';
import { openApiCheck } from '../kit/github/openapi.ts';

const check = openApiCheck();

describe('GitHub, each request and answer held against its description', () => {
  forgeSuite(() => githubBench(check));
});
