import type { Finding } from '../../words/finding.ts';
import type { TrackerSurroundings } from './surroundings.ts';

/** @param change gives the same finding back where nothing is different. How many were. */
export async function rewriteFindings(
  { findings, exclusively }: Pick<TrackerSurroundings, 'findings' | 'exclusively'>,
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
