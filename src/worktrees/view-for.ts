/** What one program of a run sees: what every one does, and the folders of the run that it is to work with. Pure. */
import { join } from 'node:path';

import type { Command, Mount, Purpose, SandboxView } from '../sandbox/contract.ts';
import { orderMounts } from '../sandbox/order-mounts.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { sharedDownloads } from '../sandbox/shared-downloads.ts';
import type { NetworkPlan } from '../words/network-plan.ts';
import { bridgeWork } from './bridge.ts';
import type { WorktreeState } from './worktree-state.ts';

export interface ViewRequest {
  readonly request: Pick<WorktreeRequest, 'spec' | 'paths' | 'sockets'>;
  readonly state: WorktreeState & { readonly sandbox: NonNullable<WorktreeState['sandbox']> };
  readonly purpose: Purpose;
  readonly command: Command;
  readonly network: NetworkPlan | null;
}

export function viewFor({ request, state, purpose, command, network }: ViewRequest): SandboxView {
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

/* oxlint-disable-next-line eslint/max-params -- the run, what it has, and who looks */
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
