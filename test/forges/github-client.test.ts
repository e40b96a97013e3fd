import { describe } from 'vitest';

import { githubSuite } from '../kit/github/github-suite.ts';

describe('the client of GitHub', () => {
  githubSuite(() => undefined);
});
