import { textAt } from '../forge/read-fields.ts';

/** An app or a workflow, as GitHub shows users. Nobody: no. */
export function isBot(user: unknown): boolean {
  return textAt(user, 'type') === 'Bot' || textAt(user, 'login').endsWith('[bot]');
}
