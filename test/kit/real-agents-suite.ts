/**
 * Whole runs with a real program, one a scenario: what the run comes to, whatever engine works. An engine that cannot be as
 * expected says what is different of it and why (`but`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import type { Script, ScriptTurn } from './model-stub.ts';
import { openBench, type Bench, type EngineUnderTest } from './real-agents-bench.ts';
import { runWhole, USERS_KEY, type WholeRequest, type WholeRun } from './real-agents-whole.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from './real-agents.ts';
import { waitUntil } from './wait-until.ts';

export const WHOLE_SCENARIOS = [
  'edits',
  'plain',
  'tool-error',
  'rate-limited',
  'endless-500',
  'hang',
  'cut',
  'cancel',
  'denied',
  'budget',
] as const;
export type WholeScenario = (typeof WHOLE_SCENARIOS)[number];

/** What is told of a run; of `failure` its code. */
export interface Expected {
  readonly exitCode: number;
  readonly execution: NonNullable<RunView['result']>['execution'];
  readonly report: NonNullable<RunView['result']>['report'];
  readonly changes: 'branch' | 'none';
  readonly failure: string | null;
}

export interface ScenarioChange {
  readonly because: string;
  readonly expected: Partial<Expected>;
}

export type ScenarioChanges = Readonly<Partial<Record<WholeScenario, ScenarioChange>>>;

export interface ScenarioSuite {
  readonly but?: ScenarioChanges;
}

interface Scenario {
  readonly title: string;
  readonly request: WholeRequest;
  readonly expected: Expected;
  /** What else has to hold. */
  readonly also?: (run: WholeRun, bench: Bench) => void;
}

export function scenarioSuite(under: EngineUnderTest, { but = {} }: ScenarioSuite = {}): void {
  describe(`${under.program} as engine ${under.engine}, in a run`, () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await openBench(under);
    }, INSTALL_TIMEOUT_MS);
    afterAll(() => bench.close());

    for (const name of WHOLE_SCENARIOS) {
      const { title, request, expected, also } = SCENARIOS[name];
      const change = but[name];
      const why = change === undefined ? '' : ` (${change.because})`;
      it.concurrent(
        `${title}${why}`,
        async () => {
          const run = await runWhole(bench, request);
          expectRun(run, { ...expected, ...change?.expected });
          expect(run.left).toBe(0);
          also?.(run, bench);
        },
        SCENARIO_TIMEOUT_MS,
      );
    }
  });
}

/** What its agent printed is told when it is not as it should be. */
function expectRun({ view, exitCode, told }: WholeRun, expected: Expected): void {
  const seen = {
    exitCode,
    execution: view.result?.execution,
    report: view.result?.report,
    changes: view.result?.changes,
    failure: view.failure?.code ?? null,
  };
  const fine = JSON.stringify(seen) === JSON.stringify(inOrder(expected));
  expect({ ...seen, told: fine ? '' : `${view.failure?.message}\n${told}` }).toEqual({
    ...expected,
    told: '',
  });
}

function inOrder({ exitCode, execution, report, changes, failure }: Expected): Expected {
  return { exitCode, execution, report, changes, failure };
}

const REPORTS: ScriptTurn = {
  bash: { command: `printf '## Summary\\n\\nAll is told.\\n' > "$ROUNDSMAN_OUT/report.md"` },
};
const LAST: ScriptTurn = { text: 'FINAL: done.' };
const COMMITS: ScriptTurn = {
  bash: { command: `printf '# Notes\\n' > NOTES.md && git add -A && git commit -qm 'Add notes'` },
};

const FINE: Expected = {
  exitCode: 0,
  execution: 'succeeded',
  report: 'valid',
  changes: 'none',
  failure: null,
};
const FAILED: Expected = { ...FINE, exitCode: 1, execution: 'failed', report: 'missing' };

function script(...turns: readonly ScriptTurn[]): Script {
  return { turns };
}

