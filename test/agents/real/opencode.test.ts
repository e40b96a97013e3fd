import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const OPENCODE = {
  engine: 'opencode',
  program: 'opencode',
  api: 'openai-chat',
  model: 'stub-model',
} as const;

directSuite(OPENCODE);
scenarioSuite(OPENCODE);
