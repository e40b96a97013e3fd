/** Whether a night without anybody there would go well. */
import type { TopCommand } from '../command.ts';

export const readinessCommands: readonly TopCommand[] = [
  {
    name: 'doctor',
    group: 'Operate',
    first: false,
    summary: 'Whether this machine is ready for an unattended night',
    about:
      'Looks at git, Node, disk, clock, definitions, engines, isolation, secrets and the daemon, each by itself. ' +
      'Exits with 5 when something would make the night fail.',
    examples: ['roundsman doctor', 'roundsman doctor --json'],
    load: async () => (await import('../commands/doctor.ts')).doctorCommand,
  },
];
