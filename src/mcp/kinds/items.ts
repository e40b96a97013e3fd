import { AppError } from '../../domain/errors.ts';
import { isItemKey } from '../../domain/ids.ts';
import { oneLine } from '../../domain/text.ts';
import type { Kind } from '../contract.ts';

/** Those that are open or proposed; others when they are asked for by their state. */
export const items: Kind = {
  list: async ({ workspace }, { routine, state }) =>
    (await workspace.items.list()).toReversed().flatMap((item) => {
      const wanted =
        state === null ? STANDING.has(item.state) : state === 'all' || item.state === state;
      if (!wanted || (routine !== null && item.routine !== routine)) return [];
      return [
        {
          id: item.key,
          title: item.title,
          state: item.state,
          parent: item.parent ?? null,
          files: item.files ?? [],
          links: (item.links ?? []).map(({ kind, id }) => `${kind} ${id}`),
          createdAt: item.createdAt,
        },
      ];
    }),
  read: async ({ workspace }, { id }) => {
    const item = isItemKey(id) ? await workspace.items.read(id) : null;
    if (item !== null) return { source: `item ${item.key}`, text: JSON.stringify(item, null, 1) };
    throw new AppError('not-found', {
      code: 'item-unknown',
      message: `there is no item "${oneLine(id, 80)}"`,
      hint: 'Items are called RM-1, RM-2, …; list {"kind":"item","state":"all"} has them.',
    });
  },
};

const STANDING: ReadonlySet<string> = new Set(['open', 'proposed']);
