/** Acts on items that are there: what they hold, and whether a routine lets them in. Pure. */
import { assertNever } from '../../words/errors.ts';
import type { Item } from '../../words/item.ts';
import type {
  CloseItemPayload,
  CommentPayload,
  UpdateItemPayload,
  Proposal,
} from '../../words/proposal.ts';
import type { FewRules, OutputRules } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';

export const ITEM_ACTS = ['comment', 'update-item', 'close-item'] as const;
export type ItemActType = (typeof ITEM_ACTS)[number];

export interface ActAdmission {
  readonly type: ItemActType;
  readonly outputs: OutputRules;
  /** `null`: there is none of that key. */
  readonly item: Item | null;
  /** Items that the run may act on unseen: those of its routine, and the one that it is for. */
  readonly isOwn: boolean;
  /** Of this type, let in by earlier lines of this run. */
  readonly admitted: number;
  readonly duplicates: readonly string[];
}

export function actRules(outputs: OutputRules, type: ItemActType): FewRules | null {
  switch (type) {
    case 'comment':
      return outputs.comment ?? null;
    case 'update-item':
      return outputs.updateItem ?? null;
    case 'close-item':
      return outputs.closeItem ?? null;
    default:
      return assertNever(type);
  }
}

/** What others wrote is never changed unseen, whatever the mode. */
export function admitItemAct(
  request: ActAdmission,
): Pick<Proposal, 'state'> & { readonly reason: string } {
  const { type, outputs, item, isOwn, admitted, duplicates } = request;
  const rules = actRules(outputs, type);
  const refused = (reason: string) => ({ state: 'refused', reason }) as const;
  if (rules === null) return refused(`the routine does not allow it: outputs.${type} is not set`);
  if (item === null) return refused('there is no such item');
  if (item.state !== 'open' && item.state !== 'closed')
    return refused(`${item.key} is ${item.state}`);
  if (item.state === 'closed' && type !== 'comment') return refused(`${item.key} is closed`);
  if (admitted >= rules.max)
    return refused(`outputs.${type}.max is ${rules.max}, and that many were let in`);
  switch (rules.mode) {
    case 'review':
      return { state: 'held', reason: '' };
    case 'staged':
      return { state: 'staged', reason: '' };
    case 'auto':
      return isOwn && duplicates.length === 0
        ? { state: 'approved', reason: `outputs.${type}.mode is auto` }
        : { state: 'held', reason: '' };
    default:
      return assertNever(rules.mode);
  }
}

/** One line for lists. */
export function actSummary(
  content:
    | { readonly type: 'comment'; readonly payload: CommentPayload }
    | { readonly type: 'update-item'; readonly payload: UpdateItemPayload }
    | { readonly type: 'close-item'; readonly payload: CloseItemPayload },
): string {
  const { item, issue } = content.payload;
  const where = issue === undefined ? item : `${item} (${issue.connection} #${issue.number})`;
  switch (content.type) {
    case 'comment':
      return oneLine(`comment on ${where}: ${content.payload.body}`, 120);
    case 'update-item':
      return oneLine(
        `reword ${where}: ${content.payload.title ?? content.payload.body ?? ''}`,
        120,
      );
    case 'close-item':
      return oneLine(`close ${where} as ${content.payload.how}: ${content.payload.reason}`, 120);
    default:
      return assertNever(content);
  }
}
