import { hostTimezone } from '../../../platform/environment.ts';
import { readContext } from '../../../routines/definitions.ts';
import { warn, yes, type Check } from '../check.ts';

export const timezoneCheck: Check = {
  name: 'timezone',
  look: async ({ workspace }) => {
    const { context } = await readContext(workspace);
    const { timezone, lines } = context.workspace;
    const host = hostTimezone();
    if (lines.timezone === null) {
      return warn(
        `${timezone}, because this machine has it: on another, schedules mean something else`,
        `Write \`timezone: ${timezone}\` into roundsman.yaml.`,
      );
    }
    return yes(timezone === host ? timezone : `${timezone}; this machine's own is ${host}`);
  },
};
