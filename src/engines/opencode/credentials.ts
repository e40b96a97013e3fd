import type { EngineCredentials } from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI, OPENROUTER } from '../key-sources.ts';

/** Its log-in file holds those of all providers together. */
export const OPENCODE_CREDENTIALS: EngineCredentials = {
  keys: [ANTHROPIC, OPENAI, GEMINI, OPENROUTER],
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
