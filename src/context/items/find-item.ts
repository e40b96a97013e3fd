import { AppError } from '../../words/errors.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

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
