import { AppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import type { InboxEntry } from '../inbox-entry.ts';

type LinkName = 'finding' | 'proposal' | 'pullRequest' | 'set' | 'note' | 'message';

/** What a step is about, by the name of a link. Throws `internal` when an entry lacks it. */
export function linkOf(entry: InboxEntry, name: LinkName): string {
  const value = entry.links[name];
  if (value !== undefined) return value;
  throw new AppError('internal', { code: 'entry-without-link', message: entry.id, hint: '' });
}

export function runOf(entry: InboxEntry): RunId {
  const { run } = entry.links;
  if (run !== undefined) return run;
  throw new AppError('internal', { code: 'entry-without-run', message: entry.id, hint: '' });
}
