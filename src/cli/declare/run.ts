import type { TopCommand } from '../command.ts';

export const runCommands: readonly TopCommand[] = [
  {
    name: 'list',
    group: 'Routines',
    summary: 'The routines, with next slot and last outcome',
    examples: ['roundsman list', 'roundsman list --json'],
    load: async () => (await import('../commands/list.ts')).listCommand,
  },
  {
    name: 'run',
    group: 'Routines',
    summary: 'Run a routine now, in a fresh worktree of its own',
    about:
      'Takes the definition from the working tree, also when it is `enabled: false`. Ctrl-C cancels the ' +
      'run; a second Ctrl-C leaves it to end in the background.',
    words: [
      {
        syntax: '<routine>',
        text: 'its id: the file name in routines/ without .yaml',
        values: 'routine',
      },
    ],
    options: [
      {
        flags: '--set <key=value>',
        text: 'lay a value over the definition, for this run only',
        repeatable: true,
        values: 'setting',
      },
      {
        flags: '--input <name=value>',
        text: 'what the routine asks for in its `on.manual.inputs`',
        repeatable: true,
        values: 'input',
      },
      {
        flags: '--with <session>',
        text: 'go on with this session, of whichever agent: the run is told what was asked, decided and done in it',
        values: 'session',
      },
      {
        flags: '--item <item>',
        text: 'what it is for: it is told of the item, and the item of it',
        values: 'item',
      },
      { flags: '--detach', text: 'start it and return at once' },
      { flags: '--yes', text: 'use what differs from the default branch: do not ask' },
      { flags: '--queue', text: 'let the daemon start it when its turn comes' },
      {
        flags: '--anyway',
        text: 'whatever else runs (another run of it, a full group, the same files), and beyond the budget of the day',
      },
    ],
    examples: [
      'roundsman run todo-sweep',
      'roundsman run todo-sweep --set collect.todos.older-than=0d',
      'roundsman run release-check --input since=v1.2',
      'roundsman run todo-sweep --detach --json',
      'roundsman run mend --with 5f0c21aa',
    ],
    load: async () => (await import('../commands/run.ts')).runCommand,
  },
  {
    name: 'cancel',
    group: 'Runs',
    summary: 'Stop a run that is going on, or take slots out of the queue',
    about:
      'What the agent of a run did so far is kept. With --queued the words are a routine and, if only one is meant, a slot’s key.',
    words: [
      {
        syntax: '<run>',
        text: 'a run: its id, a part of it, or a routine (its newest run)',
        values: ['routine', 'run'],
      },
      {
        syntax: '[slot]',
        text: 'with --queued: the key of one slot, as `roundsman slots --json` has it',
      },
    ],
    options: [
      {
        flags: '--queued',
        text: 'slots that wait, not a run; all of the routine unless one is named',
      },
      { flags: '--reason <text>', text: 'why; stands in the report and on record' },
    ],
    examples: [
      'roundsman cancel todo-sweep',
      'roundsman cancel 4k2v9x --reason "wrong base"',
      'roundsman cancel --queued todo-sweep',
    ],
    load: async () => (await import('../commands/cancel.ts')).cancelCommand,
  },
  {
    name: 'next',
    group: 'Routines',
    summary: 'The coming slots of a routine, of all, or of any schedule',
    about:
      'In local time and in UTC. A slot that a change of the clocks moves is marked; a schedule in words ' +
      'is shown with the cron line that it came to. With --json: the instants, in UTC.',
    words: [
      {
        syntax: '[routine]',
        text: 'a routine (default: all that are enabled, merged)',
        values: 'routine',
      },
    ],
    options: [
      { flags: '--count <n>', text: 'how many (default: 5, at most 1000)' },
      { flags: '--from <instant>', text: 'slots after this instant, ISO 8601 (default: now)' },
      {
        flags: '--cron <schedule>',
        text: 'a cron line or a schedule in words, instead of a routine',
      },
      {
        flags: '--timezone <zone>',
        text: "IANA zone for --cron (default: this machine's)",
        values: 'timezone',
      },
    ],
    examples: [
      'roundsman next',
      'roundsman next todo-sweep --count 3',
      'roundsman next --cron "30 2 * * 1-5" --timezone Europe/Berlin',
      'roundsman next --cron "weekdays between 01:00 and 04:00 in Europe/Berlin"',
    ],
    load: async () => (await import('../commands/next.ts')).nextCommand,
  },
];
