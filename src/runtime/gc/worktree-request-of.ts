import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/run-secrets.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** For what is done with a run's worktree when the run is over; where the repository is now counts. */
export function worktreeRequestOf(workspace: Workspace, spec: RunSpec): WorktreeRequest {
  const { location, gitEnv, env, clock, proposals } = workspace;
  return {
    spec: { ...spec, workspace: location },
    paths: pathsOfRun(location.stateDir, spec),
    gitEnv,
    env,
    clock,
    proposals,
    redactor: makeRedactor(secretsOfRun(spec.routine, env, spec.settings.connections)),
    progress: () => undefined,
  };
}
