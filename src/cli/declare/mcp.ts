import { clientNames } from '../../mcp/client-config.ts';
import type { TopCommand } from '../command.ts';

/** For agents rather than people. */
export const mcpCommands: readonly TopCommand[] = [
  {
    name: 'mcp',
    group: 'Operate',
    summary: 'Start the MCP server for your own agents',
    about:
      'Speaks the Model Context Protocol over stdin and stdout. Your agents can look up reports, findings with ' +
      'decisions, items, branches and notes, and propose notes, which count once you approve them. Runs have their ' +
      'own server. --print-config prints the lines to add to an agent’s configuration.',
    options: [
      {
        flags: '--print-config [agent]',
        text: `the lines for ${clientNames().join(', ')}; without one, all`,
      },
      { flags: '--run <id>', text: 'used by supervisors: the run that it serves' },
    ],
    examples: ['roundsman mcp --print-config claude', 'roundsman mcp -C ~/work/shop'],
    load: async () => (await import('../commands/mcp.ts')).mcpCommand,
  },
];
