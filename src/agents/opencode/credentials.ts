import type { EngineCredentials } from '../contract.ts';

/** Its log-in file holds those of all providers together. */
export const OPENCODE_CREDENTIALS: EngineCredentials = {
  keys: [
    {
      variable: 'ANTHROPIC_API_KEY',
      api: 'anthropic',
      endpoint: 'https://api.anthropic.com',
      endpointVariable: 'ANTHROPIC_BASE_URL',
    },
    {
      variable: 'OPENAI_API_KEY',
      api: 'openai-responses',
      endpoint: 'https://api.openai.com',
      endpointVariable: 'OPENAI_BASE_URL',
    },
    {
      variable: 'GEMINI_API_KEY',
      api: 'gemini',
      endpoint: 'https://generativelanguage.googleapis.com',
      endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
    },
    {
      variable: 'OPENROUTER_API_KEY',
      api: 'openai-chat',
      endpoint: 'https://openrouter.ai/api',
      endpointVariable: null,
    },
  ],
  file: {
    path: '.local/share/opencode/auth.json',
    moved: { variable: 'XDG_DATA_HOME', folder: '.local/share' },
    inside: 'data/opencode/auth.json',
    hosts: [
      'api.anthropic.com',
      'console.anthropic.com',
      'api.openai.com',
      'auth.openai.com',
      'chatgpt.com',
      'opencode.ai',
      'api.githubcopilot.com',
      'api.github.com',
      'openrouter.ai',
    ],
  },
};
