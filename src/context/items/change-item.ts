import type { ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { checkedBody, checkedFiles, checkedTitle, refuseParent } from './item-rules.ts';
import { refuseUnlessFiled, updateItem, type ItemChange, eventNow } from './update-item.ts';

/** `null`: stays as it is. */
export interface ItemEdit {
  readonly title: string | null;
  readonly body: string | null;
  /** As typed; `none`: it stands under nothing from now on. */
  readonly parent: string | null;
  /** Empty: none from now on. */
  readonly files: readonly string[] | null;
}

/** Throws `usage`, `not-found`, `refused`. Changing nothing is fine: `what` is `null` then. */
export async function changeItem(
  workspace: Workspace,
  text: string,
  edit: ItemEdit,
): Promise<ItemChange> {
  return updateItem(workspace, text, async (item) => {
    refuseUnlessFiled(item);
    const parent = await newParent(workspace, item, edit.parent);
    const changed: Item = {
      ...item,
      title: edit.title === null ? item.title : checkedTitle(edit.title),
      body: edit.body === null ? item.body : checkedBody(edit.body),
      parent,
      files: edit.files === null ? (item.files ?? []) : checkedFiles(edit.files),
    };
    const what = [
      ...(changed.title === item.title ? [] : [`title was "${item.title}"`]),
      ...(changed.body === item.body ? [] : ['body']),
      ...(changed.parent === (item.parent ?? null) ? [] : [`parent is ${parent ?? 'none'}`]),
      ...(sameList(changed.files, item.files) ? [] : ['files']),
    ];
    return { item: changed, what: what.length === 0 ? null : `changed ${what.join(', ')}` };
  });
}

async function newParent(
  workspace: Workspace,
  item: Item,
  asked: string | null,
): Promise<ItemKey | null> {
  if (asked === null) return item.parent ?? null;
  if (asked === 'none') return null;
  return refuseParent(workspace, { of: item.key, asked });
}

function sameList(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

// A person's own item.
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
