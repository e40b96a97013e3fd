/** Puts a record in the place of what is stored, whatever that is, as another process might have. */
import type { Stores } from '../../src/store/stores.ts';
import type { FindingLedger } from '../../src/words/finding.ts';
import type { Item } from '../../src/words/item.ts';
import type { Proposal } from '../../src/words/proposal.ts';

export async function overwriteFindings(
  { findings }: Pick<Stores, 'findings'>,
  ledger: FindingLedger,
): Promise<void> {
  await findings.replace(await findings.read(ledger.routine), ledger);
}

export async function overwriteItem({ items }: Pick<Stores, 'items'>, item: Item): Promise<void> {
  const before = await items.read(item.key);
  if (before === null) throw new Error(`there is no ${item.key}`);
  await items.replace(before, item);
}

export async function overwriteProposal(
  { proposals }: Pick<Stores, 'proposals'>,
  proposal: Proposal,
): Promise<void> {
  const before = await proposals.read(proposal.id);
  if (before === null) throw new Error(`there is no ${proposal.id}`);
  await proposals.replace(before, proposal);
}
