/**
 * What an error thrown on the way to the other side means, for every channel the same: a wrong setting is refused, since
 * waiting does not fix it; whatever else this machine lacks may be there at the next try.
 */
import { NOT_NOW } from '../platform/outward/read-credential.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { SendSurroundings, SendResult } from './channel.ts';

export function resultOfThrown(
  thrown: unknown,
  surroundings: Pick<SendSurroundings, 'daemonFollows'>,
): Exclude<SendResult, { readonly kind: 'sent' }> {
  const { message, hint } = asAppError(thrown);
  const isSetting = thrown instanceof AppError && isForGood(thrown, surroundings);
  return isSetting ? { kind: 'refused', why: message, hint } : { kind: 'retry', why: message };
}

function isForGood(
  { code, reason }: AppError,
  { daemonFollows = false }: Pick<SendSurroundings, 'daemonFollows'>,
): boolean {
  switch (code) {
    case 'failed':
    case 'internal':
      return false;
    case 'missing':
      return reason !== NOT_NOW && !(daemonFollows && reason === 'no-credential');
    case 'usage':
    case 'invalid-definition':
    case 'not-found':
    case 'refused':
      return true;
  }
}
