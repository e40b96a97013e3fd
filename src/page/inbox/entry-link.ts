import { withQuery } from '../links.ts';

/** One waiting entry, opened: a page of its own, and a piece beside the list. */
export function entryLink(id: string): string {
  return withQuery('/inbox/entry', { id });
}
