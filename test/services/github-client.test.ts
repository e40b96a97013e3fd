import { describe } from 'vitest';

import { githubSuite } from '../kit/github/github-suite.ts';
import { openApiCheck } from '../kit/github/openapi.ts';

const check = openApiCheck();

describe('the client of GitHub, each request and answer held against its description', () => {
  githubSuite(() => check);
});
