/**
 * The one way from a command of a run to what is really started. **Invariant:** everything that runs code of the
 * repository, of the agent or of the routine passes here: condition, collectors that run commands, set-up, agent, checks,
 * and git over what the agent left.
 */
import { join } from 'node:path';

import { kernelRelease } from '../platform/environment.ts';
import { makeFolder } from '../platform/files.ts';
import { enginePrograms } from '../sandbox/base-view.ts';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import type { Command, EnclosedCommand, Purpose, Mount, SandboxView } from '../sandbox/contract.ts';
import { makeCovers, withoutIdleCovers } from '../sandbox/cover-credentials.ts';
import {
  relayCommand,
  countsBySandbox,
  limitedCommand,
  sandboxEnvironment,
} from '../sandbox/inside-command.ts';
import { orderMounts } from '../sandbox/order-mounts.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { cacheVariables, sharedDownloads } from '../sandbox/shared-downloads.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { AppError } from '../words/errors.ts';
import type { NetworkPlan } from '../words/network-plan.ts';
import { bridgeWork } from './bridge.ts';
import { networkPlanFor } from './network-plan.ts';
import { resourcesOf } from './program-limits.ts';
import { readWorktreeState, type WorktreeState } from './worktree-state.ts';

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
  const { cache } = machinePaths(spec.workspace.stateDir);
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

/** What one program of a run sees: what every one does, and the folders of the run that it is to work with. Pure. */
interface ViewRequest {
  readonly request: Pick<WorktreeRequest, 'spec' | 'paths' | 'sockets'>;
  readonly state: WorktreeState & { readonly sandbox: NonNullable<WorktreeState['sandbox']> };
  readonly purpose: Purpose;
  readonly command: Command;
  readonly network: NetworkPlan | null;
}

function viewFor({ request, state, purpose, command, network }: ViewRequest): SandboxView {
  const { sandbox } = state;
  const base = purpose === 'hand-back' ? sandbox.core : sandbox.mounts;
  const ours = purpose === 'agent' ? (request.sockets ?? []) : [];
  const sockets = [...(network === null ? [] : [network.socketFolder]), ...ours].map(
    (path): Mount => ({ kind: 'read', path }),
  );
  const own = [...runMounts(request, state, purpose), ...objectMounts(state, purpose), ...sockets];
  return {
    mounts: orderMounts([...base, ...own], sandbox.hidden),
    cwd: command.cwd,
    network,
  };
}

function runMounts(
  { spec, paths }: ViewRequest['request'],
  { prepared }: WorktreeState,
  purpose: Purpose,
): readonly Mount[] {
  const caches: readonly Mount[] = [
    { kind: 'write', path: paths.packages },
    { kind: 'read', path: sharedDownloads(spec.workspace.stateDir) },
  ];
  const temporary: Mount = { kind: 'write', path: paths.temporary };
  const worktree: Mount = { kind: 'write', path: paths.worktree };
  switch (purpose) {
    case 'condition':
    case 'collect':
    case 'setup':
      return [worktree, temporary, ...caches];
    case 'agent':
      return [
        ...writableParts(paths.worktree, prepared.writable ?? null),
        temporary,
        ...caches,
        { kind: 'read', path: paths.brief },
        { kind: 'write', path: paths.out },
        { kind: 'write', path: paths.agentHome },
      ];
    // What the agent left for us is not for its own code to change once more.
    case 'check':
      return [
        worktree,
        temporary,
        ...caches,
        { kind: 'read', path: paths.brief },
        { kind: 'read', path: paths.out },
      ];
    case 'hand-back':
      return [{ kind: 'read', path: paths.worktree }, ...bridgeMounts(paths.bridge)];
  }
}

/** git outside of the sandbox obeys its settings and borrows where it says: neither is for anybody inside to change. */
function bridgeMounts(bridge: string): readonly Mount[] {
  return [
    { kind: 'read', path: bridge },
    { kind: 'write', path: join(bridge, 'objects') },
    { kind: 'read', path: join(bridge, 'objects', 'info') },
    { kind: 'write', path: bridgeWork(bridge) },
  ];
}

/** All of it, or those folders and the repository: what a branch may not change, nothing changes. */
function writableParts(worktree: string, folders: readonly string[] | null): readonly Mount[] {
  if (folders === null) return [{ kind: 'write', path: worktree }];
  return [
    { kind: 'read', path: worktree },
    { kind: 'write', path: join(worktree, '.git') },
    ...folders.map((folder): Mount => ({ kind: 'write', path: join(worktree, folder) })),
  ];
}

/** The user's objects, for a run that borrows them; the bridge always does, and so does a condition's checkout. */
function objectMounts({ source, opened }: WorktreeState, purpose: Purpose): readonly Mount[] {
  const borrows = opened.history === 'borrow' || purpose === 'hand-back' || purpose === 'condition';
  return borrows ? source.objectFolders.map((path) => ({ kind: 'read', path })) : [];
}
