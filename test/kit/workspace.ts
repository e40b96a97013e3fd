/** A real repository with a state folder of its own, driven through the program as it ships. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RunView } from '../../src/words/run.ts';
import { agentProgram } from './agent-program.ts';
import { compiledCode } from './compiled-code.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { otherStore } from './other-store.ts';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TestWorkspace {
  readonly repo: GitRepo;
  readonly home: string;
  readonly stateDir: string;
  roundsman(...args: readonly string[]): Ran;
  /** The same, while servers of this process go on answering. */
  readonly ask: (...args: readonly string[]) => Promise<Ran>;
  /** `run --json`: the run's view and the exit code. */
  run(
    routine: string,
    ...args: readonly string[]
  ): { readonly view: RunView; readonly exitCode: number | null };
  /** The same in the background. */
  start(...args: readonly string[]): ChildProcess;
  /** Writes routines/<id>.yaml that starts a program of test/fixtures/agents. */
  agentRoutine(id: string, agent: readonly string[], yaml?: string): void;
  runFolder(id: string): string;
}

export interface WorkspaceOptions {
  /** Besides the little that there is. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whose everything is, and who runs the program; default: whoever runs the tests. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** The program that starts ours, as a shell would: its words, ours after them. */
  readonly startedBy?: readonly string[];
  /** In a tier that tests another store, too. */
  readonly filesOnly?: boolean;
}

export function workspaceOf(
  repo: GitRepo,
  { env: more = {}, user, startedBy = [], filesOnly = false }: WorkspaceOptions = {},
): TestWorkspace {
  const home = temporaryFolder('rm-home-');
  const stateDir = join(home, 'state');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ROUNDSMAN_STATE_DIR: stateDir,
    NO_COLOR: '1',
    TZ: 'UTC',
    ...compiledCode(),
    ...(filesOnly ? {} : otherStore(stateDir)),
    ...more,
  };
  const roundsman = (...args: readonly string[]): Ran => {
    const [first = '', ...rest] = [...startedBy, process.execPath, program, ...args];
    const ran = spawnSync(first, rest, {
      cwd: repo.path,
      env,
      encoding: 'utf8',
      maxBuffer: 1e8,
      ...user,
    });
    return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };
  return {
    repo,
    home,
    stateDir,
    roundsman,
    ask: async (...args) => {
      const child = spawn(process.execPath, [program, ...args], { cwd: repo.path, env, ...user });
      const said = { stdout: '', stderr: '' };
      child.stdout.on('data', (piece) => (said.stdout += String(piece)));
      child.stderr.on('data', (piece) => (said.stderr += String(piece)));
      child.stdin.end();
      await once(child, 'close');
      return { exitCode: child.exitCode, ...said };
    },
    run: (routine, ...args) => {
      const ran = roundsman('run', routine, '--json', ...args);
      return { view: JSON.parse(ran.stdout), exitCode: ran.exitCode };
    },
    start: (...args) =>
      spawn(process.execPath, [program, ...args], { cwd: repo.path, env, stdio: 'ignore' }),
    agentRoutine: (id, agent, yaml = '') => {
      const [name = '', ...rest] = agent;
      const command = existsSync(name) ? agent : agentProgram(name, ...rest);
      repo.write(
        `routines/${id}.yaml`,
        `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(command)}\n  prompt: Look at src/ and report what you find.\n${yaml}`,
      );
    },
    runFolder: (id) => join(stateDir, 'runs', id),
  };
}

/** A small project with one commit. */
export function smallWorkspace(): TestWorkspace {
  return workspaceOf(
    gitRepo({ 'README.md': '# Small\n', 'src/main.ts': 'export const one = 1;\n' }),
  );
}

export function readReport(view: RunView): string {
  if (view.reportPath === null) throw new Error(`run ${view.id} has no report`);
  return readFileSync(view.reportPath, 'utf8');
}
