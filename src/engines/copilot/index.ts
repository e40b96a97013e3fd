/**
 * Engine `copilot`: GitHub Copilot's command line, with a model of one's own (BYOK) or GitHub's. What npm installs is a
 * loader; the native program beside it is what is started.
 */
import type { Engine } from '../contract.ts';
import { mcpServers, TOOLS_SERVER } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { planCopilot } from './plan.ts';

const about = {
  name: 'GitHub Copilot CLI',
  install: 'npm install -g @github/copilot',
  login:
    'copilot login, or export COPILOT_PROVIDER_BASE_URL=… COPILOT_PROVIDER_API_KEY=… for a model of your own',
  tested: { from: '1.0.102', to: '1.0.102' },
} as const;

export const copilotEngine: Engine = {
  id: 'copilot',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    // From another folder it continues in the first one, and says nothing of it.
    resume: 'same-folder',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: false,
    usage: false,
    cost: false,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: false,
  },
  credentials: {
    keys: [
      {
        variable: 'COPILOT_PROVIDER_API_KEY',
        api: 'openai-chat',
        endpoint: 'https://api.openai.com',
        endpointVariable: 'COPILOT_PROVIDER_BASE_URL',
      },
    ],
    file: {
      path: '.copilot/config.json',
      moved: { variable: 'COPILOT_HOME', folder: '.copilot' },
      inside: 'config.json',
      hosts: ['api.github.com', '*.githubcopilot.com', 'copilot-proxy.githubusercontent.com'],
    },
  },
  preflight: preflightOf({
    name: 'copilot',
    about,
    packages: ['@github/copilot'],
    real: {
      kind: 'native',
      paths: ({ os, cpu }) => [
        `@github/copilot-${os}-${cpu}/copilot`,
        `@github/copilot-linuxmusl-${cpu}/copilot`,
      ],
    },
  }),
  plan: planCopilot,
  reader: async () => (await import('./read-stream.ts')).openCopilotReader,
  userSettings: async () => (await import('./user-settings.ts')).readCopilotSettings,
  tools: { prefix: `${TOOLS_SERVER}-`, before: null },
  client: {
    name: 'Copilot CLI',
    file: '~/.copilot/mcp-config.json',
    form: (argv) => mcpServers(argv, { type: 'local', tools: ['*'] }),
    added: null,
  },
  sessions: {
    name: 'Copilot',
    load: async () => (await import('./sessions/index.ts')).copilotSessions,
    programs: ['copilot'],
    packagePart: '/@github/copilot/',
    namedBy: 'flag',
    variable: null,
    resume: 'copilot --resume=',
  },
  instructions: { folders: ['.copilot'], files: ['copilot'] },
};
