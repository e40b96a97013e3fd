/**
 * The one way from a command of a run to what is really started. **Invariant:** everything that runs code of the
 * repository, of the agent or of the routine passes here: condition, collectors that run commands, set-up, agent, checks,
 * and git over what the agent left.
 */
import { kernelRelease } from '../platform/environment.ts';
import { makeFolder } from '../platform/files.ts';
import { enginePrograms } from '../sandbox/base-view.ts';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import type { Command, EnclosedCommand, Purpose } from '../sandbox/contract.ts';
import { makeCovers, withoutIdleCovers } from '../sandbox/credential-covers.ts';
import { relayCommand } from '../sandbox/egress/relay-command.ts';
import { countsBySandbox, limitedCommand } from '../sandbox/limited-command.ts';
import { cacheVariables } from '../sandbox/package-caches.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { sandboxEnvironment } from '../sandbox/sandbox-environment.ts';
import { sharedDownloads } from '../sandbox/shared-downloads.ts';
import { workspacePaths } from '../store/state-paths.ts';
import { AppError } from '../words/errors.ts';
import { networkPlanFor } from './network-plan.ts';
import { resourcesOf } from './program-limits.ts';
import { viewFor } from './view-for.ts';
import { readWorktreeState } from './worktree-state.ts';

/** As it is, below level `sandbox`. Reads the level that `open` stored. */
export async function enclose(
  request: WorktreeRequest,
  purpose: Purpose,
  command: Command,
): Promise<EnclosedCommand> {
  const state = await readWorktreeState(request.paths);
  const sandbox = state?.sandbox ?? null;
  // What git does over the agent's work is a program of ours, with bounds of its own.
  const resources = resourcesOf(request.spec);
  if (state === null || sandbox === null) {
    if (state?.opened.isolation === 'sandbox') throw lost(request);
    const none = { handedFiles: [], network: null, confinement: 'none' } as const;
    if (purpose === 'hand-back') return { ...command, ...none };
    return { ...limitedCommand(command, { ...resources, counted: false }), ...none };
  }
  const { paths, spec } = request;
  for (const folder of [paths.packages, sharedDownloads(spec.workspace.stateDir)])
    await makeFolder(folder, 0o700);
  const env = sandboxEnvironment(command.env, {
    purpose,
    home: sandbox.home,
    caches: cacheVariables(paths),
  });
  const { included } = state.prepared;
  const network = await networkPlanFor(request, purpose, { ...state.setup, included });
  const plain: Command = { ...command, env };
  const counted = countsBySandbox(kernelRelease());
  const limited =
    purpose === 'hand-back' ? plain : limitedCommand(plain, { ...resources, counted });
  const inner = network === null ? limited : relayCommand(network, limited);
  const program = purpose === 'agent' ? (request.program ?? []) : [];
  const { cache } = workspacePaths(spec.workspace.stateDir);
  // The run may be older than what the folder holds now.
  await makeCovers(cache);
  const engine = await enginePrograms(program, {
    env: request.env,
    workspace: spec.workspace,
    cache,
    now: request.clock.now(),
  });
  const seen = {
    ...sandbox,
    mounts: withoutIdleCovers([...sandbox.mounts, ...engine], cache),
    core: withoutIdleCovers(sandbox.core, cache),
  };
  const view = viewFor({
    request,
    state: { ...state, sandbox: seen },
    purpose,
    command: inner,
    network,
  });
  return {
    ...bubblewrap(sandbox.record).startFor(view, inner),
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
