/** Takes the records of a workspace to a database and back, when nothing works with them. */
import { firstCommit } from '../../git/ancestry.ts';
import { hostName } from '../../platform/environment.ts';
import { bringAllBranches, dropBranches } from '../../review/fleet/travel-branch.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import { invalidDefinition, readContext } from '../../routines/definitions.ts';
import { sortUnfinished } from '../../runtime/live-runs.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import type { TravellingBranch } from '../../store/dispatch-port.ts';
import {
  migrateStore,
  moveToFiles,
  moveToPostgres,
  type Migrated,
  type MoveReport,
} from '../../store/fleet.ts';
import { readStoreChoice } from '../../store/store-choice.ts';
import { AppError } from '../../words/errors.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

export type MoveTarget = 'postgres' | 'files';

export async function moveFleet(workspace: Workspace, to: MoveTarget): Promise<MoveReport> {
  const { env, clock, location } = workspace;
  const request = { location, env, clock };
  await refuseWhileBusy(workspace, to);
  if (to === 'files') {
    const branches = await bringBranches(workspace);
    const report = await moveToFiles(request);
    await dropBranches(workspace, branches);
    return report;
  }
  const variable = await namedVariable(workspace);
  const moved = { name: location.name, ...(await identityOf(workspace)) };
  return moveToPostgres({ ...request, variable, workspace: moved, host: hostName() });
}

/** What other machines handed back comes here, as far as the remote gives it. */
async function bringBranches(workspace: Workspace): Promise<readonly TravellingBranch[]> {
  const choice = await readStoreChoice(workspace.location.stateDir);
  return choice?.state === 'there' ? bringAllBranches(workspace) : [];
}

export async function migrateFleet(
  workspace: Workspace,
): Promise<Migrated & { readonly queue: boolean }> {
  const { env, clock, location } = workspace;
  const choice = await readStoreChoice(location.stateDir);
  const variable = choice?.variable ?? (await namedVariable(workspace));
  return migrateStore({ env, clock, variable });
}

async function namedVariable(workspace: Workspace): Promise<string> {
  const { context, problems } = await readContext(workspace);
  if (problems.length > 0) throw invalidDefinition(WORKSPACE_FILE, problems);
  const { store } = context.workspace;
  if (store !== null) return store;
  throw new AppError('refused', {
    code: 'no-store',
    message: 'roundsman.yaml names no store: the records of this workspace are files',
    hint: 'Write `store: env:ROUNDSMAN_STORE` into it, and set ROUNDSMAN_STORE to postgres://USER:PASSWORD@HOST/DATABASE.',
  });
}

/** The same on every machine, and of no other repository. */
async function identityOf({
  location,
  gitEnv,
}: Workspace): Promise<{ readonly id: string; readonly root: string }> {
  const first = await firstCommit({ cwd: location.gitDir, env: gitEnv });
  if (first.kind === 'commit') return { id: first.sha, root: first.sha };
  throw new AppError('refused', {
    code: 'no-first-commit',
    message:
      first.kind === 'shallow'
        ? 'this is a shallow clone: the first commit of the repository tells its records apart, and it is not here'
        : 'the repository has no commit: the first one tells its records apart in the database',
    hint: first.kind === 'shallow' ? 'Fetch it: git fetch --unshallow' : 'Commit something first.',
  });
}

/** What has the records open would go on with those that are left behind. */
async function refuseWhileBusy(workspace: Workspace, to: MoveTarget): Promise<void> {
  const daemon = await findDaemon(workspace.location.stateDir);
  if (daemon !== null)
    throw busy(
      `the daemon (process ${daemon.process.pid}) works with the records`,
      'Stop it first: roundsman stop',
    );
  const choice = await readStoreChoice(workspace.location.stateDir);
  // Then the database may no longer have any.
  if (to === 'files' && choice?.state === 'leaving') return;
  const { live } = sortUnfinished((await workspace.runs.survey()).unfinished);
  if (live.length > 0)
    throw busy(
      `${plural(live.length, 'run')} at work here`,
      'Wait for the end, or cancel: roundsman runs',
    );
}

function busy(message: string, hint: string): AppError {
  return new AppError('refused', { code: 'records-in-use', message, hint });
}
