import { listItems } from '../../context/items/list-items.ts';
import { showItem } from '../../context/items/show-item.ts';
import type { Kind } from '../contract.ts';

/** Those that are open or proposed; others when they are asked for by their state or by where they stand. */
export const items: Kind = {
  list: async ({ workspace }, { routine, state }) => {
    const { items: found } = await listItems(workspace, {
      all: state !== null,
      staleOnly: false,
      routine,
    });
    return found.toReversed().flatMap((item) =>
      state !== null && state !== 'all' && item.state !== state && item.standing !== state
        ? []
        : [
            {
              id: item.key,
              title: item.title,
              standing: item.standing,
              because: item.because,
              state: item.state,
              parent: item.parent ?? null,
              files: item.files ?? [],
            },
          ],
    );
  },
  read: async ({ workspace }, { id }) => {
    const item = await showItem(workspace, id);
    return { source: `item ${item.key}`, text: JSON.stringify(item, null, 1) };
  },
};
