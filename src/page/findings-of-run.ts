/** What a run reported, as it stands in the ledger now. */
import { stateAt } from '../ledger/finding-life.ts';
import type { Finding } from '../words/finding.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

/** New and regressed ones first. */
export async function findingsOfRun(
  { findings, clock }: Pick<Workspace, 'findings' | 'clock'>,
  { id, routine }: Pick<RunView, 'id' | 'routine'>,
): Promise<readonly Finding[]> {
  const ledger = await findings.read(routine);
  const now = clock.now();
  const urgent = ({ state }: Finding): number => (state === 'new' || state === 'regressed' ? 0 : 1);
  return ledger.findings
    .filter(({ runs }) => runs.includes(id))
    .map((finding) => ({ ...finding, state: stateAt(finding, now.toISOString()) }))
    .toSorted((a, b) => urgent(a) - urgent(b));
}
