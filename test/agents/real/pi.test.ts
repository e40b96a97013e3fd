import { directSuite } from '../../kit/real-agents-direct-suite.ts';
import { scenarioSuite } from '../../kit/real-agents-suite.ts';

const PI = { engine: 'pi', program: 'pi', api: 'openai-chat', model: 'stub-model' } as const;

directSuite(PI, { but: { mcp: { because: 'it has none', cannot: true } } });
scenarioSuite(PI);
