import { AppError } from '../words/errors.ts';

/** What was asked cannot be meant. */
export function usageFailure(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
