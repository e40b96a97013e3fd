/** Whether a night without anybody there would go well. */
import type { TopCommand } from '../command.ts';

export const readinessCommands: readonly TopCommand[] = [
  {
    name: 'rehearse',
    group: 'Operate',
    summary: 'A dry night: every slot that would fire, and what would go wrong',
    about:
      'Plays the coming hours through on paper: schedules, jitter, pauses, overlap and places, with runs that take as ' +
      'long as they usually do. Each routine is looked at as an unattended run would meet it: engine, variables, base, ' +
      'files, and its brief is rendered. Nothing is started. Exits with 5 when the night would fail.',
    options: [
      { flags: '--hours <n>', text: 'how long the night is (default: 24, at most 744)' },
      { flags: '--from <instant>', text: 'when it begins, ISO 8601 (default: now)' },
      { flags: '--quick', text: 'render no briefs' },
    ],
    examples: ['roundsman rehearse', 'roundsman rehearse --hours 12 --json'],
    load: async () => (await import('../commands/rehearse.ts')).rehearseCommand,
  },
  {
    name: 'doctor',
    group: 'Operate',
    summary: 'Whether this machine, or one routine, is ready for an unattended night',
    about:
      'Looks at git, Node, disk, clock, definitions, engines, isolation, secrets and the daemon, each by itself. ' +
      'Exits with 5 when something would make the night fail. With --routine: at what a run of that one would meet, ' +
      'started by nobody; its brief is rendered, and nothing is started or left behind. Then 1 says no.',
    options: [
      {
        flags: '--routine <routine>',
        text: 'what a run of this routine would meet',
        values: 'routine',
      },
      { flags: '--night', text: 'play the next 24 hours through on paper, as `rehearse` does' },
      { flags: '--hours <n>', text: 'with --night: how many hours' },
    ],
    examples: [
      'roundsman doctor',
      'roundsman doctor --routine todo-sweep',
      'roundsman doctor --json',
    ],
    load: async () => (await import('../commands/doctor.ts')).doctorCommand,
  },
];
