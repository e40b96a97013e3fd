import type { TopCommand } from '../command.ts';

/** For agents rather than people. */
export const mcpCommands: readonly TopCommand[] = [
  {
    name: 'mcp',
    group: 'Operate',
    summary: 'The MCP server: what runs, people and sessions left, for your own agents to look up',
    about:
      'Speaks the Model Context Protocol over stdin and stdout, until its client goes away. An agent in a session of yours ' +
      'finds reports, findings with verdicts, items, branches, decisions and knowledge by it, and may propose notes, which ' +
      'count once you approved them. Runs have a server of their own. --print-config shows the lines that add it to an agent.',
    options: [
      {
        flags: '--print-config [agent]',
        text: 'the lines for claude, codex, opencode, gemini, qwen, copilot, cursor; without one, all',
      },
      { flags: '--run <id>', text: 'used by supervisors: the run that it serves' },
    ],
    examples: ['roundsman mcp --print-config claude', 'roundsman mcp -C ~/work/shop'],
    load: async () => (await import('../commands/mcp.ts')).mcpCommand,
  },
];
