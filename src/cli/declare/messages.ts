import type { CommandDeclaration, TopCommand, WordDeclaration } from '../command.ts';

const MESSAGE: WordDeclaration = {
  syntax: '<message>',
  text: 'its id, or a part of it',
};

const verbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'One message in full: for whom, what of, how far it came',
    words: [MESSAGE],
    examples: ['roundsman messages show M-4f2a9c'],
    load: async () => (await import('../commands/messages-show.ts')).messagesShowCommand,
  },
  {
    name: 'retry',
    summary: 'Try to send it now, also one that was given up',
    about:
      'Without ids: all that were given up or could not be sent yet. Sent here and now, in quiet hours too, by the ' +
      'connections that are active. It keeps its id, so that the other side can tell a second one. Exits with 1 when ' +
      'something could not be sent.',
    words: [{ syntax: '[message...]', text: 'ids as `roundsman messages` shows them' }],
    examples: ['roundsman messages retry', 'roundsman messages retry M-4f2a9c'],
    load: async () => (await import('../commands/messages-decide.ts')).messagesRetryCommand,
  },
  {
    name: 'drop',
    summary: 'Send it no more',
    words: [{ syntax: '<message...>', text: 'ids as `roundsman messages` shows them' }],
    options: [{ flags: '--reason <text>', text: 'why, needed; it stays with the message' }],
    examples: ['roundsman messages drop M-4f2a9c --reason "the address is gone"'],
    load: async () => (await import('../commands/messages-decide.ts')).messagesDropCommand,
  },
];

export const messageCommands: readonly TopCommand[] = [
  {
    name: 'messages',
    group: 'Operate',
    summary: 'What was to be told outside and is not sent yet: mails, webhooks, files',
    about:
      'Newest first. Rules under `notify` of a routine make them. While a daemon runs, what could not be sent is tried ' +
      'again for three days, less and less often; then it is given up and listed here until somebody retries or drops it.',
    words: [{ syntax: '[routine]', text: 'only of this one', values: 'routine' }],
    options: [{ flags: '--all', text: 'also what was sent, or dropped' }],
    examples: ['roundsman messages', 'roundsman messages todo-sweep --all'],
    verbs,
    load: async () => (await import('../commands/messages.ts')).messagesCommand,
  },
];
