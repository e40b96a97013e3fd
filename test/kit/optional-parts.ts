/**
 * What a machine may lack without its tests failing: only what ROUNDSMAN_CI_OPTIONAL names, and only where it is really not
 * there. Then the files that need it are left out, which is said; everywhere else they fail.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { browserProgram } from './browser-program.ts';
import { hasGithubDescription } from './github/github-description.ts';
import { missingServices } from './services/service-programs.ts';

interface OptionalPart {
  /** As the variable names it; several with commas or blanks between them. */
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly works: () => boolean;
}

/** What they are asked and answer is held against the description that GitHub publishes. */
const OPENAPI_FILES = [
  'test/services/github-client.test.ts',
  'test/services/github-forge.test.ts',
  'test/services/github-tickets.test.ts',
  'test/services/github-tracker.test.ts',
  'test/services/pull-requests.test.ts',
  'test/services/use-release.test.ts',
  'test/services/use-sweep.test.ts',
] as const;

const PARTS: readonly OptionalPart[] = [
  {
    names: ['sandbox', 'bubblewrap'],
    files: [
      'test/engines/real/**/*.test.ts',
      'test/crash/disk-faults.test.ts',
      'test/e2e/shipped-with-engines.test.ts',
      'test/e2e/attacks/branch-set-up.test.ts',
      'test/e2e/attacks/misbehaving.test.ts',
      'test/e2e/attacks/probes.test.ts',
      'test/e2e/attacks/reach.test.ts',
      'test/e2e/attacks/sandbox.test.ts',
      'test/e2e/denied.test.ts',
      'test/e2e/gateway.test.ts',
      'test/platform/confined-process.test.ts',
      'test/daemon/shipped/npm-set-up.test.ts',
      'test/sandbox/egress/enclosed.test.ts',
      'test/worktrees/hand-back/enclosed.test.ts',
      'test/worktrees/hand-back/odd-work.test.ts',
    ],
    works: () =>
      spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--', 'true']).status === 0,
  },
  {
    names: ['browser', 'chromium'],
    files: ['test/page/browser/**/*.test.ts'],
    works: () => browserProgram() !== null,
  },
  {
    names: ['services'],
    files: ['test/services/**/*.test.ts'],
    works: () => missingServices().length === 0,
  },
  {
    names: ['openapi'],
    files: OPENAPI_FILES,
    works: hasGithubDescription,
  },
  ...['claude', 'codex', 'opencode', 'gemini', 'pi', 'qwen', 'copilot'].map(realAgent),
  { ...realAgent('claude-agent-acp'), files: ['test/engines/real/acp-claude.test.ts'] },
  { ...realAgent('codex-acp'), files: ['test/engines/real/acp-codex.test.ts'] },
];

/** A real program that engines start, from the registry of npm. */
function realAgent(name: string): OptionalPart {
  const install = fileURLToPath(new URL('../fixtures/real-agents/install.mjs', import.meta.url));
  const shipped = name === 'claude' || name === 'codex';
  return {
    names: [name],
    files: [
      `test/engines/real/${name}.test.ts`,
      ...(shipped ? ['test/e2e/shipped-with-engines.test.ts'] : []),
    ],
    works: () => spawnSync(process.execPath, [install, name]).status === 0,
  };
}

/** Patterns of test files to leave out. */
export function leftOut(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const optional = (env['ROUNDSMAN_CI_OPTIONAL'] ?? '').split(/[\s,]+/);
  const missing = PARTS.filter(
    ({ names, works }) => names.some((name) => optional.includes(name)) && !works(),
  );
  return missing.flatMap(({ files }) => files);
}
