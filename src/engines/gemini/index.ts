/** Engine `gemini`: one headless prompt of Gemini CLI, its settings and sessions in a home of the run's own. */
import { mcpServers } from '../client-form.ts';
import type { Engine, EngineAbout } from '../contract.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { TOOLS_SERVER } from '../tools-server.ts';
import { planGemini } from './plan.ts';

const about: EngineAbout = {
  name: 'Gemini CLI',
  install: 'npm install -g @google/gemini-cli',
  login: 'set GEMINI_API_KEY, or run gemini once and log in',
  tested: { from: '0.61.0', to: '0.61.0' },
};

const ENDPOINT = 'https://generativelanguage.googleapis.com';

export const geminiEngine: Engine = {
  id: 'gemini',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: true,
    usage: true,
    cost: false,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: false,
  },
  credentials: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'].map((variable) => ({
      variable,
      api: 'gemini',
      endpoint: ENDPOINT,
      endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
    })),
    file: {
      path: '.gemini/oauth_creds.json',
      moved: null,
      inside: '.gemini/oauth_creds.json',
      hosts: ['cloudcode-pa.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
    },
  },
  preflight: preflightOf({
    name: 'gemini',
    about,
    packages: ['@google/gemini-cli'],
    real: { kind: 'script', path: 'bundle/gemini.js', flags: [], node: '20.0.0' },
  }),
  plan: planGemini,
  reader: async () => (await import('./read-stream.ts')).openGeminiReader,
  userSettings: async () => (await import('./user-settings.ts')).readGeminiSettings,
  tools: { prefix: `mcp_${TOOLS_SERVER}_`, before: null },
  client: {
    name: 'Gemini CLI',
    file: '.gemini/settings.json',
    form: mcpServers,
    added: `gemini mcp add ${TOOLS_SERVER}`,
  },
  sessions: {
    name: 'Gemini CLI',
    load: async () => (await import('./sessions/index.ts')).geminiSessions,
    programs: ['gemini'],
    packagePart: '/@google/gemini-cli/',
    namedBy: 'flag',
    variable: null,
    resume: 'gemini --resume ',
  },
  instructions: { folders: ['.gemini'], files: ['gemini'] },
};
