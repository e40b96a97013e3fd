/** One line that says what a delivery is about. Pure; the words are the sender's. */
import { textAt } from './payload-fields.ts';
import type { HookPayload } from './read-deployment.ts';

export function summarizePayload({ scheme, event, value }: HookPayload): string {
  const what =
    scheme === 'github'
      ? event
      : (textAt(value, 'object_kind') ?? textAt(value, 'event_name') ?? textAt(value, 'type'));
  const action = textAt(value, 'action') ?? textAt(value, 'object_attributes', 'action');
  const ref = textAt(value, 'ref');
  const place =
    textAt(value, 'repository', 'full_name') ?? textAt(value, 'project', 'path_with_namespace');
  return [
    what ?? event ?? 'a delivery',
    action ?? '',
    ref === null ? '' : `of ${ref}`,
    place === null ? '' : `in ${place}`,
  ]
    .filter((word) => word !== '')
    .join(' ');
}
