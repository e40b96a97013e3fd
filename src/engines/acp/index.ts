/**
 * Engine `acp`: any agent that speaks the Agent Client Protocol, named by `agent.command` as for `command`. What is started
 * is a driver of ours (`driver/main.ts`), which starts that program, speaks with it and prints what it does.
 */
import { inspectPath } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { findCommand } from '../command/find-command.ts';
import type { Engine, Preflight, PreflightRequest } from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI } from '../key-sources.ts';
import { TOOLS_SERVER } from '../tools-server.ts';
import { planAcp } from './plan.ts';

/** The compiled program, wherever this file itself was loaded from. */
export const DRIVER = packageFile('dist/engines/acp/driver/main.js');

export const acpEngine: Engine = {
  id: 'acp',
  about: {
    name: 'Any agent of the Agent Client Protocol',
    install: 'name it in agent.command, such as [gemini, --acp] or [opencode, acp]',
    login: 'log in with the agent itself, or name its key in engines.acp.key and engines.acp.api',
    tested: null,
  },
  takes: 'program',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'flag',
    budget: false,
    turns: false,
    usage: true,
    cost: true,
    presetId: false,
    stopSignal: 'SIGTERM',
    credentials: ['key'],
    endpoint: true,
    systemPrompt: false,
  },
  credentials: {
    keys: [ANTHROPIC, OPENAI, GEMINI],
    file: null,
  },
  preflight: preflightAcp,
  plan: (request) => planAcp(request, DRIVER),
  reader: async () => (await import('./read-stream.ts')).openAcpReader,
  userSettings: null,
  tools: {
    prefix: '',
    before: `They are tools of the server "${TOOLS_SERVER}"; your program may put its name before theirs, as in \`mcp__${TOOLS_SERVER}__finish\`, or want them searched first.`,
  },
  client: null,
  sessions: null,
  instructions: { folders: [], files: [] },
};

async function preflightAcp(request: PreflightRequest): Promise<Preflight> {
  if ((await inspectPath(DRIVER)) !== null) return findCommand(request);
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `the driver of agents is not there: ${DRIVER}`,
      hint: 'Install Roundsman again; in a checkout of it, run npm run build.',
    },
  };
}
