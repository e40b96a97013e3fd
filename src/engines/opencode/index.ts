/** Engine `opencode`: one turn of `opencode run`, its settings and sessions in a home of the run's own. */
import type { Engine, EngineAbout } from '../contract.ts';
import { findRealProgram } from '../programs/find-real-program.ts';
import type { Target } from '../programs/program-spec.ts';
import { OPENCODE_CREDENTIALS } from './credentials.ts';
import { planOpencode } from './plan.ts';

const about: EngineAbout = {
  name: 'OpenCode',
  install: 'npm install -g opencode-ai',
  login: 'opencode auth login, or set ANTHROPIC_API_KEY or OPENAI_API_KEY',
  tested: { from: '1.18.33', to: '1.18.33' },
};

export const opencodeEngine: Engine = {
  id: 'opencode',
  about,
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
  preflight: (request) =>
    findRealProgram(
      {
        name: 'opencode',
        about,
        packages: ['opencode-ai'],
        real: { kind: 'native', paths: nativePaths },
      },
      request,
    ),
  plan: planOpencode,
};

/** `baseline` runs on every processor; npm installs what fits the C library. */
function nativePaths({ os, cpu }: Target): readonly string[] {
  const base = `opencode-${os}-${cpu}`;
  const kinds = ['-baseline', '', '-baseline-musl', '-musl'];
  return kinds.map((kind) => `${base}${kind}/bin/opencode`);
}
