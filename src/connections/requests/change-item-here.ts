/** An approved act on an item of this workspace: in its own store, and once, however often it is gone on with. */
import type { ItemStore } from '../../store/ports.ts';
import { assertNever } from '../../words/errors.ts';
import type { Item } from '../../words/item.ts';
import type { ItemActProposal } from '../../words/proposal.ts';
import { oneLine } from '../../words/text.ts';
import type { Applied } from '../push/push-branch.ts';

const MOST_EVENTS = 100;

/** The caller holds the ledger lock. */
export async function changeItemHere(
  proposal: ItemActProposal,
  { items, now }: { readonly items: ItemStore; readonly now: () => string },
): Promise<Applied> {
  const { item: key } = proposal.payload;
  const item = await items.read(key);
  if (item === null) return { kind: 'failed', outcome: `the item ${key} is gone from the store` };
  if (item.state !== 'open' && item.state !== 'closed')
    return { kind: 'failed', outcome: `${key} is ${item.state}` };
  const mark = `(${proposal.id})`;
  const isDone = item.history?.some(({ what }) => what.endsWith(mark)) === true;
  if (!isDone) await items.replace(item, changedItem(item, proposal, { at: now(), mark }));
  return { kind: 'applied', outcome: formatDone(proposal) };
}

/** How its history tells it. */
export function changedItem(
  item: Item,
  proposal: ItemActProposal,
  { at, mark }: { readonly at: string; readonly mark: string },
): Item {
  const by = proposal.decision?.by ?? 'roundsman';
  const told = (what: string): Pick<Item, 'history'> => ({
    history: [
      ...(item.history ?? []),
      { at, by, what: `${oneLine(what, 300 - mark.length)} ${mark}` },
    ].slice(-MOST_EVENTS),
  });
  switch (proposal.type) {
    case 'comment':
      return { ...item, ...told(`for ${proposal.routine}: ${proposal.payload.body}`) };
    case 'update-item': {
      const { title, body } = proposal.payload;
      return {
        ...item,
        title: title === null ? item.title : oneLine(title, 300),
        body: body ?? item.body,
        ...told(`let ${proposal.routine} reword it; title was "${item.title}"`),
      };
    }
    case 'close-item': {
      const { how, reason } = proposal.payload;
      if (item.state === 'closed') return { ...item, ...told(`it was closed already; ${reason}`) };
      const closed = { how, reason: oneLine(reason, 1_000), by, at };
      return { ...item, state: 'closed', closed, ...told(`closed it as ${how}: ${reason}`) };
    }
    default:
      return assertNever(proposal);
  }
}

export function formatDone({ type, payload }: ItemActProposal): string {
  switch (type) {
    case 'comment':
      return `commented on ${payload.item}`;
    case 'update-item':
      return `${payload.item} says so now`;
    case 'close-item':
      return `${payload.item} is closed`;
    default:
      return assertNever(type);
  }
}
