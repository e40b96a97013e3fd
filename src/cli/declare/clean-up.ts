/** Getting room again. */
import type { TopCommand } from '../command.ts';

export const cleanUpCommands: readonly TopCommand[] = [
  {
    name: 'gc',
    group: 'Operate',
    summary: 'Remove what runs left, where that is proven safe',
    about:
      'Looks at everything that runs left, plans, and removes what nobody needs: worktrees whose time is over, what dead ' +
      'processes left, old archives. What is in use, holds work that was not handed back, or is doubtful stays, and the ' +
      'reason is told. A daemon does the same by itself when nothing goes on. --run with --discard-work removes the ' +
      'worktree of one run knowingly; its work is put away first, and the command that brings it back is printed.',
    options: [
      { flags: '--dry-run', text: 'only say what would be done' },
      { flags: '--all', text: 'tell of everything that stays, too' },
      { flags: '--set-aside', text: 'also remove what was set aside because it could not be read' },
      { flags: '--run <run>', text: 'only the worktree of this run', values: 'run' },
      { flags: '--discard-work', text: 'of that run, with work that was not handed back' },
    ],
    examples: [
      'roundsman gc --dry-run',
      'roundsman gc',
      'roundsman gc --run todo-sweep --discard-work',
    ],
    load: async () => (await import('../commands/gc.ts')).gcCommand,
  },
];
