import { describe } from 'vitest';

import { forgeSuite } from './forge-suite.ts';
import { gitlabBench } from './gitlab-bench.ts';

describe('GitLab', () => {
  forgeSuite(gitlabBench);
});
