/**
 * Engine `codex`: Codex, started headless with its stream of JSON lines.
 *
 * The prompt comes on stdin; all that it is set up with stands in a `config.toml` at home (`config.ts`). What the
 * repository has in `.codex/config.toml` stays off, because Codex does not trust the worktree and is not told to;
 * AGENTS.md is read all the same.
 */
import type { Engine } from '../contract.ts';
import { findRealProgram } from '../programs/find-real-program.ts';
import { planCodex } from './plan.ts';
import { CODEX_ABOUT, CODEX_PROGRAM } from './program.ts';

const ENDPOINT = {
  api: 'openai-responses',
  endpoint: 'https://api.openai.com',
  endpointVariable: 'OPENAI_BASE_URL',
} as const;

export const codexEngine: Engine = {
  id: 'codex',
  about: CODEX_ABOUT,
  capabilities: {
    stream: true,
    resume: 'elsewhere',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: false,
    usage: true,
    cost: false,
    presetId: false,
    stopSignal: 'SIGINT',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: {
    keys: [
      { variable: 'OPENAI_API_KEY', ...ENDPOINT },
      { variable: 'CODEX_API_KEY', ...ENDPOINT },
    ],
    file: {
      path: '.codex/auth.json',
      moved: { variable: 'CODEX_HOME', folder: '.codex' },
      inside: 'codex/auth.json',
      // Of a log-in with an account, of one with a key, and where either is renewed.
      hosts: ['chatgpt.com', 'api.openai.com', 'auth.openai.com'],
    },
  },
  preflight: async (request) => findRealProgram(CODEX_PROGRAM, request),
  plan: planCodex,
};
