/**
 * What each adapter has to get out of its real program, without a run around it. An engine that cannot be as expected says
 * what is different of it and why (`but`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { McpServer } from '../../src/engines/contract.ts';
import type { EndReason } from '../../src/words/agent-event.ts';
import type { GitRepo } from './git-repo.ts';
import type { Script } from './model-stub.ts';
import { openBench, type Bench, type EngineUnderTest } from './real-agents-bench.ts';
import { runDirect, type DirectRun, type DirectStart } from './real-agents-direct.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from './real-agents.ts';

export const DIRECT_SCENARIOS = [
  'edits',
  'plain',
  'tool-error',
  'rate-limited',
  'cut',
  'cancel',
  'mcp',
  'resume',
  'follow-up',
] as const;
export type DirectScenario = (typeof DIRECT_SCENARIOS)[number];

export interface Difference {
  readonly because: string;
  /** How it ends; the same for all when left out. */
  readonly end?: EndReason;
  /** It cannot at all, as its capabilities say. */
  readonly cannot?: true;
}

export type Differences = Readonly<Partial<Record<DirectScenario, Difference>>>;

export interface DirectSuite {
  readonly only?: readonly DirectScenario[];
  readonly but?: Differences;
}

interface ScenarioRequest {
  readonly bench: Bench;
  readonly end: EndReason;
  readonly cannot: boolean;
}
type Scenario = (request: ScenarioRequest) => Promise<void>;

export function directSuite(under: EngineUnderTest, { only, but = {} }: DirectSuite = {}): void {
  describe(`${under.program} as engine ${under.engine}, started by itself`, () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await openBench(under);
    }, INSTALL_TIMEOUT_MS);
    afterAll(() => bench.close());

    for (const name of only ?? DIRECT_SCENARIOS) {
      const difference = but[name];
      const why = difference === undefined ? '' : ` (${difference.because})`;
      // oxlint-disable-next-line vitest/expect-expect -- each scenario expects
      it.concurrent(
        `${TITLES[name]}${why}`,
        async () => {
          await SCENARIOS[name]({
            bench,
            end: difference?.end ?? USUAL_END[name],
            cannot: difference?.cannot === true,
          });
        },
        SCENARIO_TIMEOUT_MS,
      );
    }
  });
}

const TITLES: Readonly<Record<DirectScenario, string>> = {
  edits: 'changes files, commits them and tells its last words',
  plain: 'answers without a tool',
  'tool-error': 'goes on after a tool that failed',
  'rate-limited': 'gets over a 429',
  cut: 'gets over a stream that was cut off',
  cancel: 'is ended within a tool, and leaves no process',
  mcp: 'calls a tool of a server of the Model Context Protocol',
  resume: 'takes its session up again, and remembers it',
  'follow-up': 'adds to its commit in the same worktree, in the same session',
};

const USUAL_END: Readonly<Record<DirectScenario, EndReason>> = {
  edits: 'success',
  plain: 'success',
  'tool-error': 'success',
  'rate-limited': 'success',
  cut: 'success',
  cancel: 'cancelled',
  mcp: 'success',
  resume: 'success',
  'follow-up': 'success',
};

