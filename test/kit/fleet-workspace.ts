/** A workspace with a database of its own, and its records in files still. */
import type { PostgresServer } from '../../bench/postgres-server.mjs';
import { gitRepo, type GitRepo } from './git-repo.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

/** @param repo of a workspace that is there already: then this is another machine */
export function fleetWorkspace(
  address: string,
  repo: GitRepo = gitRepo({ 'a.txt': 'a', 'roundsman.yaml': 'store: env:TEAM_STORE\n' }),
): TestWorkspace {
  return workspaceOf(repo, { filesOnly: true, env: { TEAM_STORE: address } });
}

/** With its records in the database. */
export function movedWorkspace(server: PostgresServer, name: string): TestWorkspace {
  const workspace = fleetWorkspace(server.database(name));
  for (const words of [['migrate'], ['move', '--to', 'postgres']]) {
    const { exitCode, stderr } = workspace.roundsman('fleet', ...words);
    if (exitCode !== 0) throw new Error(stderr);
  }
  return workspace;
}