const SCENARIOS: Readonly<Record<WholeScenario, Scenario>> = {
  edits: {
    title: 'commits, reports, and never has the key',
    request: {
      isolation: 'sandbox',
      script: script(
        { write: { path: 'NOTES.md', content: '# Notes\n\nwritten by the agent\n' } },
        { bash: { command: `git add -A && git commit -qm 'Add NOTES.md'` } },
        // What an agent can see of the environments around it; its report would have the key itself blotted out.
        {
          bash: {
            command: `cat /proc/[0-9]*/environ 2>/dev/null | grep -ac of-the-user > "$ROUNDSMAN_OUT/seen.txt"; true`,
          },
        },
        REPORTS,
        LAST,
      ),
    },
    expected: { ...FINE, changes: 'branch' },
    also: ({ world, view, folder }) => {
      const { repo, stubRun } = world;
      expect(repo.git('show', `${view.branch}:NOTES.md`)).toBe('# Notes\n\nwritten by the agent');
      expect(view.isolation).toBe('sandbox');
      const keys = stubRun.requests().map(({ auth }) => auth ?? '');
      expect(keys.every((auth) => /^(Bearer |key=)?sk-/.test(auth))).toBe(true);
      expect(readFileSync(join(folder, 'out', 'seen.txt'), 'utf8')).toBe('0\n');
      expect(filesWith(folder, USERS_KEY)).toEqual([]);
      expect(view.usage.inputTokens).toBeGreaterThan(0);
    },
  },
  plain: {
    title: 'fails a run whose agent answers and reports nothing',
    request: { isolation: 'private', script: 'plain' },
    expected: { ...FAILED, execution: 'succeeded' },
  },
  'tool-error': {
    title: 'lets an agent go on after a tool that failed',
    request: {
      isolation: 'private',
      script: script({ bash: { command: 'echo about-to-fail >&2; exit 3' } }, REPORTS, LAST),
    },
    expected: FINE,
  },
  'rate-limited': {
    title: 'gets over a 429 that passes',
    request: {
      isolation: 'private',
      script: script({ fault: { status: 429, retry_after: 1, times: 1 } }, REPORTS, LAST),
    },
    expected: FINE,
  },
  'endless-500': {
    title: 'ends an agent whose model’s side fails for ever',
    request: { isolation: 'private', script: 'r500', yaml: `limits: { park-max: 0s }\n` },
    expected: { ...FAILED, execution: 'limit-reached', failure: 'model-limited' },
  },
  hang: {
    title: 'ends an agent whose model never answers',
    request: { isolation: 'private', script: 'hang', yaml: `limits: { timeout: 8s }\n` },
    expected: { ...FAILED, execution: 'timed-out', failure: 'timed-out' },
  },
  cut: {
    title: 'gets over a stream that is cut off once',
    request: {
      isolation: 'private',
      script: script({ fault: { truncate: true, times: 1 } }, REPORTS, LAST),
    },
    expected: FINE,
  },
  cancel: {
    title: 'is cancelled within a tool, keeps its commits and leaves no process',
    request: {
      isolation: 'private',
      script: script(COMMITS, { bash: { command: 'touch asleep; sleep 300' } }, LAST),
      meanwhile: async (world) => {
        const asked = (): number =>
          world.stubRun.requests().filter(({ kind }) => kind === 'main').length;
        await waitUntil(() => (asked() >= 2 ? true : null));
        await world.roundsman('cancel', await world.runId());
      },
    },
    expected: { ...FAILED, execution: 'cancelled', changes: 'branch', failure: 'cancelled' },
  },
  denied: {
    title: 'goes on when it may not write somewhere',
    request: {
      isolation: 'sandbox',
      yaml: `permissions: { write: ["src/**"] }\n`,
      script: script(
        { bash: { command: 'echo no > NOTES.md' } },
        { bash: { command: `echo yes > src/two.ts; git add -A; git commit -qm 'Add two'` } },
        REPORTS,
        LAST,
      ),
    },
    expected: { ...FINE, changes: 'branch' },
    also: ({ world, view }) => {
      const changed = world.repo.git('diff', '--name-only', `main...${view.branch}`);
      expect(changed).toBe('src/two.ts');
    },
  },
  budget: {
    title: 'is stopped at its budget, and keeps its work',
    request: {
      isolation: 'private',
      yaml: `limits: { budget: { tokens-per-run: 4000 } }\n`,
      script: script(
        { ...COMMITS, usage: { input: 1900, output: 20 } },
        { bash: { command: 'true' }, usage: { input: 1900, output: 20 } },
        { bash: { command: 'true' }, usage: { input: 1900, output: 20 } },
        { bash: { command: 'true' }, usage: { input: 1900, output: 20 } },
        LAST,
      ),
    },
    expected: { ...FAILED, execution: 'limit-reached', changes: 'branch', failure: 'over-budget' },
  },
};

/** Files below the folder that hold the text, by their paths. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
