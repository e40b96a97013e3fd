import { givenUpMessages, formatGivenUp } from '../../../connections/messages/list-messages.ts';
import { plural } from '../../../words/text.ts';
import { warn, yes, type Check } from '../check.ts';

const MOST_TOLD = 3;

export const messagesCheck: Check = {
  name: 'messages',
  look: async ({ workspace }) => {
    const gaveUp = await givenUpMessages(workspace);
    const { length: corrupt } = await workspace.messages.listCorrupt();
    if (corrupt > 0)
      return warn(
        `${plural(corrupt, 'record')} of messages cannot be read`,
        'Look at them in the folder `messages` of the state folder; what they told may not have been sent.',
      );
    if (gaveUp.length === 0) return yes('no message was given up');
    const told = gaveUp.slice(0, MOST_TOLD).map(formatGivenUp);
    const more = gaveUp.length > MOST_TOLD ? `; and ${gaveUp.length - MOST_TOLD} more` : '';
    return warn(
      `${told.join('; ')}${more}`,
      'Set right what they say, then: roundsman messages retry',
    );
  },
};
