import type { Engine } from '../contract.ts';

export const claudeEngine: Engine = {
  id: 'claude',
  about: { name: 'claude', install: '', login: '', tested: null },
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'none',
    budget: false,
    turns: false,
    usage: true,
    cost: false,
    presetId: false,
    stopSignal: 'SIGTERM',
    credentials: ['key'],
    endpoint: true,
    systemPrompt: false,
  },
  credentials: null,
  preflight: async () => ({
    kind: 'missing',
    failure: { code: 'engine-missing', message: 'claude is not served yet', hint: '' },
  }),
  plan: () => ({ argv: ['claude'], env: {}, stdin: 'prompt', stopSignal: 'SIGTERM', files: [] }),
};
