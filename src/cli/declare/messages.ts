import type { CommandDeclaration, TopCommand, WordDeclaration } from '../command.ts';

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
