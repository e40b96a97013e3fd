import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const CLAUDE = {
  engine: 'claude',
  program: 'claude',
  api: 'anthropic',
  model: 'claude-sonnet-4-5',
} as const;

directSuite(CLAUDE);
scenarioSuite(CLAUDE);
