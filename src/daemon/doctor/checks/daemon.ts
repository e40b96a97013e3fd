import { findDaemon } from '../../../scheduler/daemon/daemon-lock.ts';
import { no, yes, type Check } from '../check.ts';
import { installedService } from '../daemon-variables.ts';

export const daemonCheck: Check = {
  name: 'daemon',
  look: async ({ workspace }) => {
    const [daemon, service] = await Promise.all([
      findDaemon(workspace.location.stateDir),
      installedService(workspace),
    ]);
    if (daemon !== null) {
      const kept = service === null ? 'not kept by a service' : `kept by ${service.name}`;
      return yes(`process ${daemon.process.pid}, since ${daemon.since}, ${kept}`);
    }
    return service === null
      ? no(
          'no daemon runs, so nothing starts by itself',
          'roundsman start --detach, or for good: roundsman service install',
        )
      : no(
          `the service ${service.name} is installed, and its daemon does not run`,
          service.kind === 'systemd'
            ? `See why: systemctl --user status ${service.name}`
            : `See why: launchctl print gui/$UID/${service.name}`,
        );
  },
};
