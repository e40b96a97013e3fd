/** Whether a night without anybody there would go well. */
import type { TopCommand } from '../command.ts';

export const readinessCommands: readonly TopCommand[] = [
  {
    name: 'rehearse',
    group: 'Operate',
    summary: 'Simulate the coming night: what would run, what would fail',
    about:
      'Simulates the coming hours on paper: schedules, jitter, pauses, overlap and concurrency, with the usual ' +
      'duration of each routine. Checks engine, variables, base and files of each routine, and renders its brief. ' +
      'Starts nothing. Exits with 5 if the night would fail.',
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
    summary: 'Check that this machine is ready to run unattended',
    about:
      'Checks git, Node, disk, clock, definitions, engines, isolation, secrets and the daemon. Exits with 5 if ' +
      'something would make the night fail. --routine checks one routine and renders its brief; exits with 1 if it ' +
      'is not ready. Starts nothing.',
    options: [
      {
        flags: '--routine <routine>',
        text: 'what a run of this routine would meet',
        values: 'routine',
      },
      { flags: '--night', text: 'simulate the next 24 hours, like `rehearse`' },
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
