import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite(
  { engine: 'gemini', program: 'gemini', api: 'gemini', model: 'gemini-2.5-pro' },
  { but: { cut: { because: 'Gemini CLI does not ask again', end: 'error' } } },
);
