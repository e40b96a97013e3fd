/** What a run that is started for an item carries along. */
import { AppError } from '../../words/errors.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findItem, refuseUnlessFiled } from './update-item.ts';

export type ForItem = Required<Pick<RunSpec, 'item'>> & Pick<RunSpec, 'touches'>;

/** Throws `usage`, `not-found`; `refused` for one that is closed or was never filed. */
export async function itemForRun(
  workspace: Pick<Workspace, 'items'>,
  text: string,
): Promise<ForItem> {
  const item = await findItem(workspace, text);
  refuseUnlessFiled(item);
  if (item.state === 'closed') {
    throw new AppError('refused', {
      code: 'item-closed',
      message: `${item.key} is closed as ${item.closed?.how ?? 'done'}`,
      hint: `Open it again first: roundsman items reopen ${item.key}`,
    });
  }
  const { files = [] } = item;
  return {
    item: { key: item.key, purpose: 'work' },
    ...(files.length > 0 ? { touches: files } : {}),
  };
}
