/** Who commits for a run, and the names of its refs. Pure. */
import { AppError } from '../words/errors.ts';
import { isBranchName, shortIdOf, type BranchName, type RunId } from '../words/ids.ts';
import { localDateOf } from '../words/local-time.ts';
import type { RunSpec } from '../words/run-spec.ts';

/** Every run has an e-mail of its own, so that its commits can be told from anybody else's. */
export function identityOf(spec: RunSpec): Readonly<Record<string, string>> {
  const name = `Roundsman (${spec.routine.id})`;
  const email = emailOf(spec.id);
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}

export function emailOf(id: RunId): string {
  return `run-${id}@roundsman.invalid`;
}

/** `roundsman/<routine>/<date>-<short id>`, of a part `…-<its run's short id>-<engine>`; the date is the local one in the workspace's zone. */
export function branchNameOf(spec: RunSpec): BranchName {
  if (spec.follows?.from !== undefined) return spec.follows.from.branch;
  const date = localDateOf(new Date(spec.admittedAt), spec.settings.timezone);
  const { part } = spec;
  const run = part === undefined ? shortIdOf(spec.id) : `${shortIdOf(part.of)}-${part.label}`;
  const name = `roundsman/${spec.routine.id}/${date}-${run}`;
  if (isBranchName(name)) return name;
  throw new AppError('internal', {
    code: 'bad-branch-name',
    message: `made a malformed branch name: ${name}`,
    hint: '',
  });
}

/** Keeps the base from being collected while the run lives, in the user's repository. */
export function basePinOf(id: RunId): string {
  return `refs/roundsman/base/${id}`;
}

/** Where the agent's commits arrive before the branch is created, in the user's repository. */
export function incomingRefOf(id: RunId): string {
  return `refs/roundsman/incoming/${id}`;
}
