/**
 * Engine `codex`: Codex, started headless with its stream of JSON lines.
 *
 * The prompt comes on stdin; all that it is set up with stands in a `config.toml` at home (`config.ts`). What the
 * repository has in `.codex/config.toml` stays off, because Codex does not trust the worktree and is not told to;
 * AGENTS.md is read all the same.
 */
import type { Engine, EngineAbout } from '../contract.ts';
import { TOOLS_SERVER } from '../launch-plan.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import type { ProgramSpec, Target } from '../programs/program-spec.ts';
import { planCodex } from './plan.ts';

const CODEX_ABOUT: EngineAbout = {
  name: 'Codex',
  install: 'npm install -g @openai/codex',
  login: 'run codex login, or set OPENAI_API_KEY',
  tested: { from: '0.169.0', to: '0.169.0' },
};

/** The launcher dies of a signal and leaves the program that it started at work. */
const CODEX_PROGRAM: ProgramSpec = {
  name: 'codex',
  about: CODEX_ABOUT,
  packages: ['@openai/codex'],
  real: { kind: 'native', paths: nativePaths },
};

const MACHINES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'unknown-linux-musl',
  darwin: 'apple-darwin',
};

/** In the package of the platform; earlier ones had the programs of all platforms in the launcher's own. */
function nativePaths({ os, cpu }: Target): readonly string[] {
  const program = `vendor/${MACHINES[cpu] ?? cpu}-${SYSTEMS[os] ?? os}`;
  return [
    `@openai/codex-${os}-${cpu}/${program}/bin/codex`,
    `@openai/codex/${program}/bin/codex`,
    `@openai/codex/${program}/codex/codex`,
  ];
}

const ENDPOINT = {
  api: 'openai-responses',
  endpoint: 'https://api.openai.com',
  endpointVariable: 'OPENAI_BASE_URL',
} as const;

export const codexEngine: Engine = {
  id: 'codex',
  about: CODEX_ABOUT,
  takes: 'prompt',
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
  preflight: preflightOf(CODEX_PROGRAM),
  plan: planCodex,
  reader: async () => (await import('./read-stream.ts')).openCodexReader,
  userSettings: async () => (await import('./user-settings.ts')).readCodexSettings,
  tools: {
    prefix: `mcp__${TOOLS_SERVER}__`,
    before: `If they are not among your tools, find them first with \`tool_search\` for "${TOOLS_SERVER}".`,
  },
  client: {
    name: 'Codex',
    file: '~/.codex/config.toml',
    form: ([command, ...args]) =>
      `[mcp_servers.${TOOLS_SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    added: `codex mcp add ${TOOLS_SERVER} --`,
  },
  sessions: {
    name: 'Codex',
    load: async () => (await import('./sessions/index.ts')).codexSessions,
    programs: ['codex', 'codex.js'],
    packagePart: '/@openai/codex/',
    namedBy: 'resume',
    variable: 'CODEX_THREAD_ID',
    resume: 'codex resume ',
  },
  instructions: { folders: ['.codex'], files: [] },
};
