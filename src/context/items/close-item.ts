/** A person's last word on an item, and taking it back. Nothing else closes an item. */
import { stateAt } from '../../ledger/finding-life.ts';
import { carries } from '../../ledger/finding-verdict.ts';
import { recordOutsideVerdict, releaseFindings } from '../../ledger/rewrite-findings.ts';
import { AppError } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import type { Item, ItemClosing } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { findItem, refuseUnlessFiled, updateItem } from './update-item.ts';

export type Closing =
  | { readonly how: 'done'; readonly reason: string }
  /** `dismiss`: its findings go quiet for good, with the same reason. */
  | { readonly how: 'dropped'; readonly reason: string; readonly dismiss: boolean }
  /** `of`: as typed. */
  | { readonly how: 'duplicate'; readonly reason: string; readonly of: string };

export interface ClosedItem {
  readonly item: Item;
  /** Findings of it that count as resolved from now on, or were dismissed with it. */
  readonly settled: readonly string[];
  /** Findings of it that are still there: later runs will report them. */
  readonly left: readonly string[];
}

/** Throws `usage`, `not-found`, `refused`. Closing what is closed changes nothing but how and why. */
export async function closeItem(
  workspace: Workspace,
  text: string,
  closing: Closing,
): Promise<ClosedItem> {
  const item = await findItem(workspace, text);
  refuseUnlessFiled(item);
  const closed = await closingFor(workspace, item, closing);
  const before = await liveFindings(workspace, item);
  // The findings first: after a crash in between the item is open still, and closing it again repeats nothing.
  if (closing.how === 'done' || (closing.how === 'dropped' && closing.dismiss))
    await settleFindings(workspace, item, closed);
  else
    await releaseFindings(
      { findings: workspace.findings, exclusively: workspace.locks.ledger },
      item,
      closed,
    );
  const left = (await liveFindings(workspace, item)).map(({ id }) => id);
  const { item: written } = await updateItem(workspace, item.key, (now) => {
    refuseUnlessFiled(now);
    const why = closed.reason === '' ? '' : `: ${closed.reason}`;
    return {
      item: { ...now, state: 'closed', closed },
      what: `closed it as ${closed.how}${why}`,
    };
  });
  const settled = before.map(({ id }) => id).filter((id) => !left.includes(id));
  return { item: written, settled, left };
}

/** Throws `usage`, `not-found`, `refused`. */
export async function reopenItem(
  workspace: Workspace,
  text: string,
  reason: string,
): Promise<Item> {
  const { item } = await updateItem(workspace, text, (now) => {
    refuseUnlessFiled(now);
    if (now.state === 'open') {
      throw new AppError('refused', {
        code: 'item-open',
        message: `${now.key} is open`,
        hint: `See its state: roundsman items show ${now.key}`,
      });
    }
    const why = oneLine(reason, 1_000);
    return {
      item: { ...now, state: 'open', closed: null },
      what: `opened it again${why === '' ? '' : `: ${why}`}`,
    };
  });
  return item;
}

function reasonMissing(item: Item): AppError {
  return new AppError('usage', {
    code: 'reason-missing',
    message: `${item.key} is dropped with a reason: later runs and people read it`,
    hint: 'Add --reason "…".',
  });
}

async function closingFor(
  workspace: Workspace,
  item: Item,
  closing: Closing,
): Promise<ItemClosing> {
  const reason = oneLine(closing.reason, 1_000);
  if (closing.how === 'dropped' && reason === '') throw reasonMissing(item);
  const original =
    closing.how === 'duplicate' ? await originalOf(workspace, item, closing.of) : null;
  return {
    how: closing.how,
    reason: original === null ? reason : [`of ${original.key}`, reason].filter(Boolean).join(': '),
    by: workspace.actor,
    at: workspace.clock.now().toISOString(),
  };
}

async function originalOf(workspace: Workspace, item: Item, asked: string): Promise<Item> {
  const original = await findItem(workspace, asked);
  if (original.key !== item.key) return original;
  throw new AppError('usage', {
    code: 'own-duplicate',
    message: `${item.key} cannot be a duplicate of itself`,
    hint: 'Name the other one.',
  });
}

/** Findings of the item that still need action. */
async function liveFindings(workspace: Workspace, item: Item): Promise<readonly Finding[]> {
  const now = workspace.clock.now().toISOString();
  return (await workspace.findings.listAll()).filter((finding) => {
    const state = stateAt(finding, now);
    return carries(item, finding) && state !== 'resolved' && state !== 'dismissed';
  });
}

async function settleFindings(
  workspace: Workspace,
  { key }: Item,
  { how, reason, by, at }: ItemClosing,
): Promise<void> {
  const exclusively = workspace.locks.ledger;
  const verdict = { tracker: 'local', key, how, closedBy: by, reason, at };
  await recordOutsideVerdict({ ...workspace, exclusively, verdict });
}
