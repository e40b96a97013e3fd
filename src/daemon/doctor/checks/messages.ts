import { dirname, join } from 'node:path';

import { givenUpMessages, formatGivenUp } from '../../../connections/messages/list-messages.ts';
import { inspectPath, isWritable } from '../../../platform/files.ts';
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

/** Copies only: a night without them goes well, and its reports are read with a command. */
export const reportsCheck: Check = {
  name: 'reports-folder',
  look: async ({ workspace }) => {
    const { root, bare } = workspace.location;
    if (bare) return yes('a bare repository has none; reports stay in the run folders');
    const folder = join(root, 'reports');
    const facts = await inspectPath(folder);
    const hint = 'Reports are kept with their runs all the same: roundsman report';
    if (facts !== null && facts.kind !== 'folder') {
      return warn(`${folder} is ${facts.kind === 'link' ? 'a symbolic link' : 'no folder'}`, hint);
    }
    const target = facts === null ? dirname(folder) : folder;
    return (await isWritable(target))
      ? yes(folder)
      : warn(`nothing can be written to ${target}`, hint);
  },
};
