import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite(
  { engine: 'pi', program: 'pi', api: 'openai-chat', model: 'stub-model' },
  { but: { mcp: { because: 'pi knows no such servers', cannot: true } } },
);
