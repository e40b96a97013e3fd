import type { TopCommand } from '../command.ts';

export const runCommands: readonly TopCommand[] = [
  {
    name: 'list',
    group: 'Routines',
    summary: 'List routines with their next slot and last result',
    examples: ['roundsman list', 'roundsman list --json'],
    load: async () => (await import('../commands/list.ts')).listCommand,
  },
  {
    name: 'run',
    group: 'Routines',
    summary: 'Run a routine now, in a fresh worktree',
    about:
      'Uses the definition in the working tree, even with `enabled: false`. Ctrl-C cancels the run; a second ' +
      'Ctrl-C leaves it running in the background.',
    words: [
      {
        syntax: '[routine...]',
        text: 'its id: the file name in routines/ without .yaml; several run one after the other',
        values: 'routine',
      },
    ],
    options: [
      { flags: '--all', text: 'every routine that is not `enabled: false`' },
      {
        flags: '--set <key=value>',
        text: 'override a value of the definition for this run',
        repeatable: true,
        values: 'setting',
      },
      {
        flags: '--input <name=value>',
        text: 'a value for `on.manual.inputs`',
        repeatable: true,
        values: 'input',
      },
      {
        flags: '--with <session>',
        text: 'continue this session, of any agent: the run gets what was asked, decided and done in it',
        values: 'session',
      },
      {
        flags: '--item <item>',
        text: 'the item that it works on; the two are linked',
        values: 'item',
      },
      { flags: '--dry-run', text: 'start nothing; show what the agent would be given' },
      { flags: '--detach', text: 'start it and return at once' },
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
      { flags: '--queue', text: 'queue it for the daemon' },
      {
        flags: '--anyway',
        text: 'ignore other runs (of it, of its group, on the same files) and the daily budget',
      },
    ],
    examples: [
      'roundsman run todo-sweep',
      'roundsman run todo-sweep --set collect.todos.older-than=0d',
      'roundsman run release-check --input since=v1.2',
      'roundsman run todo-sweep --detach --json',
      'roundsman run --all',
      'roundsman run fix-bugs --with 5f0c21aa',
    ],
    load: async () => (await import('../commands/run.ts')).runCommand,
  },
  {
    name: 'cancel',
    group: 'Runs',
    summary: 'Stop a run, or remove slots from the queue',
    about:
      'Work done so far is kept. A run that waits for a worker leaves the queue. With --queued, give a routine and, for ' +
      'a single slot, its key.',
    words: [
      {
        syntax: '[run]',
        text: 'a run: its id, a part of it, or a routine (its newest run)',
        values: ['routine', 'run'],
      },
      {
        syntax: '[slot]',
        text: 'with --queued: the key of one slot, as `roundsman slots --json` has it',
      },
    ],
    options: [
      { flags: '--all', text: 'every run that goes on now' },
      {
        flags: '--queued',
        text: 'remove queued slots instead: all of the routine, or the one named',
      },
      { flags: '-m, --reason <text>', text: 'why; shown in the report' },
    ],
    examples: [
      'roundsman cancel todo-sweep',
      'roundsman cancel 4k2v9x --reason "wrong base"',
      'roundsman cancel --all',
      'roundsman cancel --queued todo-sweep',
    ],
    load: async () => (await import('../commands/cancel.ts')).cancelCommand,
  },
  {
    name: 'next',
    group: 'Routines',
    summary: 'List the coming slots of a routine, or of any schedule',
    about:
      'Times are local and UTC. Slots that a daylight-saving change moves are marked, and a schedule in words is ' +
      'shown with its cron line. --json prints UTC instants.',
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
