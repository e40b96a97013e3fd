/** Getting room again. */
import type { TopCommand } from '../command.ts';

export const cleanUpCommands: readonly TopCommand[] = [
  {
    name: 'gc',
    group: 'Operate',
    summary: 'Remove leftovers of runs where that is safe',
    about:
      'Plans first, then removes expired worktrees, leftovers of dead processes and old archives. Keeps whatever ' +
      'is in use, holds work that was not handed back, or is unclear, and says why. The daemon does the same when ' +
      'idle. --run with --discard-work removes one run’s worktree; its work is saved first, and the command that ' +
      'restores it is printed.',
    options: [
      { flags: '--dry-run', text: 'show what would be done' },
      { flags: '--all', text: 'also list everything that stays' },
      { flags: '--set-aside', text: 'also remove unreadable runs that were set aside' },
      { flags: '--run <run>', text: 'only the worktree of this run', values: 'run' },
      { flags: '--discard-work', text: 'with --run: even with work that was not handed back' },
    ],
    examples: [
      'roundsman gc --dry-run',
      'roundsman gc',
      'roundsman gc --run todo-sweep --discard-work',
    ],
    load: async () => (await import('../commands/gc.ts')).gcCommand,
  },
];
