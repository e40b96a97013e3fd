import { join } from 'node:path';

import { accountName } from '../../../platform/environment.ts';
import { inspectPath } from '../../../platform/files.ts';
import { findDaemon } from '../../../scheduler/ask-daemon.ts';
import { no, yes, type Check, warn } from '../check.ts';
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

/** A file for each user whose services continue without a session. */
const LINGERING = '/var/lib/systemd/linger';

/** systemd ends the services of a user with the last session, unless told otherwise. */
export const lingerCheck: Check = {
  name: 'linger',
  look: async ({ workspace }) => {
    const service = await installedService(workspace);
    if (service?.kind !== 'systemd') return yes('not needed');
    const user = accountName();
    return (await inspectPath(join(LINGERING, user))) !== null
      ? yes(`services of ${user} continue without a session`)
      : warn(
          `${service.name} ends when ${user} logs out, and starts at the next login only`,
          'Let it continue: loginctl enable-linger',
        );
  },
};
