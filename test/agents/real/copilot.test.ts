import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite({ engine: 'copilot', program: 'copilot', api: 'openai-chat', model: 'stub-model' });
