/** The user's repository as it is before a run that could reach it, to be compared with afterwards. */
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import {
  fingerprintRepository,
  readRefs,
  type RepositoryFingerprint,
} from './repository-fingerprint.ts';
import { readTraces, type RepositoryTraces } from './repository-traces.ts';

export interface RepositoryBefore extends RepositoryFingerprint {
  readonly traces: RepositoryTraces;
  /** At level `worktree`, which shares them; else `null`. */
  readonly refs: Readonly<Record<string, string>> | null;
}

export async function inspectRepository(
  request: WorktreeRequest,
  level: 'private' | 'worktree',
): Promise<RepositoryBefore> {
  const { workspace } = request.spec;
  return {
    ...fingerprintRepository(workspace),
    traces: readTraces(workspace, request.clock.now().getTime()),
    refs: level === 'worktree' ? await readRefs(workspace.gitDir) : null,
  };
}
