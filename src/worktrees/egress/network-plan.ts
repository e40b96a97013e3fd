/** What a program of a run may reach, as data: from the routine's permissions and the user's own settings. */
import { join } from 'node:path';

import type { NetworkPlan } from '../../domain/run.ts';
import { sha256 } from '../../platform/hash.ts';
import { openRuntimeFolder } from '../../platform/runtime-folder.ts';
import type { WorktreeRequest } from '../contract.ts';
import type { Purpose } from '../sandbox/contract.ts';

/** `null`: nothing is allowed. Means something at level `sandbox` only. Opens nothing. */
export async function networkPlanFor(
  request: WorktreeRequest,
  purpose: Purpose,
): Promise<NetworkPlan | null> {
  const { network } = request.spec.routine.permissions;
  const allow = allowedFor(purpose, network);
  const endpoints = purpose === 'agent' ? (request.endpoints ?? []) : [];
  if (allow.length + endpoints.length === 0) return null;
  return {
    socketFolder: await socketFolderOf(request, purpose),
    allow: allow.filter((text) => text !== 'registries'),
    trusted: [],
    endpoints,
    upstream: null,
    env: {},
    files: [],
    credentials: [],
  };
}

function allowedFor(
  purpose: Purpose,
  network: WorktreeRequest['spec']['routine']['permissions']['network'],
): readonly string[] {
  switch (purpose) {
    case 'setup':
      return network.setup;
    case 'condition':
    case 'collect':
    case 'agent':
    case 'check':
      return network.allow;
    case 'hand-back':
      return [];
  }
}

/** One for each part of a run, so that what one is given is gone for the next. Short: paths of sockets are. */
async function socketFolderOf({ env, spec }: WorktreeRequest, purpose: Purpose): Promise<string> {
  const run = sha256(`${spec.workspace.stateDir}\0${spec.id}`).slice(0, 12);
  return join(await openRuntimeFolder(env), `${run}-${purpose}`);
}
