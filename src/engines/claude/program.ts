import type { EngineAbout } from '../contract.ts';
import type { ProgramSpec, Target } from '../programs/program-spec.ts';

export const CLAUDE_ABOUT: EngineAbout = {
  name: 'Claude Code',
  install: 'npm install -g @anthropic-ai/claude-code',
  login: 'run claude and type /login, or set ANTHROPIC_API_KEY',
  tested: { from: '2.1.197', to: '2.1.329' },
};

/**
 * The package holds a launcher that its installation replaces by the program itself; where installation scripts do not
 * run, the launcher stays. The package of the platform has the program either way.
 */
export const CLAUDE_PROGRAM: ProgramSpec = {
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
