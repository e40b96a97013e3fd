import { isReady } from '../../runtime/agents/agent-words.ts';
import { listAgents, type AgentEntry } from '../../runtime/agents/list-agents.ts';
import { levelHere, openMachine } from '../../runtime/agents/machine.ts';
import type { CommandCall } from '../command.ts';
import { writeAgents } from '../output/agents-table.ts';
import { writeJson } from '../output/write-json.ts';

export async function agentsCommand(call: CommandCall): Promise<number> {
  const machine = await openMachine(call, () =>
    call.terminal.err(
      'note: roundsman.yaml is broken: its `engines` are left out (roundsman validate)\n',
    ),
  );
  const [agents, level] = await Promise.all([listAgents(machine), levelHere(machine)]);
  if (call.json)
    writeJson(
      call.terminal,
      agents.map((entry) => documentOf(entry, level)),
    );
  else writeAgents(call, { agents, level });
  return 0;
}

/** docs/agents.md tells its fields; they may be added to, not changed. */
function documentOf(entry: AgentEntry, level: Awaited<ReturnType<typeof levelHere>>): unknown {
  const { state, ...rest } = entry;
  const found =
    state.kind === 'ready'
      ? { version: state.version, program: state.program, warnings: state.warnings }
      : { version: null, program: [], warnings: [] };
  return {
    ...rest,
    state: state.kind,
    ready: isReady(entry),
    ...found,
    failure: state.kind === 'missing' ? state.failure : null,
    isolation: level?.level ?? null,
  };
}
