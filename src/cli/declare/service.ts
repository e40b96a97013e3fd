/** The daemon as a service of the system. */
import type { OptionDeclaration, TopCommand } from '../command.ts';

const DRY_RUN: OptionDeclaration = {
  flags: '--dry-run',
  text: 'print what would be written and run, and do nothing',
};

export const serviceCommands: readonly TopCommand[] = [
  {
    name: 'service',
    group: 'Operate',
    summary: 'The daemon as a service that the system starts and keeps',
    about:
      'A systemd user unit on Linux, a launchd agent on macOS; one a workspace. Without a verb: what is installed.',
    examples: ['roundsman service', 'roundsman service install --dry-run'],
    verbs: [
      {
        name: 'install',
        summary: 'Write the service, and start it now and at every login',
        about:
          'It takes the PATH of this shell along, so that the agents are found. Give it again after node, PATH or ' +
          'Roundsman moved. Runs have processes of their own, and go on when the daemon ends or is started anew.',
        options: [DRY_RUN],
        examples: ['roundsman service install --dry-run', 'roundsman service install'],
        load: async () => (await import('../commands/service-install.ts')).serviceInstallCommand,
      },
      {
        name: 'uninstall',
        summary: 'End the service and remove it; runs that go on do so without it',
        options: [DRY_RUN],
        examples: ['roundsman service uninstall'],
        load: async () =>
          (await import('../commands/service-uninstall.ts')).serviceUninstallCommand,
      },
    ],
    load: async () => (await import('../commands/service.ts')).serviceCommand,
  },
];
