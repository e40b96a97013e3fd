/**
 * Engine `claude`: Claude Code, started headless with its stream of JSON lines.
 *
 * The prompt comes on stdin. Its settings and sessions lie in `home`; what the repository has in `.claude/settings.json`
 * and `.mcp.json` is not loaded, because hooks, helpers and servers named there would be started without a question, and
 * its `env` could lead the agent to another endpoint. CLAUDE.md is read all the same (`plan.ts`).
 */
import type { Engine, EngineAbout } from '../contract.ts';
import { mcpServers, TOOLS_SERVER } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import type { ProgramSpec, Target } from '../programs/program-spec.ts';
import { planClaude } from './plan.ts';

const CLAUDE_ABOUT: EngineAbout = {
  name: 'Claude Code',
  install: 'npm install -g @anthropic-ai/claude-code',
  login: 'run claude and type /login, or set ANTHROPIC_API_KEY',
  tested: { from: '2.1.197', to: '2.1.329' },
};

/**
 * The package holds a launcher that its installation replaces by the program itself; where installation scripts do not
 * run, the launcher stays. The package of the platform has the program either way.
 */
const CLAUDE_PROGRAM: ProgramSpec = {
  name: 'claude',
  about: CLAUDE_ABOUT,
  packages: ['@anthropic-ai/claude-code'],
  real: { kind: 'native', paths: nativePaths },
};

/** Which C library there is, the installer knew: it left one of the two out. */
function nativePaths({ os, cpu }: Target): readonly string[] {
  const platform = `@anthropic-ai/claude-code-${os}-${cpu}`;
  const packages = os === 'linux' ? [platform, `${platform}-musl`] : [platform];
  return packages.map((name) => `${name}/claude`);
}

const ENDPOINT = {
  api: 'anthropic',
  endpoint: 'https://api.anthropic.com',
  endpointVariable: 'ANTHROPIC_BASE_URL',
} as const;

export const claudeEngine: Engine = {
  id: 'claude',
  about: CLAUDE_ABOUT,
  takes: 'prompt',
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
  preflight: preflightOf(CLAUDE_PROGRAM),
  plan: planClaude,
  reader: async () => (await import('./read-stream.ts')).openClaudeReader,
  userSettings: async () => (await import('./user-settings.ts')).readClaudeSettings,
  tools: { prefix: `mcp__${TOOLS_SERVER}__`, before: null },
  client: {
    name: 'Claude Code',
    file: '.mcp.json',
    form: (argv) => mcpServers(argv, { type: 'stdio' }),
    added: `claude mcp add ${TOOLS_SERVER} --`,
  },
  sessions: {
    name: 'Claude Code',
    load: async () => (await import('./sessions/index.ts')).claudeSessions,
    programs: ['claude', 'claude.exe'],
    packagePart: '/@anthropic-ai/claude-code/',
    namedBy: 'flag',
    variable: null,
    resume: 'claude --resume ',
  },
  instructions: { folders: ['.claude'], files: ['claude'] },
};
