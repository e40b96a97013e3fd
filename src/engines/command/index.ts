/**
 * Engine `command`: any program as an agent.
 *
 * It gets the prompt on stdin (and, like every agent, as `prompt.md` in ROUNDSMAN_BRIEF), works in the
 * worktree, and writes to ROUNDSMAN_OUT what docs/agent-contract.md asks for. A program path with a slash is
 * looked for in the repository, a bare name on PATH. What it prints is kept as text and means nothing.
 */
import { type Engine, type EngineAccess, PLAIN_CAPABILITIES } from '../contract.ts';
import { commandArgv, findCommand } from './find-command.ts';

export const commandEngine: Engine = {
  id: 'command',
  about: {
    name: 'Any program',
    install: 'name it in agent.command',
    login: 'its own affair',
    tested: null,
  },
  takes: 'program',
  capabilities: { ...PLAIN_CAPABILITIES, credentials: ['key'], endpoint: true },
  /** None of its own: a model that roundsman.yaml names for it is led to by the gateway. */
  credentials: { keys: [], file: null },
  preflight: findCommand,
  plan: (request) => ({
    argv: commandArgv(request),
    env: modelVariables(request.access),
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [],
  }),
  reader: null,
  userSettings: null,
  tools: null,
  client: null,
  sessions: null,
  instructions: { folders: [], files: [] },
};

/** Nothing, where no model is named for it. */
function modelVariables(access: EngineAccess): Readonly<Record<string, string>> {
  return access.kind === 'gateway'
    ? { ROUNDSMAN_MODEL_URL: access.baseUrl, ROUNDSMAN_MODEL_TOKEN: access.key }
    : {};
}
