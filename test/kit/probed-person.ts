/** A person with things that are no agent's business, and runs in which every part goes looking for them. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo } from './git-repo.ts';
import { waitUntil } from './wait-until.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/attacks', import.meta.url));

export interface TestUser {
  readonly name: string;
  /** `null`: whoever runs the tests. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

/** Whoever runs the tests and, when that is root, an ordinary user too. */
export function usersHere(): readonly TestUser[] {
  const own = { name: process.getuid?.() === 0 ? 'root' : 'an ordinary user', user: null };
  if (process.getuid?.() !== 0) return [own];
  // Without an account, as in some containers. The kernel keeps keys by user, and servers run as `nobody`.
  return [own, { name: 'an ordinary user', user: { uid: 64_321, gid: 64_321 } }];
}

export interface Probed {
  readonly view: RunView;
  /** By part of the run, then by what was tried. */
  readonly tried: Readonly<Record<string, Readonly<Record<string, 'reached' | 'refused'>>>>;
  /** Lines of those that were reached. */
  readonly reached: readonly string[];
}

export interface ProbedPerson {
  readonly workspace: TestWorkspace;
  /** Of the files that somebody might have written to. */
  content(): readonly string[];
  probe(isolation: string): Probed;
  /** The same, by a daemon that was started as commands are. */
  probeByDaemon(isolation: string): Promise<Probed>;
}

export interface ProbeOptions {
  /** Names of what is tried; default: everything. */
  readonly only?: readonly string[];
  /** The shell that starts Roundsman has these open, first the home folder and then a file in it. */
  readonly leftOpen?: readonly number[];
}

export async function probedPerson(
  { user }: TestUser,
  { only, leftOpen = [] }: ProbeOptions = {},
): Promise<ProbedPerson> {
  const token = randomBytes(16).toString('hex');
  const repo = gitRepo({ 'README.md': '# Shop\n', 'roundsman.yaml': 'timezone: UTC\n' });
  repo.write('untracked.md', token);
  const env = { ATTACKED_SECRET: token, SSH_AUTH_SOCK: '/nonexistent/agent.sock' };
  const workspace = workspaceOf(repo, {
    env,
    ...(user === null ? {} : { user }),
    ...(leftOpen.length === 0 ? {} : { startedBy: shellThatLeavesOpen(leftOpen) }),
  });
  const { home, stateDir } = workspace;
  for (const name of ['.ssh/id_ed25519', '.aws/credentials', '.git-credentials'])
    place(join(home, name), token);
  place(join(stateDir, 'runs', 'other', 'secret.txt'), token);
  const another = gitRepo({ 'secret.txt': token });
  const port = await listen({ port: 0, host: '::' });
  await listen({ path: join(home, 'agent.sock') });
  await listen({ path: `\0${token}` });
  cpSync(FIXTURES, join(repo.path, 'tools'), { recursive: true });
  const targets = {
    token,
    home,
    repository: another.path,
    checkout: repo.path,
    state: stateDir,
    port,
    address: ownAddress(),
    pid: decoy(token, user),
    uid: user?.uid ?? process.getuid?.() ?? 0,
    leftOpen,
    ...(only === undefined ? {} : { only }),
  };
  repo.write('tools/targets.json', JSON.stringify(targets));
  repo.git('add', 'tools');
  repo.git('commit', '--quiet', '-m', 'Add tools');
  const content = (): readonly string[] =>
    [
      join(repo.path, 'untracked.md'),
      join(repo.path, '.git/config'),
      join(home, '.git-credentials'),
    ].map((path) => readFileSync(path, 'utf8'));
  const prepare = (isolation: string): void => {
    repo.write('routines/probe.yaml', routineText(isolation));
    if (user !== null)
      for (const path of [repo.path, home, another.path])
        spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  };
  return {
    workspace,
    content,
    probe: (isolation) => {
      prepare(isolation);
      const ran = workspace.roundsman('run', 'probe', '--json');
      return probedRun(workspace, JSON.parse(ran.stdout));
    },
    probeByDaemon: async (isolation) => {
      prepare(isolation);
      onTestFinished(() => void workspace.roundsman('stop'));
      for (const words of [
        ['start', '--detach', '--no-doctor'],
        ['run', 'probe', '--queue'],
      ]) {
        const ran = workspace.roundsman(...words);
        if (ran.exitCode !== 0) throw new Error(`${ran.stdout}${ran.stderr}`);
      }
      const view = await waitUntil((): RunView | null => {
        const [run]: RunView[] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
        return run?.state === 'ended' ? run : null;
      });
      return probedRun(workspace, view);
    },
  };
}

/** bash: others know descriptors up to 9 only. */
function shellThatLeavesOpen(descriptors: readonly number[]): readonly string[] {
  const [first = 0, ...others] = descriptors;
  const opened = others.map((descriptor) => `${descriptor}<>"$HOME/.git-credentials"`).join(' ');
  return ['bash', '-c', `exec ${first}<"$HOME" ${opened}; exec "$@"`, 'bash'];
}

function routineText(isolation: string): string {
  return `on: manual
condition: { run: node tools/probe.mjs condition }
agent:
  engine: command
  command: [node, tools/probe.mjs, agent]
  prompt: Look around.
workspace:
  isolation: ${isolation}
  setup: [node tools/probe.mjs setup]
  checks: [node tools/probe.mjs check]
`;
}

function probedRun(workspace: TestWorkspace, view: RunView): Probed {
  if (view.result?.execution !== 'succeeded')
    throw new Error(JSON.stringify([view.failure, view.notices]));
  const folder = workspace.runFolder(view.id);
  const lines = ['agent.log', 'commands.log'].flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  const tried: Record<string, Record<string, 'reached' | 'refused'>> = {};
  for (const line of lines) {
    const [, part, name, how] = /^PROBE (\w+): (.+?): (reached|refused): /.exec(line) ?? [];
    if (part === undefined || name === undefined) continue;
    (tried[part] ??= {})[name] = how === 'reached' ? 'reached' : 'refused';
  }
  return { view, tried, reached: lines.filter((line) => line.includes(': reached: ')) };
}

function place(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

/** Takes every call; gives its port. */
async function listen(
  where: { readonly port: number; readonly host: string } | { readonly path: string },
): Promise<number> {
  const server: Server = createServer((socket) => socket.end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A process of the person's, for others to leave alone. */
function decoy(token: string, user: TestUser['user']): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', token], {
    stdio: 'ignore',
    env: {},
    cwd: '/',
    ...user,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

/** One that is not loopback, when this machine has one. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
