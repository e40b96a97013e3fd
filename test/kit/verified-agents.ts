/** Which engines are verified with which real programs, and what is different of each: docs/agents.md shows the same table. */
import { readFileSync } from 'node:fs';

import type { EngineUnderTest } from './real-agents-bench.ts';
import { directSuite, type Difference, type DirectScenario } from './real-agents-direct-suite.ts';
import { scenarioSuite, type ScenarioChange, type WholeScenario } from './real-agents-suite.ts';
import type { RealAgent } from './real-agents.ts';

interface Verified extends Omit<EngineUnderTest, 'command'> {
  /** `{folder}`: where the program is installed; `{node}`: the Node that runs the tests. */
  readonly command?: readonly string[];
  readonly but?: Readonly<
    Partial<Record<DirectScenario | WholeScenario, Difference & Partial<ScenarioChange>>>
  >;
}

const TABLE = new URL('../fixtures/real-agents/verified.json', import.meta.url);

/** What only a process by itself can show; all the rest is seen in whole runs. */
const BY_ITSELF = ['mcp', 'resume', 'follow-up'] as const;

/** All scenarios with one line of the table. */
export function verifyAgent(name: string): void {
  const { verified }: { verified: Readonly<Record<string, Verified>> } = JSON.parse(
    readFileSync(TABLE, 'utf8'),
  );
  const entry = verified[name];
  if (entry === undefined) throw new Error(`there is no ${name} in ${TABLE.pathname}`);
  const { command, but = {}, ...under } = entry;
  const tested: EngineUnderTest =
    command === undefined ? under : { ...under, command: (agent) => filledIn(command, agent) };
  directSuite(tested, { only: BY_ITSELF, but });
  scenarioSuite(tested, { but: wholeChanges(but) });
}

function filledIn(command: readonly string[], { folder }: RealAgent): readonly string[] {
  return command.map((word) =>
    word.replace('{folder}', folder).replace('{node}', process.execPath),
  );
}

function wholeChanges(
  but: NonNullable<Verified['but']>,
): Readonly<Partial<Record<WholeScenario, ScenarioChange>>> {
  const changes: Partial<Record<string, ScenarioChange>> = {};
  for (const [name, { because, expected }] of Object.entries(but))
    if (expected !== undefined) changes[name] = { because, expected };
  return changes;
}
