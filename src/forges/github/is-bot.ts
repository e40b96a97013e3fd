import { textAt } from '../read-fields.ts';

/** Whether the user, as GitHub shows it, is an app or a workflow. False for no user. */
export function isBot(user: unknown): boolean {
  return textAt(user, 'type') === 'Bot' || textAt(user, 'login').endsWith('[bot]');
}
