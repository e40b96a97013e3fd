import { ITEM_ACTS, type ItemActType } from '../ledger/requests/item-act.ts';
import type { Brief } from './brief.ts';

const FORMS: Readonly<Record<ItemActType, string>> = {
  comment: '`{"type": "comment", "item", "body"}` to propose a comment on an item',
  'update-item':
    '`{"type": "update-item", "item", "title", "body"}` to propose other words for one; what is left out stays',
  'close-item':
    '`{"type": "close-item", "item", "how": "done"|"dropped"|"duplicate", "reason"}` to propose that one is closed',
};

/** What may be proposed of items that are there. */
export function formatItemAct({ itemActs = {} }: Pick<Brief['context'], 'itemActs'>): string {
  return ITEM_ACTS.flatMap((act) => {
    const mode = itemActs[act];
    if (mode === undefined) return [];
    const who =
      mode === 'auto'
        ? 'of items of this routine that is done without asking anybody'
        : 'a person decides';
    return [`- \`proposals.jsonl\`: ${FORMS[act]}; ${who}.\n`];
  }).join('');
}
