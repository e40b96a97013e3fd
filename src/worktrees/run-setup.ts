/** Set-up: the routine's commands in the worktree, with the downloads that runs share. */
import type { CommandOutcome, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { keepDownloads, layOutDownloads } from '../sandbox/shared-downloads.ts';
import { isSecretName, isSecretValue } from '../words/redaction/secret.ts';
import { runCommands } from './run-commands.ts';
import { isWithheld } from './setup-trust.ts';
import { needWorktreeState, type WorktreeState } from './worktree-state.ts';

export interface SetupCommands {
  readonly commands: readonly string[];
  /** From `commandEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Stops at the first that fails, which is a fact on its outcome. */
export async function runSetup(
  request: WorktreeRequest,
  { commands, env }: SetupCommands,
): Promise<readonly CommandOutcome[]> {
  const state = await needWorktreeState(request.paths);
  const rules = {
    purpose: 'setup',
    env: isWithheld(state) ? withoutSecrets(request, env) : env,
    stopAtFailure: true,
  } as const;
  if (state.sandbox === null) return runCommands(request, commands, rules);
  const places = {
    stateDir: request.spec.workspace.stateDir,
    packages: request.paths.packages,
  };
  await layOutDownloads(places);
  const outcomes = await runCommands(request, commands, rules);
  if (state.setup.trusted) await keepDownloads(places);
  return outcomes;
}

export function setupNotices(
  state: Pick<WorktreeState, 'sandbox' | 'setup'>,
  commands: readonly string[],
): readonly string[] {
  if (commands.length === 0 || !isWithheld(state)) return [];
  return ["Set-up ran an agent's code, so it got no registry credentials."];
}

/** The agent had them, too, but no way to a registry. */
function withoutSecrets(
  { spec }: WorktreeRequest,
  env: SetupCommands['env'],
): SetupCommands['env'] {
  const given = new Set(spec.routine.permissions.env);
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !given.has(name) || !(isSecretName(name) || isSecretValue({ name, value })),
    ),
  );
}
