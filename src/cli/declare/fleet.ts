/** Records that several machines share. */
import type { TopCommand } from '../command.ts';

export const fleetCommands: readonly TopCommand[] = [
  {
    name: 'fleet',
    group: 'Operate',
    summary: 'Show where the records are: files of this machine, or PostgreSQL',
    about:
      'Records are findings, requests, decisions, messages, slots, usage and what is known of runs. Without a verb: ' +
      'shows which store has them, the version of its tables and its connections. One machine needs none of this.',
    examples: ['roundsman fleet', 'roundsman fleet --json'],
    verbs: [
      {
        name: 'migrate',
        summary: 'Make the tables in the database, or bring them up to date',
        about: 'Once for all machines; safe to repeat. Stop daemons of older versions first.',
        examples: ['roundsman fleet migrate'],
        load: async () => (await import('../commands/fleet-migrate.ts')).fleetMigrateCommand,
      },
      {
        name: 'move',
        summary: 'Take the records to the database, or back to files',
        about:
          'Nothing may work with them meanwhile: stop the daemon first. A move that is cut off leaves the records ' +
          'where they were; give the command again. Folders of runs stay on their machine.',
        options: [{ flags: '--to <store>', text: 'postgres, or files' }],
        examples: ['roundsman fleet move --to postgres', 'roundsman fleet move --to files --json'],
        load: async () => (await import('../commands/fleet-move.ts')).fleetMoveCommand,
      },
    ],
    load: async () => (await import('../commands/fleet.ts')).fleetCommand,
  },
];
