/** The world outside. */
import type { TopCommand } from '../command.ts';

export const connectCommands: readonly TopCommand[] = [
  {
    name: 'connect',
    group: 'Operate',
    summary: 'The connections of roundsman.yaml: look live at what one can see and do',
    about:
      'Without a name it lists them: where each leads, which routines use it, whether its credentials are there. With one ' +
      'it asks the other side now, from this machine and with this terminal’s variables: who one is there, what can be ' +
      'seen, what can be done (yes, no, unknown), and what to do next. Nothing is changed or sent, but for `--send`.',
    words: [{ syntax: '[name]', text: 'a connection of roundsman.yaml', values: 'connection' }],
    options: [
      { flags: '--all', text: 'look at each of them' },
      { flags: '--yes', text: 'use what differs from the default branch: do not ask' },
      {
        flags: '--send [address]',
        text: 'send one message that says it is a test: of an smtp connection to that address, over a webhook without one',
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
