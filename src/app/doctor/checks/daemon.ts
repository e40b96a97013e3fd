import { findDaemon } from '../../daemon/daemon-lock.ts';
import { no, yes, type Check } from '../check.ts';

export const daemonCheck: Check = {
  name: 'daemon',
  look: async ({ workspace }) => {
    const daemon = await findDaemon(workspace.location.stateDir);
    return daemon === null
      ? no(
          'no daemon runs, so nothing starts by itself',
          'roundsman start --detach, or for good: roundsman service install',
        )
      : yes(`process ${daemon.process.pid}, since ${daemon.since}`);
  },
};
