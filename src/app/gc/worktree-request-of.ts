import { makeRedactor } from '../../domain/redaction/redactor.ts';
import { secretsOfRun } from '../../domain/redaction/run-secrets.ts';
import type { RunSpec } from '../../domain/run-spec.ts';
import { pathsOfRun } from '../../store/state-paths.ts';
import type { WorktreeRequest } from '../../worktrees/contract.ts';
import type { Workspace } from '../contract.ts';

/** For what is done with a run's worktree when the run is over; where the repository is now counts. */
export function worktreeRequestOf(workspace: Workspace, spec: RunSpec): WorktreeRequest {
  const { location, gitEnv, env, clock } = workspace;
  return {
    spec: { ...spec, workspace: location },
    paths: pathsOfRun(location.stateDir, spec),
    gitEnv,
    env,
    clock,
    redactor: makeRedactor(secretsOfRun(spec.routine, env, spec.settings.connections)),
    progress: () => undefined,
  };
}
