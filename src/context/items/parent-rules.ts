/** What an item may stand under, and what it may wait for: something that is there, and nothing in a circle. */
import { blockersOf } from '../../ledger/all-standings.ts';
import { AppError } from '../../words/errors.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findItem } from './find-item.ts';
import { refuseUnlessFiled } from './update-item.ts';

interface TieRequest {
  /** The item that is to be tied; `null`: it is new, so nothing leads to it. */
  readonly of: ItemKey | null;
  /** As typed. */
  readonly asked: string;
}

/** Gives the parent's key. Throws `usage`, `not-found`, `refused`. */
export async function refuseParent(
  workspace: Pick<Workspace, 'items'>,
  { of, asked }: TieRequest,
): Promise<ItemKey> {
  return refuseCircle(workspace, {
    of,
    asked,
    next: ({ parent }) => (parent === undefined || parent === null ? [] : [parent]),
    words: 'stands under',
  });
}

/** The same of what it waits for. */
export async function refuseBlocker(
  workspace: Pick<Workspace, 'items'>,
  { of, asked }: TieRequest,
): Promise<ItemKey> {
  return refuseCircle(workspace, { of, asked, next: blockersOf, words: 'waits for' });
}

async function refuseCircle(
  workspace: Pick<Workspace, 'items'>,
  request: TieRequest & {
    readonly next: (item: Item) => readonly ItemKey[];
    readonly words: string;
  },
): Promise<ItemKey> {
  const { of, asked, next, words } = request;
  const target = await findItem(workspace, asked);
  refuseUnlessFiled(target);
  if (of === null) return target.key;
  const items = new Map((await workspace.items.list()).map((item) => [item.key, item]));
  const seen = new Set<ItemKey>();
  const open: ItemKey[] = [target.key];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === of) {
      throw new AppError('refused', {
        code: 'item-circle',
        message:
          target.key === of
            ? `${of} cannot be tied to itself`
            : `${target.key} ${words} ${of} already, so ${of} cannot be the one that ${words} it`,
        hint: `See how they are tied: roundsman items show ${target.key}`,
      });
    }
    if (seen.has(key)) continue;
    seen.add(key);
    const item = items.get(key);
    if (item !== undefined) open.push(...next(item));
  }
  return target.key;
}
