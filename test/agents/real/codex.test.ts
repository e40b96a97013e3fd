import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const CODEX = {
  engine: 'codex',
  program: 'codex',
  api: 'openai-responses',
  model: 'gpt-5.5',
} as const;

directSuite(CODEX);
scenarioSuite(CODEX);
