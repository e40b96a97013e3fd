import type { TopCommand } from '../command.ts';

/** What decides whether a routine starts by itself. */
export const activeCommands: readonly TopCommand[] = [
  {
    name: 'enable',
    group: 'Routines',
    summary: 'Activate a routine from the working tree',
    about:
      'The daemon runs the definitions on the default branch. This shows what a new or changed local routine may ' +
      'run, and pins that content until the branch has the same or you enable another version. --off goes back to ' +
      'the default branch.',
    words: [{ syntax: '[routine...]', text: 'routine names', values: 'routine' }],
    options: [
      {
        flags: '--all',
        text: 'all new or changed routines; with --off, all enabled ones',
      },
      { flags: '--off', text: 'go back to the default branch' },
      { flags: '-y, --yes', text: 'do not ask' },
    ],
    examples: [
      'roundsman enable todo-sweep',
      'roundsman enable --all --yes',
      'roundsman enable todo-sweep --off',
    ],
    load: async () => (await import('../commands/enable.ts')).enableCommand,
  },
  {
    name: 'pause',
    group: 'Routines',
    summary: 'Pause the schedule of a routine',
    about:
      'Without a name it pauses all. Lasts until `roundsman resume`, or as long as you say: `for 1w`, `until monday`. Slots that come due are recorded ' +
      'as skipped. Active runs continue, and `roundsman run` still works.',
    words: [{ syntax: '[routine...]', text: 'routine names', values: 'routine' }],
    options: [
      { flags: '--all', text: 'every active routine, as without a name' },
      { flags: '--once', text: 'skip its next slot only' },
      { flags: '--for <time>', text: 'how long: 1w, 3d, 12h; then it resumes by itself' },
      { flags: '--until <moment>', text: 'until when: monday, "tomorrow 07:00", 2026-12-01' },
      { flags: '-m, --reason <text>', text: 'why; shown in lists' },
    ],
    examples: [
      'roundsman pause todo-sweep --reason "code freeze"',
      'roundsman pause todo-sweep for 1w',
      'roundsman pause until monday',
    ],
    load: async () => (await import('../commands/pause.ts')).pauseCommand,
  },
  {
    name: 'resume',
    group: 'Routines',
    summary: 'Resume the schedule of a paused routine',
    about:
      'Without a name it resumes all. Earlier failures no longer count towards `pause-after-failures`.',
    words: [{ syntax: '[routine...]', text: 'routine names', values: 'routine' }],
    options: [{ flags: '--all', text: 'all that are paused, as without a name' }],
    examples: ['roundsman resume todo-sweep', 'roundsman resume --all'],
    load: async () => (await import('../commands/resume.ts')).resumeCommand,
  },
  {
    name: 'edit',
    group: 'Routines',
    summary: 'Open a routine, or roundsman.yaml, in your editor and check it, or set keys of it',
    about:
      'The editor is $VISUAL or $EDITOR, else nano or vi. Without a terminal it prints the path. --set needs no editor: it changes the file ' +
      'only when the result holds, and keeps the rest, comments included. Another engine takes the model, command and ' +
      'recipe of the old one away.',
    words: [
      { syntax: '[routine]', text: 'a routine (default: roundsman.yaml)', values: 'routine' },
    ],
    options: [
      {
        flags: '--set <key=value>',
        text: 'set a key, in full and with a value as in `run --set`; += adds to a list',
        repeatable: true,
        values: 'any-setting',
      },
      { flags: '--engine <engine>', text: 'set the engine of a routine', values: 'engine' },
      { flags: '--model <model>', text: 'set the model of a routine' },
    ],
    examples: [
      'roundsman edit todo-sweep',
      'roundsman edit todo-sweep --engine claude',
      'roundsman edit todo-sweep --set collect.todos.older-than=30d --set limits.timeout=1h',
      'roundsman edit --set limits.budget.usd-per-day=20',
    ],
    load: async () => (await import('../commands/edit.ts')).editCommand,
  },
  {
    name: 'schedule',
    group: 'Routines',
    summary: 'Change the schedule of a routine in its file',
    about:
      'Replaces `on.schedule` in routines/<routine>.yaml and keeps the rest, comments included. A time alone keeps the ' +
      'days. Without a schedule it lists the coming slots.',
    words: [
      { syntax: '<routine>', text: 'a routine', values: 'routine' },
      { syntax: '[when...]', text: 'words or a cron line: weekdays at 07:00, "0 7 * * 1-5", 7:00' },
    ],
    examples: [
      'roundsman schedule todo-sweep weekdays at 07:00',
      'roundsman schedule todo-sweep "0 7 * * *"',
      'roundsman schedule todo-sweep at 7:00',
    ],
    load: async () => (await import('../commands/schedule.ts')).scheduleCommand,
  },
  {
    name: 'remove',
    group: 'Routines',
    summary: 'Delete a routine; what it made is kept',
    about:
      'Deletes routines/<routine>.yaml and stops the schedule: while the default branch still has the routine, it is ' +
      'paused. Runs, reports, findings and branches are kept.',
    words: [{ syntax: '<routine>', text: 'a routine', values: 'routine' }],
    options: [{ flags: '-y, --yes', text: 'do not ask' }],
    examples: ['roundsman remove todo-sweep'],
    load: async () => (await import('../commands/remove.ts')).removeCommand,
  },
  {
    name: 'config',
    group: 'Routines',
    summary: 'Show the settings in effect and where each comes from',
    words: [
      { syntax: '[routine]', text: 'of a routine (default: of roundsman.yaml)', values: 'routine' },
    ],
    examples: ['roundsman config', 'roundsman config todo-sweep --json'],
    load: async () => (await import('../commands/config.ts')).configCommand,
  },
];
