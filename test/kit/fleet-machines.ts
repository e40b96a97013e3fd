/**
 * Several machines of one fleet: clones of one repository, each with a state folder of its own, on one database. Workers need a
 * newer Node than the rest: where the tests have an older one, that of the package `node` runs them.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { PostgresServer } from '../../bench/postgres-server.mjs';
import { compiledCode } from './compiled-code.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const bundled = resolve('node_modules/node/bin/node');
export const NEW_NODE = major > 22 || (major === 22 && minor >= 12) ? process.execPath : bundled;

/** Signs webhooks of each routine. */
export const HOOK_KEY = 'a-key-of-a-hook-that-is-long';

export interface FleetMachine {
  readonly folder: string;
  readonly stateDir: string;
  roundsman(...args: readonly string[]): {
    readonly exitCode: number | null;
    readonly stdout: string;
    readonly stderr: string;
  };
  /** In the background, in a session of its own; what it says goes to `said`. */
  start(...args: readonly string[]): StartedProgram;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  said(): string;
  /** Sends the signal to it alone, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface TestFleet {
  readonly origin: GitRepo;
  /** Lines of agents: who worked for which run, and when. */
  readonly journal: string;
  /** A further machine. @param env besides what each has */
  machine(name: string, env?: Readonly<Record<string, string>>): FleetMachine;
  /** What agents wrote, in order. */
  read(): readonly JournalLine[];
  /** Ends what is still there. */
  close(): Promise<void>;
}

export interface JournalLine {
  readonly run: string;
  readonly at: number;
  readonly pid: number;
  readonly what: 'begun' | 'works' | 'done';
}

/** Writes a line as it begins, each fifth of a second, and as it is done, which is when `go` is there, or after `ms`. */
const AGENT = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [journal, ms] = process.argv.slice(2);
const note = (what) =>
  appendFileSync(journal, JSON.stringify({ run: process.env.ROUNDSMAN_RUN, at: Date.now(), pid: process.pid, what }) + '\\n');
note('begun');
const begun = performance.now();
while (performance.now() - begun < Number(ms) && !existsSync(journal + '.go')) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  note('works');
}
writeFileSync(join(process.env.ROUNDSMAN_OUT, 'report.md'), '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n');
note('done');
`;

export interface FleetRoutine {
  readonly id: string;
  /** How long its agent works. */
  readonly ms: number;
  readonly yaml?: string;
}

/** With the tables made, and no machine yet. @param settings lines of roundsman.yaml */
export function testFleet(
  address: string,
  routines: readonly FleetRoutine[],
  settings = '',
): TestFleet {
  const shared = temporaryFolder('rm-fleet-');
  const journal = join(shared, 'journal');
  const agent = join(shared, 'agent.mjs');
  writeFileSync(agent, AGENT);
  writeFileSync(journal, '');
  const files = routines.map(({ id, ms, yaml = '' }): [string, string] => [
    `routines/${id}.yaml`,
    `on: { webhook: "env:HOOK_KEY" }
policy: { overlap: allow-all }
workspace: { isolation: private }
agent:
  engine: command
  command: ${JSON.stringify([process.execPath, agent, journal, String(ms)])}
  prompt: Work.
${yaml}`,
  ]);
  const origin = gitRepo({
    'README.md': '# Fleet\n',
    'roundsman.yaml': `store: env:TEAM_STORE\n${settings}`,
    ...Object.fromEntries(files),
  });
  const started: StartedProgram[] = [];
  return {
    origin,
    journal,
    machine: (name, env = {}) => {
      const home = temporaryFolder(`rm-${name}-`);
      const folder = join(home, 'clone');
      spawnSync('git', ['clone', '--quiet', origin.path, folder]);
      const stateDir = join(home, 'state');
      const all = {
        PATH: process.env['PATH'],
        HOME: home,
        ROUNDSMAN_STATE_DIR: stateDir,
        HOOK_KEY,
        TEAM_STORE: address,
        NO_COLOR: '1',
        TZ: 'UTC',
        ...compiledCode(),
        ...env,
      };
      const machine: FleetMachine = {
        folder,
        stateDir,
        roundsman: (...args) => {
          const ran = spawnSync(NEW_NODE, [program, ...args], {
            cwd: folder,
            // This process stands still meanwhile, and what it forwards too.
            env: { ...all, TEAM_STORE: address },
            encoding: 'utf8',
            maxBuffer: 1e8,
          });
          return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
        },
        start: (...args) => {
          const log = join(home, 'said');
          const child = spawn(NEW_NODE, [program, ...args], { cwd: folder, env: all });
          for (const stream of [child.stdout, child.stderr])
            stream.on('data', (piece) => appendFileSync(log, String(piece)));
          const one: StartedProgram = {
            child,
            said: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
            end: async (signal) => {
              if (child.exitCode !== null || child.signalCode !== null) return;
              const ended = once(child, 'exit');
              child.kill(signal);
              await ended;
            },
          };
          started.push(one);
          return one;
        },
      };
      for (const words of [['migrate'], ['move', '--to', 'postgres']]) {
        const { exitCode, stderr } = machine.roundsman('fleet', ...words);
        if (exitCode !== 0) throw new Error(stderr);
      }
      return machine;
    },
    read: () =>
      readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): JournalLine => JSON.parse(line)),
    close: async () => {
      writeFileSync(`${journal}.go`, '');
      await Promise.all(started.map((one) => one.end('SIGKILL')));
    },
  };
}

/** A proxy before a server of loopback, whose connections can be cut. */
export async function cuttableProxy(server: PostgresServer): Promise<{
  readonly port: number;
  /** Nothing goes through, and nobody is told: as when a cable is pulled. */
  cut(): void;
  mend(): void;
  close(): void;
}> {
  let isCut = false;
  const open = new Set<Socket>();
  const proxy = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    if (isCut) return;
    const upstream = connect(server.port, '127.0.0.1');
    open.add(upstream);
    upstream.on('error', () => socket.destroy());
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('data', (piece) => void (isCut || to.write(piece)));
      from.on('close', () => void (isCut || to.destroy()));
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      for (const socket of open) socket.destroy();
      open.clear();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}
