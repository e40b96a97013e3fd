/** For how many of what waits a decision is made at once. Pure. */
import type { InboxEntry, InboxKind } from '../inbox-entry.ts';

/** In the order in which a key goes through them. */
export const SCOPES = ['one', 'run', 'routine', 'folder', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** These are decided one by one: each is different. */
const SINGLE: readonly InboxKind[] = ['question', 'change-set', 'message'];

/** The others of its kind that are decided with it; none for `one`. */
export function othersIn(
  scope: Scope,
  entry: InboxEntry,
  left: readonly InboxEntry[],
): readonly InboxEntry[] {
  if (scope === 'one' || SINGLE.includes(entry.kind)) return [];
  return left.filter(
    (one) => one.id !== entry.id && one.kind === entry.kind && isWithin(scope, entry, one),
  );
}

/** The next one that takes in other things than this; after the last `one`. */
export function nextScope(scope: Scope, entry: InboxEntry, left: readonly InboxEntry[]): Scope {
  const idsOf = (one: Scope): string =>
    othersIn(one, entry, left)
      .map(({ id }) => id)
      .join(' ');
  const wider = SCOPES.slice(SCOPES.indexOf(scope) + 1);
  return wider.find((one) => idsOf(one) !== '' && idsOf(one) !== idsOf(scope)) ?? 'one';
}

function isWithin(scope: Scope, entry: InboxEntry, one: InboxEntry): boolean {
  switch (scope) {
    case 'one':
      return false;
    case 'run':
      return one.links.run !== undefined && one.links.run === entry.links.run;
    case 'routine':
      return one.routine !== null && one.routine === entry.routine;
    case 'folder':
      return folderOf(one) !== null && folderOf(one) === folderOf(entry);
    case 'all':
      return true;
  }
}

/** `src/http`; `null`: it is of no file. */
function folderOf({ links }: InboxEntry): string | null {
  const { path } = links;
  return path === undefined ? null : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
