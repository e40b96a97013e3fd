import { untilWords } from '../../../scheduler/pause-view.ts';
import { plural } from '../../../words/text.ts';
import { warn, yes, type Check } from '../check.ts';

export const pausesCheck: Check = {
  name: 'pauses',
  look: async ({ workspace }) => {
    const pauses = await workspace.pauses.list(workspace.clock.now().toISOString());
    if (pauses.length === 0) return yes('no routine is paused');
    const words = pauses.map(({ routine, by, reason, until }) => {
      const why = reason === '' ? '' : `: ${reason}`;
      return `${routine} (by ${by}${untilWords(until)}${why})`;
    });
    return warn(
      `${plural(pauses.length, 'routine')} paused: ${words.join(', ')}`,
      'Let one run again: roundsman resume ROUTINE',
    );
  },
};
