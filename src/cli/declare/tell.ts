/** Telling Roundsman of what happened elsewhere. */
import type { TopCommand } from '../command.ts';

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
