/**
 * Engine `command`: any program as an agent.
 *
 * It gets the prompt on stdin (and, like every agent, as `prompt.md` in ROUNDSMAN_BRIEF), works in the
 * worktree, and writes to ROUNDSMAN_OUT what docs/agent-contract.md asks for. A program path with a slash is
 * looked for in the repository, a bare name on PATH. What it prints is kept as text and means nothing.
 */
import type { Engine } from '../contract.ts';
import { commandArgv, findCommand } from './find-command.ts';

export const commandEngine: Engine = {
  id: 'command',
  about: {
    name: 'Any program',
    install: 'name it in agent.command',
    login: 'its own affair',
    tested: null,
  },
  capabilities: {
    stream: false,
    resume: 'none',
    steer: false,
    mcp: 'none',
    budget: false,
    turns: false,
    usage: false,
    cost: false,
    presetId: false,
    stopSignal: 'SIGTERM',
    credentials: [],
    endpoint: false,
    systemPrompt: false,
  },
  credentials: null,
  preflight: findCommand,
  plan: (request) => ({
    argv: commandArgv(request),
    env: {},
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [],
  }),
};
