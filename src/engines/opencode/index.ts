/** Engine `opencode`: one turn of `opencode run`, its settings and sessions in a home of the run's own. */
import type { Engine, EngineAbout, EngineCredentials } from '../contract.ts';
import { ANTHROPIC, GEMINI, OPENAI, OPENROUTER } from '../key-sources.ts';
import { toJson, TOOLS_SERVER } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import type { Target } from '../programs/program-spec.ts';
import { planOpencode } from './plan.ts';

/** Its log-in file holds those of all providers together. */
const OPENCODE_CREDENTIALS: EngineCredentials = {
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

const about: EngineAbout = {
  name: 'OpenCode',
  install: 'npm install -g opencode-ai',
  login: 'opencode auth login, or set ANTHROPIC_API_KEY or OPENAI_API_KEY',
  tested: { from: '1.18.33', to: '1.18.33' },
};

export const opencodeEngine: Engine = {
  id: 'opencode',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: false,
    usage: true,
    cost: true,
    presetId: false,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: OPENCODE_CREDENTIALS,
  preflight: preflightOf({
    name: 'opencode',
    about,
    packages: ['opencode-ai'],
    real: { kind: 'native', paths: nativePaths },
  }),
  plan: planOpencode,
  reader: async () => (await import('./read-stream.ts')).openOpencodeReader,
  userSettings: async () => (await import('./user-settings.ts')).readOpencodeSettings,
  tools: { prefix: `${TOOLS_SERVER}_`, before: null },
  client: {
    name: 'OpenCode',
    file: 'opencode.json',
    form: (command) =>
      toJson({ mcp: { [TOOLS_SERVER]: { type: 'local', command, enabled: true } } }),
    added: null,
  },
  sessions: {
    name: 'OpenCode',
    load: async () => (await import('./sessions/index.ts')).opencodeSessions,
    programs: ['opencode', 'opencode.exe'],
    packagePart: '/opencode-ai/',
    namedBy: 'flag',
    variable: null,
    resume: 'opencode --session ',
  },
  instructions: { folders: ['.opencode'], files: [] },
};

/** `baseline` runs on every processor; npm installs what fits the C library. */
function nativePaths({ os, cpu }: Target): readonly string[] {
  const base = `opencode-${os}-${cpu}`;
  const kinds = ['-baseline', '', '-baseline-musl', '-musl'];
  return kinds.map((kind) => `${base}${kind}/bin/opencode`);
}
