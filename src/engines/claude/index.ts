/**
 * Engine `claude`: Claude Code, started headless with its stream of JSON lines.
 *
 * The prompt comes on stdin. Its settings and sessions lie in `home`; what the repository has in `.claude/settings.json`
 * and `.mcp.json` is not loaded, because hooks, helpers and servers named there would be started without a question, and
 * its `env` could lead the agent to another endpoint. CLAUDE.md is read all the same (`home-files.ts`).
 */
import type { Engine } from '../contract.ts';
import { findRealProgram } from '../programs/find-real-program.ts';
import { planClaude } from './plan.ts';
import { CLAUDE_ABOUT, CLAUDE_PROGRAM } from './program.ts';

const ENDPOINT = {
  api: 'anthropic',
  endpoint: 'https://api.anthropic.com',
  endpointVariable: 'ANTHROPIC_BASE_URL',
} as const;

export const claudeEngine: Engine = {
  id: 'claude',
  about: CLAUDE_ABOUT,
  capabilities: {
    stream: true,
    resume: 'elsewhere',
    // It could (`--input-format stream-json`), but stdin is a file here.
    steer: false,
    mcp: 'flag',
    budget: true,
    turns: true,
    usage: true,
    cost: true,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: {
    keys: [
      { variable: 'ANTHROPIC_API_KEY', ...ENDPOINT },
      { variable: 'ANTHROPIC_AUTH_TOKEN', ...ENDPOINT },
      { variable: 'CLAUDE_CODE_OAUTH_TOKEN', ...ENDPOINT },
    ],
    file: {
      path: '.claude/.credentials.json',
      moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
      inside: 'claude/.credentials.json',
      // The model, and where a log-in that has run out is renewed.
      hosts: ['api.anthropic.com', 'platform.claude.com'],
    },
  },
  preflight: async (request) => findRealProgram(CLAUDE_PROGRAM, request),
  plan: planClaude,
};
