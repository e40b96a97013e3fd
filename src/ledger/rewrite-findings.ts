/** Changes of findings of all routines, under the ledger lock. */
import type { Exclusively, FindingStore } from '../store/ports.ts';
import type { Finding } from '../words/finding.ts';
import type { Item } from '../words/item.ts';
import { carries } from './carried-findings.ts';
import { reopened, type Said } from './finding-verdict.ts';

export interface FindingPlace {
  readonly findings: FindingStore;
  /** Holds the ledger lock. */
  readonly exclusively: Exclusively;
}

/** @param change gives the same finding back where nothing is different. How many were. */
export async function rewriteFindings(
  { findings, exclusively }: FindingPlace,
  change: (finding: Finding) => Finding,
): Promise<number> {
  return exclusively(async () => {
    const routines = new Set((await findings.listAll()).map(({ routine }) => routine));
    let count = 0;
    for (const routine of routines) {
      const ledger = await findings.read(routine);
      const now = ledger.findings.map(change);
      const changed = now.filter((finding, index) => finding !== ledger.findings[index]).length;
      if (changed > 0) await findings.replace(ledger, { ...ledger, findings: now });
      count += changed;
    }
    return count;
  });
}

/**
 * What was accepted with an item that is closed without a verdict waits for a decision again, where it is still there.
 * Before the item is closed: after a crash in between it is closed again, and this repeats nothing.
 */
export async function releaseFindings(place: FindingPlace, item: Item, said: Said): Promise<void> {
  await rewriteFindings(place, (finding) =>
    carries(item, finding) && finding.verdict?.kind === 'accepted'
      ? reopened(finding, said)
      : finding,
  );
}
