import { actRules, type ItemActType } from '../../ledger/requests/item-act.ts';
import { AppError } from '../../words/errors.ts';
import { isItemKey } from '../../words/ids.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** What the outbox would refuse is refused while the agent can still do otherwise. */
/* oxlint-disable-next-line eslint/max-params -- where items are, whose rules, and what */
export async function checkItemAct(
  { items }: Workspace,
  { routine }: RunSpec,
  { act, item: key }: { readonly act: ItemActType; readonly item: string },
): Promise<void> {
  if (actRules(routine.outputs, act) === null) {
    throw new AppError('refused', {
      code: 'act-not-allowed',
      message: `this routine lets no ${act} be proposed (outputs.${act} is not set)`,
      hint: 'Say in the report what you would have done.',
    });
  }
  const item = isItemKey(key) ? await items.read(key) : null;
  const isOpen = item?.state === 'open' || (item?.state === 'closed' && act === 'comment');
  if (isOpen) return;
  throw new AppError('refused', {
    code: 'item-not-open',
    message: item === null ? `there is no item ${key}` : `${key} is ${item.state}`,
    hint: 'The items that are there: the tool `list`.',
  });
}
