import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { pathsOfRun } from '../../store/state-paths.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/run-secrets.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';

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
