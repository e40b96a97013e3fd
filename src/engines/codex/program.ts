import type { EngineAbout } from '../contract.ts';
import type { ProgramSpec, Target } from '../programs/program-spec.ts';

export const CODEX_ABOUT: EngineAbout = {
  name: 'Codex',
  install: 'npm install -g @openai/codex',
  login: 'run codex login, or set OPENAI_API_KEY',
  tested: { from: '0.169.0', to: '0.169.0' },
};

/** The launcher dies of a signal and leaves the program that it started at work. */
export const CODEX_PROGRAM: ProgramSpec = {
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
