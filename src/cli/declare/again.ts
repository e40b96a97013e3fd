/** Doing what was or should have been done: attempts, comparisons, slots of the past. */
import type { CommandDeclaration, OptionDeclaration, TopCommand } from '../command.ts';

const RETRY: TopCommand = {
  name: 'retry',
  group: 'Runs',
  summary: 'Try a failed run again',
  about:
    'Uses the slot, definition, window, event and inputs of the first attempt. If the worktree is still there, ' +
    'the agent continues in it, and in its session if the engine keeps one; otherwise it starts fresh. Its work ' +
    'becomes a new branch. A parked run continues at once. Stays with the run, like `run`.',
  words: [
    {
      syntax: '[run]',
      text: 'a run: its id, a part of it, or a routine (its newest run); default: the newest that failed',
      values: ['routine', 'run'],
    },
  ],
  options: [
    {
      flags: '--message <text>',
      text: 'instructions for the agent; also works for a successful run',
    },
    { flags: '--fresh', text: 'use a new worktree and session' },
    { flags: '--anyway', text: 'even if it succeeded, and even if other runs are active' },
    { flags: '--detach', text: 'start it and return at once' },
  ],
  examples: [
    'roundsman retry todo-sweep',
    'roundsman retry 4k2v9x --message "Keep the old name of the function."',
    'roundsman retry 4k2v9x --fresh --detach',
  ],
  load: async () => (await import('../commands/retry.ts')).retryCommand,
};

const REPLAY: TopCommand = {
  name: 'replay',
  group: 'Runs',
  summary: 'Repeat a past run with the current definition',
  about:
    'Uses the same base commit, window, event and inputs, to see what a changed routine would do. It changes no ' +
    'window and no finding, and its requests are held.',
  words: [
    {
      syntax: '<run>',
      text: 'a run: its id, a part of it, or a routine (its newest run)',
      values: ['routine', 'run'],
    },
  ],
  options: [
    { flags: '--same', text: 'use the definition that the run had' },
    {
      flags: '--set <key=value>',
      text: 'override a value of the current definition',
      repeatable: true,
      values: 'setting',
    },
    { flags: '--anyway', text: 'even if other runs are active' },
    { flags: '--detach', text: 'start it and return at once' },
  ],
  examples: ['roundsman replay 4k2v9x', 'roundsman replay todo-sweep --same'],
  load: async () => (await import('../commands/replay.ts')).replayCommand,
};

const BACKFILL: TopCommand = {
  name: 'backfill',
  group: 'Routines',
  summary: 'Queue past slots that had no successful run',
  about:
    'Covers the times at which the active schedule was due, both ends included. A date is a whole day in the ' +
    'schedule’s zone. Slots run one after another, oldest first, each with its own window. Asking twice queues ' +
    'nothing twice.',
  words: [{ syntax: '<routine>', text: 'an active routine', values: 'routine' }],
  options: [
    {
      flags: '--from <time>',
      text: 'a date or an instant, needed: 2026-11-01, 2026-11-01T02:00Z',
    },
    { flags: '--to <time>', text: 'the same, needed' },
    { flags: '--dry-run', text: 'show what would be queued' },
    { flags: '--again', text: 'also slots with a successful run' },
    { flags: '--max <n>', text: 'refuse more at once (default: 100)' },
  ],
  examples: [
    'roundsman backfill todo-sweep --from 2026-11-01 --to 2026-11-07 --dry-run',
    'roundsman backfill todo-sweep --from 2026-11-01T00:00Z --to 2026-11-02T00:00Z --again',
  ],
  load: async () => (await import('../commands/backfill.ts')).backfillCommand,
};

/** An option that two of them have is the same for both. */
function optionsOf(...commands: readonly CommandDeclaration[]): readonly OptionDeclaration[] {
  const options = commands.flatMap((command) => command.options ?? []);
  return [...new Map(options.map((option) => [option.flags, option])).values()];
}

export const againCommands: readonly TopCommand[] = [
  {
    name: 'rerun',
    group: 'Runs',
    summary: 'Retry a run, replay it, or backfill the slots of past days',
    about:
      'Retries the run in its worktree and session. --replay, --same or --set makes a separate run with the same base and ' +
      'window instead. --from and --to take a routine and queue its past slots. `help retry`, `help replay` and ' +
      '`help backfill` have the details.',
    words: [
      {
        syntax: '<run>',
        text: 'a run: its id, a part of it, or a routine (its newest run)',
        values: ['routine', 'run'],
      },
    ],
    options: [
      { flags: '--replay', text: 'a separate run with the current definition' },
      ...optionsOf(RETRY, REPLAY, BACKFILL),
    ],
    examples: [
      'roundsman rerun todo-sweep',
      'roundsman rerun 4k2v9x --replay',
      'roundsman rerun todo-sweep --from 2026-11-01 --to 2026-11-07',
    ],
    load: async () => (await import('../commands/rerun.ts')).rerunCommand,
  },
  RETRY,
  REPLAY,
  BACKFILL,
];
