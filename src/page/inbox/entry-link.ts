import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import {
  findingLink,
  messageLink,
  path,
  proposalLink,
  runLink,
  safeUrl,
  setLink,
  withQuery,
} from '../links.ts';

/** One waiting entry, opened: a page of its own, and a piece beside the list. */
export function entryLink(id: string): string {
  return withQuery('/inbox/entry', { id });
}

/** The page of what waits, where all of it is shown. */
export function subjectLink({ kind, links }: InboxEntry): string {
  if (links.finding !== undefined) return findingLink(links.finding);
  if (links.proposal !== undefined) return proposalLink(links.proposal);
  if (links.pullRequest !== undefined) return safeUrl(links.url ?? '') ?? '/outbox';
  if (links.set !== undefined) return setLink(links.set);
  if (links.note !== undefined) return path('notes', links.note);
  if (links.message !== undefined) return messageLink(links.message);
  if (links.run !== undefined)
    return kind === 'report' ? `${runLink(links.run)}#report` : runLink(links.run);
  return '/inbox';
}
