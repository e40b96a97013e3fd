import type { TopCommand } from '../command.ts';

/** What decides whether a routine starts by itself. */
export const activeCommands: readonly TopCommand[] = [
  {
    name: 'enable',
    group: 'Routines',
    summary: 'Make a routine of the working tree active, after a look at what it may run',
    about:
      'By itself the daemon runs what the default branch holds. This shows what a routine that is new or changed here ' +
      'may run and pins that content, until the branch says the same, or another version is enabled. With --off, what the ' +
      'branch says counts again.',
    words: [{ syntax: '[routine...]', text: 'which ones', values: 'routine' }],
    options: [
      {
        flags: '--all',
        text: 'all that are new or changed here; with --off, all that are enabled',
      },
      { flags: '--off', text: 'take back what was enabled' },
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
    summary: 'Let nothing of a routine start by itself, until it is resumed',
    about:
      'Slots that come due meanwhile are recorded as skipped. A run that is going on is not touched, and `roundsman run` ' +
      'works as ever.',
    words: [{ syntax: '[routine...]', text: 'which ones', values: 'routine' }],
    options: [
      { flags: '--all', text: 'every active routine' },
      { flags: '--reason <text>', text: 'why; shown in lists' },
    ],
    examples: [
      'roundsman pause todo-sweep --reason "code freeze until Monday"',
      'roundsman pause --all',
    ],
    load: async () => (await import('../commands/pause.ts')).pauseCommand,
  },
  {
    name: 'resume',
    group: 'Routines',
    summary: 'Let a paused routine start by itself again',
    about: 'Failures before now no longer count towards `pause-after-failures`.',
    words: [{ syntax: '[routine...]', text: 'which ones', values: 'routine' }],
    options: [{ flags: '--all', text: 'all that are paused' }],
    examples: ['roundsman resume todo-sweep', 'roundsman resume --all'],
    load: async () => (await import('../commands/resume.ts')).resumeCommand,
  },
];
