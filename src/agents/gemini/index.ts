import type { Engine } from '../contract.ts';

export const geminiEngine: Engine = {
  id: 'gemini',
  about: { name: 'gemini', install: '', login: '', tested: null },
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
    failure: { code: 'engine-missing', message: 'gemini is not served yet', hint: '' },
  }),
  plan: () => ({ argv: ['gemini'], env: {}, stdin: 'prompt', stopSignal: 'SIGTERM', files: [] }),
};
