/** The programs that do the work. */
import type { TopCommand } from '../command.ts';

export const agentCommands: readonly TopCommand[] = [
  {
    name: 'agents',
    group: 'Operate',
    summary: 'List engines: installed, version, ready or why not',
    about:
      'Checks each engine as a run would: program and version, account, model endpoint and isolation level. Starts ' +
      'nothing except programs that only report their version when run.',
    examples: ['roundsman agents', 'roundsman agents --json', 'roundsman agents try claude'],
    verbs: [
      {
        name: 'try',
        summary: 'Test an engine with a small piece of real work',
        about:
          'Uses a throwaway repository and everything a run uses: isolation, model access, a commit, a report. Costs a ' +
          'few thousand tokens of your account. Runs skipped because the account was refused start again when it ' +
          'works. For `acp` and `command`, give the program after `--`.',
        words: [
          { syntax: '<engine>', text: 'claude, codex, …', values: 'engine' },
          {
            syntax: '[program...]',
            text: 'for `acp` and `command`: the program and its arguments',
          },
        ],
        options: [
          { flags: '--model <name>', text: 'its model (default: that of roundsman.yaml)' },
          { flags: '--verbose', text: 'also what it prints' },
        ],
        examples: [
          'roundsman agents try claude',
          'roundsman agents try codex --model gpt-5.5 --json',
          'roundsman agents try command -- node tools/agent.mjs',
        ],
        load: async () => (await import('../commands/agents-try.ts')).agentsTryCommand,
      },
    ],
    load: async () => (await import('../commands/agents.ts')).agentsCommand,
  },
];
