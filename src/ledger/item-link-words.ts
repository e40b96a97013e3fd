/** Ties as people type and read them: `branch:NAME`, `run:ID`, `blocked-by:RM-2`, a URL. Pure. */
import type { ItemLink } from '../words/item.ts';
import { stripControls } from '../words/text.ts';

/** For help and errors. */
export const LINK_FORMS =
  'branch:NAME, run:ID, session:ID, decision:D-1, blocked-by:RM-2, tracker:KEY, or a URL';

const MAX_LENGTH = 500;

/** `null` when it is none of the forms. What it names is for the caller to look up. */
export function readLink(text: string): Pick<ItemLink, 'kind' | 'id'> | null {
  const typed = text.trim();
  if (typed === '' || typed.length > MAX_LENGTH || /\s/.test(typed)) return null;
  if (stripControls(typed) !== typed) return null;
  if (/^https?:\/\/[^/]/i.test(typed))
    return URL.canParse(typed) ? { kind: 'outside', id: typed } : null;
  const colon = typed.indexOf(':');
  const id = typed.slice(colon + 1);
  if (colon < 1 || id === '') return null;
  switch (typed.slice(0, colon).toLowerCase()) {
    case 'branch':
      return { kind: 'branch', id: id.replace(/^refs\/heads\//, '') };
    case 'run':
      return { kind: 'run', id: id.toLowerCase() };
    case 'session':
      return { kind: 'session', id };
    case 'decision':
      return /^[dk]-[1-9][0-9]{0,8}$/i.test(id) ? { kind: 'decision', id: id.toUpperCase() } : null;
    case 'blocked-by':
      return { kind: 'blocked-by', id: id.toUpperCase() };
    case 'tracker':
      return { kind: 'outside', id: `tracker:${id}` };
    default:
      return null;
  }
}

/** As it is typed. */
export function formatLink({ kind, id }: Pick<ItemLink, 'kind' | 'id'>): string {
  return kind === 'outside' ? id : `${kind}:${id}`;
}

export function sameLink(
  a: Pick<ItemLink, 'kind' | 'id'>,
  b: Pick<ItemLink, 'kind' | 'id'>,
): boolean {
  return a.kind === b.kind && a.id === b.id;
}
