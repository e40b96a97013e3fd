/** The world outside. */
import type { TopCommand } from '../command.ts';

export const connectCommands: readonly TopCommand[] = [
  {
    name: 'connect',
    group: 'Operate',
    summary: 'Test the connections of roundsman.yaml',
    about:
      'Without a name: lists connections, their addresses, the routines that use them, and whether credentials are ' +
      'there. With a name: asks the service now who you are, what you can see and do, and suggests the next step. ' +
      'Only `--send` sends anything. A first github, gitlab, slack, teams or discord is written to roundsman.yaml if you agree.',
    words: [{ syntax: '[name]', text: 'a connection of roundsman.yaml', values: 'connection' }],
    options: [
      { flags: '--all', text: 'test all of them' },
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
      {
        flags: '--send [address]',
        text: 'send a test message: by smtp to that address, or over a webhook',
      },
    ],
    examples: [
      'roundsman connect',
      'roundsman connect github',
      'roundsman connect mail --send me@example.com',
      'roundsman connect chat --send',
      'roundsman connect --all --json',
    ],
    load: async () => (await import('../commands/connect.ts')).connectCommand,
  },
];
