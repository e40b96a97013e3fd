/** The message that a person means, by its id or a part of it. */
import { AppError } from '../../words/errors.ts';
import type { Message } from '../../words/message.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { resolveId } from '../../workspace/resolve-id.ts';
import { asItStands } from '../own-claims.ts';

/** As it stands. Throws `not-found` for an id that is none, or of several. */
export async function findMessage({ messages, clock }: Workspace, text: string): Promise<Message> {
  const ids = await messages.listIds();
  const id = resolveId({ noun: 'message', ids, text, listedBy: 'roundsman messages --all' });
  const message = await messages.read(id);
  if (message !== null) return asItStands(message, clock.now().toISOString());
  throw new AppError('failed', {
    code: 'record-corrupt',
    message: `the record of ${id} cannot be read`,
    hint: 'Look at it in the folder `messages` of the state folder: roundsman doctor names that.',
  });
}
