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
    summary: 'Install the daemon as a system service',
    about:
      'A systemd user unit on Linux, a launchd agent on macOS; one per workspace. Without a verb: shows what is ' +
      'installed.',
    examples: ['roundsman service', 'roundsman service install --dry-run'],
    verbs: [
      {
        name: 'install',
        summary: 'Install the service; it starts now and at every login',
        about:
          'Saves the PATH of this shell, so that agents are found. Run it again after you move node, PATH or ' +
          'Roundsman. Runs are separate processes and continue when the daemon stops or restarts.',
        options: [DRY_RUN],
        examples: ['roundsman service install --dry-run', 'roundsman service install'],
        load: async () => (await import('../commands/service-install.ts')).serviceInstallCommand,
      },
      {
        name: 'uninstall',
        summary: 'Stop and remove the service; active runs continue',
        options: [DRY_RUN],
        examples: ['roundsman service uninstall'],
        load: async () =>
          (await import('../commands/service-uninstall.ts')).serviceUninstallCommand,
      },
    ],
    load: async () => (await import('../commands/service.ts')).serviceCommand,
  },
];
