/** Doing what was or should have been done: attempts, comparisons, slots of the past. */
import type { TopCommand } from '../command.ts';

export const againCommands: readonly TopCommand[] = [
  {
    name: 'retry',
    group: 'Run',
    first: false,
    summary: 'Another attempt for a run that did not end well',
    about:
      'For the same slot, with the definition, window, event and inputs that it had the first time, also when the ' +
      'routine has changed since. Starts now and stays, like `run`.',
    words: [
      {
        syntax: '<run>',
        text: 'a run: its id, a part of it, or a routine (its newest run)',
        values: ['routine', 'run'],
      },
    ],
    options: [
      { flags: '--anyway', text: 'also when it went well, and whatever else runs' },
      { flags: '--detach', text: 'start it and return at once' },
    ],
    examples: ['roundsman retry todo-sweep', 'roundsman retry 4k2v9x --detach'],
    load: async () => (await import('../commands/retry.ts')).retryCommand,
  },
  {
    name: 'replay',
    group: 'Run',
    first: false,
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
  },
];
