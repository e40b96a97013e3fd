/**
 * The one environment of everything that runs in a worktree: set-up, checks, command collectors, agents.
 * Built, never inherited: of the caller's variables it has the few that programs need to work at all, and
 * those that the routine names. No GIT_* comes through but ours.
 */
import { inputRules, inputVariables } from '../routines/inputs.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { credentialVariables } from '../words/credentials.ts';
import { identityOf } from './run-identity.ts';

const KEPT = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TZ'];
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Settings that no commit of an unattended run may wait for. */
const GIT_SETTINGS = [
  ['commit.gpgsign', 'false'],
  ['tag.gpgsign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
] as const;

/** @param extra what `prepareWorktree` gave: ROUNDSMAN_PORT_n */
export function commandEnvironment(
  request: WorktreeRequest,
  extra: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { spec, paths, env } = request;
  const built: Record<string, string> = { PATH: DEFAULT_PATH };
  // `validate` refuses a routine that names one; here none gets through, whatever was read how.
  const credentials = credentialVariables(spec.settings.connections ?? [], spec.routine);
  for (const [name, value] of Object.entries(env)) {
    const wanted =
      KEPT.includes(name) || name.startsWith('LC_') || spec.routine.permissions.env.includes(name);
    if (wanted && value !== undefined && !name.startsWith('GIT_') && !credentials.has(name))
      built[name] = value;
  }
  return {
    ...built,
    TMPDIR: paths.temporary,
    TERM: 'dumb',
    ...identityOf(spec),
    ...gitSettings(),
    // With `.git` gone git looks further up: it must not find a repository that the state folder lies in.
    GIT_CEILING_DIRECTORIES: paths.folder,
    GIT_TERMINAL_PROMPT: '0',
    ROUNDSMAN_RUN: spec.id,
    ROUNDSMAN_BRIEF: paths.brief,
    ROUNDSMAN_OUT: paths.out,
    ROUNDSMAN_WINDOW_FROM: spec.window.from ?? '',
    ROUNDSMAN_WINDOW_TO: spec.window.to,
    ...inputVariables(inputRules(spec.routine.triggers), spec.inputs),
    ...extra,
  };
}

function gitSettings(): Readonly<Record<string, string>> {
  const settings: Record<string, string> = { GIT_CONFIG_COUNT: String(GIT_SETTINGS.length) };
  for (const [index, [key, value]] of GIT_SETTINGS.entries()) {
    settings[`GIT_CONFIG_KEY_${index}`] = key;
    settings[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return settings;
}
