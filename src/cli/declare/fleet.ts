/** Records and runs that several machines share. */
import type { TopCommand } from '../command.ts';

export const fleetCommands: readonly TopCommand[] = [
  {
    name: 'fleet',
    group: 'Operate',
    summary: 'Show the records, which daemon plans, the workers and what waits for them',
    about:
      'Records are findings, requests, decisions, messages, slots, usage and what is known of runs. Without a verb: ' +
      'shows which store has them, the version of its tables, its connections, which daemon plans, each worker with ' +
      'its labels and runs, and why a queued run waits. One machine needs none of this.',
    examples: ['roundsman fleet', 'roundsman fleet --json'],
    verbs: [
      {
        name: 'migrate',
        summary: 'Make the tables in the database, or bring them up to date',
        about:
          'Once for all machines; safe to repeat. Stop daemons and workers of older versions first. The queue for ' +
          'workers needs Node 22.12 or newer.',
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
  {
    name: 'work',
    group: 'Operate',
    summary: 'Run what the daemon of another machine queues',
    about:
      'A worker of a fleet, in a clone of the repository, with the records on PostgreSQL (see `fleet`). Runs in the ' +
      'foreground. Ctrl-C or SIGTERM: it takes nothing new and ends with the runs that it has. Its labels are ' +
      'os:…, engine:… of engines that are ready here, secret:NAME of variables that look like secrets (names only), ' +
      'and those of --label; a routine asks for them by `runs-on`. Needs Node 22.12 or newer.',
    options: [
      { flags: '--once', text: 'end when nothing waits any more' },
      { flags: '--places <n>', text: 'runs at once (default: one a core, at most 4)' },
      { flags: '--label <label>', text: 'a label of its own', repeatable: true },
    ],
    examples: ['roundsman work', 'roundsman work --places 2 --label gpu', 'roundsman work --once'],
    load: async () => (await import('../commands/work.ts')).workCommand,
  },
];
