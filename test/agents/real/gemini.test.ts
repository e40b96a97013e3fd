import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const GEMINI = {
  engine: 'gemini',
  program: 'gemini',
  api: 'gemini',
  model: 'gemini-2.5-pro',
} as const;

directSuite(GEMINI, {
  but: { cut: { because: 'a stream that is cut off is the end of it', end: 'error' } },
});
scenarioSuite(GEMINI);