const SCENARIOS: Readonly<Record<DirectScenario, Scenario>> = {
  edits: async ({ bench, end }) => {
    const { run, repo } = await play(bench, 'edits');
    expectEnd(run, end);
    expect(repo.git('log', '--format=%s', '-1')).toBe('Add NOTES.md');
    expect(repo.git('show', 'HEAD:NOTES.md')).toBe('# Notes\n\nwritten by the agent');
    expect(run.exit.outcome?.finalText).toBe('FINAL: NOTES.md is written and committed.');
    expect(run.exit.outcome?.tools.started).toBe(2);
    expect(run.exit.outcome?.unknown).toBe(0);
  },
  plain: async ({ bench, end }) => {
    const { run } = await play(bench, 'plain');
    expectEnd(run, end);
    expect(run.exit.outcome?.finalText).toBe('FINAL: the answer is 42.');
  },
  'tool-error': async ({ bench, end }) => {
    const { run } = await play(bench, 'toolerr');
    expectEnd(run, end);
    expect(run.exit.outcome?.finalText).toBe('FINAL: the command failed with exit code 3.');
  },
  'rate-limited': async ({ bench, end }) => {
    const { run } = await play(bench, {
      turns: [
        { fault: { status: 429, retry_after: 1, times: 1, message: 'Too many requests' } },
        { text: 'FINAL: recovered after 429.' },
      ],
    });
    expectEnd(run, end);
  },
  cut: async ({ bench, end }) => {
    const { run } = await play(bench, 'cut');
    expectEnd(run, end);
  },
  cancel: async ({ bench }) => {
    const repo = bench.repo();
    const stubRun = await bench.stub.play(SLEEPS);
    const asleep = join(repo.path, 'asleep');
    const cancelled = untilThere(asleep).then(() => 'somebody wanted it');
    const run = await runDirect(bench, { stubRun, repo, home: bench.folder('home'), cancelled });
    expect({ cause: run.exit.cause, left: run.left }).toEqual({ cause: 'cancelled', left: 0 });
  },
  mcp: async ({ bench, end, cannot }) => {
    expect(bench.adapter.capabilities.mcp === 'none').toBe(cannot);
    if (cannot) return;
    const log = join(bench.folder('echo'), 'echo.jsonl');
    const { run } = await play(bench, 'mcp', { mcp: [echoServer(log)] });
    expectEnd(run, end);
    expect(readFileSync(log, 'utf8')).toContain('{"called":{"text":"hello from the agent"}}');
  },
  resume: async ({ bench, end, cannot }) => {
    expect(bench.adapter.capabilities.resume === 'none').toBe(cannot);
    if (cannot) return;
    const begun = await play(bench, 'first');
    const stubRun = await bench.stub.play('second');
    const run = await runDirect(bench, { ...goesOn(begun), stubRun });
    expectEnd(run, end);
    expect(run.exit.outcome?.finalText).toBe('FINAL: second answer.');
    // The last one may be another: some programs ask for a title of the session beside their work.
    expect(stubRun.requests().map(({ conversation }) => conversation)).toContainEqual(
      expect.stringContaining('the secret word is PLUM'),
    );
  },
  'follow-up': async ({ bench, end, cannot }) => {
    expect(bench.adapter.capabilities.resume === 'none').toBe(cannot);
    if (cannot) return;
    const begun = await play(bench, 'edits');
    const stubRun = await bench.stub.play({
      turns: [
        { bash: { command: 'echo more >> NOTES.md && git commit -qam "Say more in NOTES.md"' } },
        { text: 'FINAL: more is said.' },
      ],
    });
    const prompt = 'Say more in NOTES.md.\n';
    const run = await runDirect(bench, { ...goesOn(begun), stubRun, prompt });
    expectEnd(run, end);
    expect(begun.repo.git('log', '--format=%s', '-2')).toBe('Say more in NOTES.md\nAdd NOTES.md');
    const asked = stubRun.requests().find(({ kind }) => kind === 'main');
    expect(asked?.conversation).toContain('Say more in NOTES.md.');
  },
};

const SLEEPS: Script = {
  turns: [{ bash: { command: 'touch asleep; sleep 300' } }, { text: 'FINAL: slept.' }],
};

interface Played {
  readonly run: DirectRun;
  readonly repo: GitRepo;
  readonly home: string;
}

async function play(
  bench: Bench,
  script: string | Script,
  change: Partial<DirectStart> = {},
): Promise<Played> {
  const [repo, home] = [bench.repo(), bench.folder('home')];
  const stubRun = await bench.stub.play(script);
  return { run: await runDirect(bench, { stubRun, repo, home, ...change }), repo, home };
}

function goesOn({ run, repo, home }: Played): Pick<DirectStart, 'repo' | 'home' | 'session'> {
  const id = run.exit.outcome?.sessionId ?? null;
  if (id === null) throw new Error(`it told no session:\n${run.stdout}\n${run.stderr}`);
  return { repo, home, session: { kind: 'resume', id, cwd: repo.path } };
}

/** What it printed is told when it is not as it should be. */
function expectEnd({ exit, left, argv, stdout, stderr }: DirectRun, end: EndReason): void {
  const seen = { cause: exit.cause, end: exit.outcome?.end.reason, left };
  const fine = seen.cause === 'exited' && seen.end === end && left === 0;
  const told = fine ? [] : [argv.join(' '), stdout.slice(-3000), stderr.slice(-3000)];
  expect({ ...seen, told }).toEqual({ cause: 'exited', end, left: 0, told: [] });
}

function echoServer(log: string): McpServer {
  const server = join(import.meta.dirname, '../fixtures/mcp-echo/server.mjs');
  return { name: 'sched', argv: [process.execPath, server], env: { ECHO_LOG: log } };
}

async function untilThere(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 50));
}
