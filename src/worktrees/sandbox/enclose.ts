/**
 * The one way from a command of a run to what is really started. **Invariant:** everything that runs code of the
 * repository, of the agent or of the routine passes here: condition, collectors that run commands, set-up, agent, checks,
 * and git over what the agent left.
 */
import { AppError } from '../../domain/errors.ts';
import { makeFolder } from '../../platform/files.ts';
import type { WorktreeRequest } from '../contract.ts';
import { networkPlanFor } from '../egress/network-plan.ts';
import { relayCommand } from '../egress/relay-command.ts';
import { readWorktreeState } from '../worktree-state.ts';
import { enginePrograms } from './base-view.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { Command, EnclosedCommand, Purpose } from './contract.ts';
import { cacheVariables, packageCacheFolder } from './package-caches.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';
import { viewFor } from './view-for.ts';

/** As it is, below level `sandbox`. Reads the level that `open` stored. */
export async function enclose(
  request: WorktreeRequest,
  purpose: Purpose,
  command: Command,
): Promise<EnclosedCommand> {
  const state = await readWorktreeState(request.paths);
  const sandbox = state?.sandbox ?? null;
  if (state === null || sandbox === null) {
    if (state?.opened.isolation === 'sandbox') throw lost(request);
    return { ...command, network: null, confinement: 'none' };
  }
  const { paths, spec } = request;
  const caches = packageCacheFolder(spec.workspace.stateDir);
  await makeFolder(caches, 0o700);
  const env = sandboxEnvironment(command.env, {
    purpose,
    home: sandbox.home,
    caches: cacheVariables(caches, paths.temporary),
  });
  const network = await networkPlanFor(request, purpose);
  const plain: Command = { ...command, env };
  const inner = network === null ? plain : relayCommand(network, plain);
  const program = purpose === 'agent' ? (request.program ?? []) : [];
  const engine = enginePrograms(program, { env: request.env, workspace: spec.workspace });
  const seen = { ...sandbox, mounts: [...sandbox.mounts, ...engine] };
  const view = viewFor({
    request,
    state: { ...state, sandbox: seen },
    purpose,
    command: inner,
    network,
  });
  return {
    argv: bubblewrap(sandbox.record).argvFor(view, inner),
    cwd: command.cwd,
    env: inner.env,
    network,
    confinement: 'pid-namespace',
  };
}

function lost({ paths }: WorktreeRequest): AppError {
  return new AppError('internal', {
    code: 'sandbox-lost',
    message: `${paths.worktreeState} says sandbox, and not which`,
    hint: '',
  });
}
