/** The one way in which people change items: under the ledger lock, with a line in the item's history. */
import { AppError } from '../../words/errors.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item, ItemEvent } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

const MOST_EVENTS = 100;

export interface ItemChange {
  readonly item: Item;
  /** What was done, for its history; `null`: nothing, and nothing is written. */
  readonly what: string | null;
}

/** `change` sees the item as it is now, and throws what it refuses. Gives the item as it is then. */
export async function updateItem(
  workspace: Workspace,
  text: string,
  change: (item: Item) => Promise<ItemChange> | ItemChange,
): Promise<ItemChange> {
  const exclusively = workspace.locks.ledger;
  return exclusively(async () => {
    const before = await findItem(workspace, text);
    const changed = await change(before);
    if (changed.what === null) return changed;
    const item = withEvent(changed.item, eventNow(workspace, changed.what));
    await workspace.items.replace(before, item);
    return { item, what: changed.what };
  });
}

export function withEvent(item: Item, event: ItemEvent): Item {
  return { ...item, history: [...(item.history ?? []), event].slice(-MOST_EVENTS) };
}

export function eventNow(workspace: Workspace, what: string): ItemEvent {
  return {
    at: workspace.clock.now().toISOString(),
    by: workspace.actor,
    what: oneLine(what, 300),
  };
}

/** An item in the outbox is decided there, and an unused key is not an item to work on. Throws `refused`. */
export function refuseUnlessFiled(item: Item): void {
  if (item.state === 'open' || item.state === 'closed') return;
  const words = {
    reserved: 'is reserved for an active run',
    proposed: 'waits for approval',
    declined: 'was declined',
    released: 'was never used',
  }[item.state];
  throw new AppError('refused', {
    code: 'item-not-filed',
    message: `${item.key} ${words}`,
    hint:
      item.state === 'proposed'
        ? 'Let it in first: roundsman approve'
        : 'Make one of your own: roundsman items new "…".',
  });
}

/** `RM-3`, `rm-3` or `3`. Throws `usage`. */
export function toItemKey(text: string): ItemKey {
  const typed = text.trim().toUpperCase();
  const key = /^[0-9]+$/.test(typed) ? `RM-${typed}` : typed;
  if (isItemKey(key)) return key;
  throw new AppError('usage', {
    code: 'bad-item-key',
    message: `"${oneLine(text, 80)}" is not the key of an item`,
    hint: 'Keys look like RM-3; `roundsman items --all` lists them.',
  });
}

/** Throws `usage`, `not-found`. */
export async function findItem(workspace: Pick<Workspace, 'items'>, text: string): Promise<Item> {
  const key = toItemKey(text);
  const item = await workspace.items.read(key);
  if (item !== null) return item;
  throw new AppError('not-found', {
    code: 'no-such-item',
    message: `there is no item ${key}`,
    hint: '`roundsman items --all` lists them; make one: roundsman items new "…".',
  });
}
