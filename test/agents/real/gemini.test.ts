import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const GEMINI = {
  engine: 'gemini',
  program: 'gemini',
  api: 'gemini',
  model: 'gemini-2.5-pro',
} as const;

// What a run shows as well is left to the runs.
directSuite(GEMINI, { only: ['edits', 'mcp', 'resume', 'follow-up'] });
scenarioSuite(GEMINI, {
  but: {
    cut: {
      because: 'a stream that is cut off is the end of it',
      expected: {
        exitCode: 1,
        execution: 'failed',
        report: 'missing',
        failure: 'agent-failed',
      },
    },
  },
});
