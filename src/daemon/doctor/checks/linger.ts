import { join } from 'node:path';

import { accountName } from '../../../platform/environment.ts';
import { inspectPath } from '../../../platform/files.ts';
import { warn, yes, type Check } from '../check.ts';
import { installedService } from '../daemon-variables.ts';

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
