import { join } from 'node:path';

import { directSuite } from '../../kit/real-agents-direct-suite.ts';

directSuite({
  engine: 'acp',
  program: 'claude-agent-acp',
  api: 'anthropic',
  model: 'claude-sonnet-4-5',
  command: ({ folder }) => [
    process.execPath,
    join(folder, 'node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js'),
  ],
});

directSuite(
  {
    engine: 'acp',
    program: 'codex-acp',
    api: 'openai-responses',
    model: 'gpt-5.5',
    command: ({ folder }) => [
      process.execPath,
      join(folder, 'node_modules/@agentclientprotocol/codex-acp/dist/index.js'),
    ],
  },
  { only: ['edits', 'tool-error', 'rate-limited', 'cancel', 'mcp', 'resume'] },
);
