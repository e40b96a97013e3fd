/** The world outside. */
import type { TopCommand, CommandDeclaration, WordDeclaration } from '../command.ts';

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

// Telling Roundsman of what happened elsewhere.
export const tellCommands: readonly TopCommand[] = [
  {
    name: 'emit',
    group: 'Operate',
    summary: 'Report a deployment or another event',
    about:
      'EVENT is `deployment`, for every active routine with a matching `on.deployment`, or `webhook:ROUTINE`, as ' +
      'if that routine’s webhook had been called. Routines become due at once and the daemon starts them. The same ' +
      'id is counted once.',
    words: [{ syntax: '<event>', text: 'deployment, or webhook:ROUTINE' }],
    options: [
      { flags: '--environment <name>', text: 'of a deployment, needed: production, staging, …' },
      {
        flags: '--commit <ref>',
        text: 'what is deployed now, needed: a commit, tag, branch or version',
      },
      {
        flags: '--previous <ref>',
        text: 'what was deployed before (default: the last one reported)',
      },
      { flags: '--state <state>', text: 'of a deployment (default: success)' },
      {
        flags: '--id <id>',
        text: 'tells events apart (default for a deployment: environment@commit)',
      },
      {
        flags: '--payload <file>',
        text: 'its payload (untrusted); - for standard input',
        values: 'file',
      },
    ],
    examples: [
      'roundsman emit deployment --environment production --commit HEAD',
      'roundsman emit deployment --environment staging --commit v1.4.0 --previous v1.3.2 --id build-812',
      'roundsman emit webhook:on-alert --payload alert.json',
    ],
    load: async () => (await import('../commands/emit.ts')).emitCommand,
  },
];

const MESSAGE: WordDeclaration = {
  syntax: '<message>',
  text: 'its id, or a part of it',
};

const verbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'Show a message: recipients, content and state',
    words: [MESSAGE],
    examples: ['roundsman messages show M-4f2a9c'],
    load: async () => (await import('../commands/messages-show.ts')).messagesShowCommand,
  },
  {
    name: 'retry',
    summary: 'Try to send messages now',
    about:
      'Without ids: all that failed. Sends now, also in quiet hours, through the active connections. The message ' +
      'keeps its id, so that the receiver can detect duplicates. Exits with 1 if something could not be sent.',
    words: [{ syntax: '[message...]', text: 'ids as `roundsman messages` shows them' }],
    examples: ['roundsman messages retry', 'roundsman messages retry M-4f2a9c'],
    load: async () => (await import('../commands/messages-decide.ts')).messagesRetryCommand,
  },
  {
    name: 'drop',
    summary: 'Drop messages; they are not sent',
    words: [{ syntax: '<message...>', text: 'ids as `roundsman messages` shows them' }],
    options: [{ flags: '-m, --reason <text>', text: 'why (required); kept with the message' }],
    examples: ['roundsman messages drop M-4f2a9c --reason "the address is gone"'],
    load: async () => (await import('../commands/messages-decide.ts')).messagesDropCommand,
  },
];

export const messageCommands: readonly TopCommand[] = [
  {
    name: 'messages',
    group: 'Operate',
    summary: 'List unsent messages: mails, webhooks, files',
    about:
      'Newest first. `notify` in a routine creates them. While the daemon runs it retries for three days at ' +
      'growing intervals; then the message is listed here until you retry or drop it.',
    words: [{ syntax: '[routine]', text: 'only of this one', values: 'routine' }],
    options: [{ flags: '--all', text: 'also what was sent, or dropped' }],
    examples: ['roundsman messages', 'roundsman messages todo-sweep --all'],
    verbs,
    load: async () => (await import('../commands/messages.ts')).messagesCommand,
  },
];
