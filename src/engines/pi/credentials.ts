import type { EngineCredentials } from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI, OPENROUTER } from '../key-sources.ts';

/** Its log-in file holds those of all providers together. */
export const PI_CREDENTIALS: EngineCredentials = {
  keys: [ANTHROPIC, OPENAI, GEMINI, OPENROUTER],
  file: {
    path: '.pi/agent/auth.json',
    moved: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
    inside: 'auth.json',
    hosts: [
      'api.anthropic.com',
      'console.anthropic.com',
      'api.openai.com',
      'auth.openai.com',
      'chatgpt.com',
      'api.githubcopilot.com',
      'api.github.com',
      'openrouter.ai',
    ],
  },
};
