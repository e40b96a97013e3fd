import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite({
  engine: 'opencode',
  program: 'opencode',
  api: 'openai-chat',
  model: 'stub-model',
});
