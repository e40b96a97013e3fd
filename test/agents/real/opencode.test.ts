import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const OPENCODE = {
  engine: 'opencode',
  program: 'opencode',
  api: 'openai-chat',
  model: 'stub-model',
} as const;

// It starts slowly: what a run shows as well is left to the runs.
directSuite(OPENCODE, { only: ['edits', 'mcp', 'resume', 'follow-up'] });
scenarioSuite(OPENCODE);
