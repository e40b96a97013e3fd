import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite({ engine: 'qwen', program: 'qwen', api: 'openai-chat', model: 'stub-model' });
