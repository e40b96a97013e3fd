/** Whole runs of the program as it ships: a real repository, a real engine, its model's endpoint a script on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findRunProcesses } from '../../src/platform/process-tree.ts';
import type { RunView } from '../../src/words/run.ts';
import type { GitRepo } from './git-repo.ts';
import type { Script, StubRun } from './model-stub.ts';
import type { Bench } from './real-agents-bench.ts';
import { PROGRAM, type CliResult } from './run-cli.ts';

/** The user's own, which no agent may see. */
export const USERS_KEY = 'sk-of-the-user-4711-0815';

export interface WholeRequest {
  readonly script: string | Script;
  readonly isolation: 'private' | 'sandbox';
  /** Further keys of the routine, as YAML. */
  readonly yaml?: string;
  /** Called while it runs, with the way to call the program beside it. */
  readonly meanwhile?: (world: World) => Promise<void>;
}

export interface World {
  readonly repo: GitRepo;
  readonly stubRun: StubRun;
  /** The one run that there is, once there is one. */
  runId(): Promise<string>;
  roundsman(...args: readonly string[]): Promise<CliResult>;
}

export interface WholeRun {
  readonly world: World;
  readonly view: RunView;
  readonly exitCode: number | null;
  /** Processes of the run that are still there. */
  readonly left: number;
  /** The folder of the run. */
  readonly folder: string;
  /** What its agent printed, for whoever looks into a failure. */
  readonly told: string;
}

export async function runWhole(bench: Bench, request: WholeRequest): Promise<WholeRun> {
  const stubRun = await bench.stub.play(request.script);
  const repo = bench.repo();
  repo.commit({
    files: {
      'roundsman.yaml': settings(bench, stubRun),
      'routines/round.yaml': routine(bench, request),
    },
    message: 'Add a routine',
  });
  const stateDir = bench.folder('state');
  const world = openWorld(bench, { repo, stubRun, stateDir });
  const running = world.roundsman('run', 'round', '--json');
  await request.meanwhile?.(world);
  const ran = await running;
  if (!ran.stdout.startsWith('{')) throw new Error(`no run: ${ran.stdout}${ran.stderr}`);
  const view: RunView = JSON.parse(ran.stdout);
  const folder = join(stateDir, 'runs', view.id);
  return {
    world,
    view,
    exitCode: ran.exitCode,
    left: findRunProcesses(view.id).length,
    folder,
    told: ['stdout.log', 'stderr.log']
      .map((name) => join(folder, name))
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8').slice(-3000) : ''))
      .join('\n'),
  };
}

interface WorldPlaces {
  readonly repo: GitRepo;
  readonly stubRun: StubRun;
  readonly stateDir: string;
}

function openWorld(bench: Bench, { repo, stubRun, stateDir }: WorldPlaces): World {
  const env = {
    PATH: bench.installed.path,
    HOME: bench.folder('home'),
    ROUNDSMAN_STATE_DIR: stateDir,
    STUB_KEY: USERS_KEY,
    NO_COLOR: '1',
    TZ: 'UTC',
  };
  const roundsman = async (...args: readonly string[]): Promise<CliResult> => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: repo.path, env });
    child.stdin.end();
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    const [exitCode] = await once(child, 'close');
    return { exitCode: Number(exitCode), stdout: await stdout, stderr: await stderr };
  };
  const runId = async (): Promise<string> => {
    for (;;) {
      const { stdout } = await roundsman('runs', '--json');
      const [first] = JSON.parse(stdout === '' ? '[]' : stdout);
      if (first !== undefined) return String(first.id);
    }
  };
  return { repo, stubRun, runId, roundsman };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function settings({ under }: Bench, { baseUrl }: StubRun): string {
  const engine = { endpoint: baseUrl, api: under.api, key: 'env:STUB_KEY' };
  return `${JSON.stringify({ engines: { [under.engine]: engine } })}\n`;
}

function routine({ under, agent }: Bench, { isolation, yaml = '' }: WholeRequest): string {
  const { command } = agent;
  return `on: manual
agent:
  engine: ${under.engine}
  model: ${under.model}
  command: ${JSON.stringify(command)}
  prompt: Do what the script says.
workspace: { isolation: ${isolation} }
report: { require: [summary] }
${yaml}`;
}
