/** Every engine passes one suite: its plans, and its reader over all streams that were recorded of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { allEngines } from '../../src/engines/registry.ts';
import type { Agent, EngineId } from '../../src/words/routine.ts';
import { agentOf } from '../kit/agents.ts';
import { engineSuite } from '../kit/engine-suite.ts';
import { streamSuite, type RecordedStream } from '../kit/stream-suite.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/agents');

/** Folders of recorded streams whose names are not the engine's. */
const RECORDED: Readonly<Partial<Record<EngineId, readonly string[]>>> = {
  claude: ['claude', 'claude-node20'],
  acp: ['acpx'],
};

for (const engine of allEngines()) {
  engineSuite(engine.id, { engine, agent: agentFor(engine.id) });
  if (engine.capabilities.stream) streamSuite(engine.id, recordedOf(engine.id));
}

function agentFor(engine: EngineId): Agent {
  if (engine === 'builtin') return agentOf({ engine, builtin: 'todo-sweep' });
  const prompt = { kind: 'inline', text: 'Look around.' } as const;
  const command = engine === 'command' || engine === 'acp' ? ['/opt/agent.js', '--fast'] : [];
  return agentOf({ engine, command, prompt });
}

function recordedOf(engine: EngineId): readonly RecordedStream[] {
  return (RECORDED[engine] ?? [engine]).flatMap((folder) =>
    readdirSync(join(FOLDER, folder))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({
        name: `${folder}/${name}`,
        lines: readFileSync(join(FOLDER, folder, name), 'utf8')
          .replace(/\n$/, '')
          .split('\n'),
      })),
  );
}
