/** The programs that do the work. */
import type { TopCommand } from '../command.ts';

export const agentCommands: readonly TopCommand[] = [
  {
    name: 'agents',
    group: 'Operate',
    summary: 'The engines: which are here, in which version, ready or why not',
    about:
      'Looks at every engine as a run on this machine would: its real program and version, its account (a key stays ' +
      'outside of the agent’s reach, a log-in file lies with it), the endpoint of its model and the level of isolation. ' +
      'Nothing is started but what says its version nowhere else.',
    examples: ['roundsman agents', 'roundsman agents --json', 'roundsman agents try claude'],
    verbs: [
      {
        name: 'try',
        summary: 'Have an engine do a tiny piece of real work, and say what worked',
        about:
          'In a repository to throw away, through all that a run passes: isolation, the way to its model, a commit, a ' +
          'report. It costs a few thousand tokens of your account. Runs that were skipped because the account was refused ' +
          'begin again when it works. `acp` and `command` want their program after `--`.',
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
