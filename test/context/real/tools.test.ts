/** Real agents in a sandbox, their model a script on loopback, that say by tools what they could have written to files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { ScriptTurn } from '../../kit/model-stub.ts';
import { openBench, type Bench, type EngineUnderTest } from '../../kit/real-agents-bench.ts';
import { runWhole, type WholeRun } from '../../kit/real-agents-whole.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from '../../kit/real-agents.ts';

interface Told {
  readonly under: EngineUnderTest;
  /** How the scripted model finds a tool among those that it is offered. */
  readonly named: (tool: string) => string;
  /** What its model does before it can call one. */
  readonly before?: readonly ScriptTurn[];
}

const CLAUDE: Told = {
  under: { engine: 'claude', program: 'claude', api: 'anthropic', model: 'claude-sonnet-4-5' },
  named: (tool) => `mcp__roundsman__${tool}`,
};

const AGENTS: readonly Told[] = [
  CLAUDE,
  {
    under: { engine: 'codex', program: 'codex', api: 'openai-responses', model: 'gpt-5.5' },
    named: (tool) => tool,
    before: [{ call: { name: 'tool_search', input: { query: 'roundsman', limit: 20 } } }],
  },
  {
    under: { engine: 'gemini', program: 'gemini', api: 'gemini', model: 'gemini-2.5-pro' },
    named: (tool) => `mcp_roundsman_${tool}`,
  },
];

const REPORT = '## Summary\n\nOne function is never called.\n';

/** Of tests that run at once: closed when all of them are done. */
const benches: Bench[] = [];
afterAll(async () => {
  await Promise.all(benches.map((one) => one.close()));
});

async function bench(under: EngineUnderTest): Promise<Bench> {
  const opened = await openBench(under);
  benches.push(opened);
  return opened;
}

function calls(
  named: Told['named'],
  ...all: readonly (readonly [string, Readonly<Record<string, unknown>>])[]
): readonly ScriptTurn[] {
  return all.map(([tool, input]) => ({ mcp: { tool: named(tool), input } }));
}

function conversationOf({ world }: WholeRun): string {
  return world.stubRun
    .requests()
    .map(({ conversation }) => conversation)
    .join('\n');
}

describe.concurrent('an agent in a sandbox that uses the tools of its run', () => {
  it.each(AGENTS)(
    'has $under.engine’s findings, decisions and report taken as by file',
    async ({ under, named, before = [] }) => {
      const run = await runWhole(await bench(under), {
        isolation: 'sandbox',
        script: {
          turns: [
            ...before,
            ...calls(
              named,
              ['search', { words: 'dead code' }],
              ['list', { kind: 'report' }],
              ['report_finding', { title: 'dead code', path: 'src/one.ts', line: 1 }],
              ['record_decision', { title: 'Dates', decision: 'Store instants in UTC.' }],
              ['hand_off', { note: 'Look at src/two.ts next.' }],
              ['finish', { report: REPORT }],
            ),
            { text: 'FINAL: done.' },
          ],
        },
      });
      const told = `${run.told}\n${readFileSync(join(run.folder, 'state.json'), 'utf8')}`;
      expect(run.view.isolation).toBe('sandbox');
      expect({ ...run.view.result, told }).toMatchObject({
        execution: 'succeeded',
        report: 'valid',
      });
      expect(run.view.findings).toMatchObject({ new: 1 });
      expect(conversationOf(run)).toContain('There are no reports here.');
      const report = readFileSync(join(run.folder, 'report.md'), 'utf8');
      expect(report).toContain('One function is never called.');
      expect(report).toContain('Look at src/two.ts next.');
      expect(readFileSync(join(run.folder, 'accepted', 'decisions.jsonl'), 'utf8')).toContain(
        'Store instants in UTC.',
      );
      expect(run.left).toBe(0);
    },
    INSTALL_TIMEOUT_MS + SCENARIO_TIMEOUT_MS,
  );

  it(
    'waits for the answer to what Claude asked by a tool, and continues with it',
    async () => {
      const { under, named } = CLAUDE;
      const asked = { question: 'Keep onChange?', options: ['yes', 'no'] };
      const { world, view, folder, told } = await runWhole(await bench(under), {
        isolation: 'sandbox',
        script: {
          turns: [
            ...calls(named, ['ask_human', asked]),
            { text: 'I asked.' },
            ...calls(named, ['finish', { report: REPORT }]),
            { text: 'FINAL: done.' },
          ],
        },
      });
      expect({ ...view, told }).toMatchObject({ state: 'waiting', waitingFor: 'Keep onChange?' });
      const answered = await world.roundsman('answer', 'round', '--option', '2');
      expect(answered).toMatchObject({ exitCode: 0 });
      const { stdout } = await world.roundsman('show', 'round', '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        state: 'ended',
        result: { execution: 'succeeded', report: 'valid' },
      });
      expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('never called');
      expect(world.stubRun.requests().at(-1)?.conversation).toContain('no');
    },
    INSTALL_TIMEOUT_MS + SCENARIO_TIMEOUT_MS,
  );
});
