/** Decisions as commands of their own: what is decided most often needs no noun in front of it. */
import type { CommandDeclaration, HelpGroup, TopCommand } from '../command.ts';
import { landingVerbs } from './change-sets/landing-verbs.ts';
import { outboxVerbs, findingVerbs } from './review.ts';

const undo = lift(landingVerbs, { name: 'undo', noun: 'review', group: 'Inbox' });

export const decideCommands: readonly TopCommand[] = [
  lift(findingVerbs, { name: 'accept', noun: 'findings', group: 'Inbox' }),
  lift(findingVerbs, { name: 'dismiss', noun: 'findings', group: 'Inbox' }),
  lift(findingVerbs, { name: 'snooze', noun: 'findings', group: 'Inbox' }),
  {
    ...lift(outboxVerbs, { name: 'approve', noun: 'requests', group: 'Inbox' }),
    summary: 'Approve requests of runs, or proposed notes',
    load: async () => (await import('../commands/decide.ts')).approveCommand,
  },
  {
    ...lift(outboxVerbs, { name: 'decline', noun: 'requests', group: 'Inbox' }),
    summary: 'Decline requests of runs, or proposed notes',
    load: async () => (await import('../commands/decide.ts')).declineCommand,
  },
  {
    ...undo,
    summary: 'Take back a decision of the inbox, a pause, a landing or a discard',
    about:
      'Without an id: whatever was decided last. A decision on many things is taken back as a whole; the id of one of ' +
      'them takes back that one. Of a landing the target branch goes back to where it was. If it was pushed or has newer ' +
      'commits, --revert adds a commit that reverts the landing.',
    words: [
      {
        syntax: '[id]',
        text: 'a finding, request or note; a landing, a branch or set that landed, a discarded branch, or a paused routine',
        values: ['landing', 'discarded-branch', 'finding'],
      },
    ],
    options: [
      {
        flags: '--list',
        text: 'undo nothing; list what can be taken back: when, who, what',
      },
      { flags: '--all', text: 'with --list: also what was undone, and by whom' },
      ...(undo.options ?? []),
    ],
    examples: ['roundsman undo', 'roundsman undo F-3fa9', 'roundsman undo --list'],
    load: async () => (await import('../commands/undo.ts')).undoCommand,
  },
  lift(landingVerbs, { name: 'land', noun: 'review', group: 'Branches' }),
  lift(landingVerbs, { name: 'discard', noun: 'review', group: 'Branches' }),
];

interface Lifted {
  readonly name: string;
  /** The command that it is a verb of. */
  readonly noun: string;
  readonly group: HelpGroup;
}

/** The verb itself, with examples that leave the noun out. */
function lift(verbs: readonly CommandDeclaration[], { name, noun, group }: Lifted): TopCommand {
  const verb = verbs.find((one) => one.name === name);
  if (verb === undefined) throw new TypeError(`${noun} has no verb ${name}`);
  const examples = verb.examples.map((example) => example.replace(` ${noun} ${name}`, ` ${name}`));
  return { ...verb, group, examples };
}
