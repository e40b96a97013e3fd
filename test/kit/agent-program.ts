/** The small real programs that play the agent. */
import { fileURLToPath } from 'node:url';

/** argv of test/fixtures/agents/<name>.mjs under this Node. */
export function agentProgram(
  name: string,
  ...args: readonly string[]
): readonly [string, ...string[]] {
  return [
    process.execPath,
    fileURLToPath(new URL(`../fixtures/agents/${name}.mjs`, import.meta.url)),
    ...args,
  ];
}
