/** A person's own item. */
import type { ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { checkedBody, checkedFiles, checkedTitle } from './item-text.ts';
import { refuseParent } from './parent-rules.ts';
import { eventNow } from './update-item.ts';

export interface NewItem {
  readonly title: string;
  readonly body: string;
  /** As typed; `null`: none. */
  readonly parent: string | null;
  readonly files: readonly string[];
}

/** Throws `usage`, `not-found`, `refused`. */
export async function makeItem(workspace: Workspace, asked: NewItem): Promise<Item> {
  const title = checkedTitle(asked.title);
  const body = checkedBody(asked.body);
  const files = checkedFiles(asked.files);
  const exclusively = workspace.locks.ledger;
  return exclusively(async () => {
    const parent: ItemKey | null =
      asked.parent === null
        ? null
        : await refuseParent(workspace, { of: null, asked: asked.parent });
    const event = eventNow(workspace, 'made it');
    return workspace.items.make({
      state: 'open',
      title,
      body,
      routine: null,
      run: null,
      findings: [],
      createdAt: event.at,
      parent,
      links: [],
      files,
      closed: null,
      history: [event],
    });
  });
}
