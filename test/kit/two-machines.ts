/** Two clones of one bare repository with a state folder each, as two machines, `alder` and `birch`, that share their records. */
import type { PostgresServer } from '../../bench/postgres-server.mjs';
import { fleetWorkspace } from './fleet-workspace.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import type { Ran, TestWorkspace } from './workspace.ts';

export interface TwoMachines {
  /** Bare. */
  readonly remote: GitRepo;
  readonly alder: TestWorkspace;
  readonly birch: TestWorkspace;
  /** Of the remote, without those of branches. */
  readonly refs: () => readonly string[];
}

/** @param agent of the routine `look`, a program of test/fixtures/agents */
export function twoMachines(
  server: PostgresServer,
  name: string,
  agent: readonly string[] = ['commits'],
): TwoMachines {
  const remote = openRepo(temporaryFolder('rm-remote-'));
  remote.git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  const alder = fleetWorkspace(
    server.database(name),
    gitRepo({ 'a.txt': 'a', 'roundsman.yaml': 'store: env:TEAM_STORE\n' }),
  );
  alder.agentRoutine('look', agent, 'workspace: { isolation: private }\n');
  alder.repo.commit({ message: 'Add a routine' });
  alder.repo.git('remote', 'add', 'origin', remote.path);
  alder.repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  const clone = openRepo(temporaryFolder('rm-clone-'));
  clone.git('clone', '--quiet', remote.path, '.');
  const birch = fleetWorkspace(server.address(name), clone);
  for (const { repo } of [alder, birch]) {
    repo.git('config', 'user.name', 'Ada Example');
    repo.git('config', 'user.email', 'ada@example.com');
  }
  must(alder.roundsman('fleet', 'migrate'));
  for (const [machine, host] of [
    [alder, 'alder'],
    [birch, 'birch'],
  ] as const) {
    must(machine.roundsman('fleet', 'move', '--to', 'postgres'));
    const { place } = JSON.parse(machine.roundsman('fleet', '--json').stdout);
    server.sql(name, `update roundsman.places set host = '${host}' where id = '${place}'`);
  }
  return {
    remote,
    alder,
    birch,
    refs: () =>
      remote
        .git('for-each-ref', '--format=%(refname)')
        .split('\n')
        .filter((ref) => ref.startsWith('refs/roundsman/')),
  };
}

function must({ exitCode, stderr }: Ran): void {
  if (exitCode !== 0) throw new Error(stderr);
}
