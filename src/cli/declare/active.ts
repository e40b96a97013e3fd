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
      'Lasts until `roundsman resume`, or as long as you say: `for 1w`, `until monday`. Slots that come due are recorded ' +
      'as skipped. Active runs continue, and `roundsman run` still works.',
    words: [{ syntax: '[routine...]', text: 'routine names', values: 'routine' }],
    options: [
      { flags: '--all', text: 'every active routine' },
      { flags: '--for <time>', text: 'how long: 1w, 3d, 12h; then it resumes by itself' },
      { flags: '--until <moment>', text: 'until when: monday, "tomorrow 07:00", 2026-12-01' },
      { flags: '--reason <text>', text: 'why; shown in lists' },
    ],
    examples: [
      'roundsman pause todo-sweep --reason "code freeze"',
      'roundsman pause todo-sweep for 1w',
      'roundsman pause --all until monday',
    ],
    load: async () => (await import('../commands/pause.ts')).pauseCommand,
  },
  {
    name: 'resume',
    group: 'Routines',
    summary: 'Resume the schedule of a paused routine',
    about: 'Earlier failures no longer count towards `pause-after-failures`.',
    words: [{ syntax: '[routine...]', text: 'routine names', values: 'routine' }],
    options: [{ flags: '--all', text: 'all that are paused' }],
    examples: ['roundsman resume todo-sweep', 'roundsman resume --all'],
    load: async () => (await import('../commands/resume.ts')).resumeCommand,
  },
];
