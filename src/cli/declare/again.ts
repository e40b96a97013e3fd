/** Doing what was or should have been done: attempts, comparisons, slots of the past. */
import type { CommandDeclaration, OptionDeclaration, TopCommand } from '../command.ts';

const RETRY: TopCommand = {
  name: 'retry',
  group: 'Runs',
  summary: 'Another attempt for a run that did not end well',
  about:
    'For the same slot, with the definition, window, event and inputs that it had the first time, also when the ' +
    'routine has changed since. Where its worktree is still kept, the agent works on in it, in the session that it had ' +
    'if its engine keeps one, and is told how it ended; what it makes becomes a branch of its own. A parked run goes ' +
    'on at once. Starts now and stays, like `run`.',
  words: [
    {
      syntax: '<run>',
      text: 'a run: its id, a part of it, or a routine (its newest run)',
      values: ['routine', 'run'],
    },
  ],
  options: [
    {
      flags: '--message <text>',
      text: 'what is to be different, for the agent to read; also for a run that went well',
    },
    { flags: '--fresh', text: 'in a new worktree and a new session, whatever is kept' },
    { flags: '--anyway', text: 'also when it went well, and whatever else runs' },
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
  summary: 'Go over a past run again with the definition of today',
  about:
    'From the same base commit, with the same window, event and inputs, to see what a changed routine makes of ' +
    'them. It counts for nothing else: it moves no window and changes no finding, and what it proposes is held.',
  words: [
    {
      syntax: '<run>',
      text: 'a run: its id, a part of it, or a routine (its newest run)',
      values: ['routine', 'run'],
    },
  ],
  options: [
    { flags: '--same', text: 'with the definition that it had' },
    {
      flags: '--set <key=value>',
      text: 'lay a value over the definition of today',
      repeatable: true,
      values: 'setting',
    },
    { flags: '--anyway', text: 'whatever else runs' },
    { flags: '--detach', text: 'start it and return at once' },
  ],
  examples: ['roundsman replay 4k2v9x', 'roundsman replay todo-sweep --same'],
  load: async () => (await import('../commands/replay.ts')).replayCommand,
};

const BACKFILL: TopCommand = {
  name: 'backfill',
  group: 'Routines',
  summary: 'Queue the slots of a past stretch that had no good run',
  about:
    'The instants at which the active schedule was due, both ends inclusive. A date is a whole day in the zone of ' +
    'the schedule. They run one after another, oldest first, each with the window of its own instant, as the daemon ' +
    'has a place for them. Asking twice queues nothing twice.',
  words: [{ syntax: '<routine>', text: 'an active routine', values: 'routine' }],
  options: [
    {
      flags: '--from <time>',
      text: 'a date or an instant, needed: 2026-11-01, 2026-11-01T02:00Z',
    },
    { flags: '--to <time>', text: 'the same, needed' },
    { flags: '--dry-run', text: 'show what would be queued and what left out' },
    { flags: '--again', text: 'also where a run went well' },
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
