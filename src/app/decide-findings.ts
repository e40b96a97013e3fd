/** A person's word on findings. Later runs are told, and quiet ones stay quiet. */
import type { Finding, FindingLedger, FindingState, FindingVerdict } from '../domain/finding.ts';
import { withLock } from '../platform/lock.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';
import { resolveId } from './resolve-id.ts';

export interface FindingDecision {
  /** As typed: whole or shortened, with or without `F-`. */
  readonly ids: readonly string[];
  readonly verdict: FindingVerdict;
}

const WAIT_MS = 10_000;

/** Decides all of them or, when one is not known, none. Gives the findings as they are now. */
export async function decideFindings(
  workspace: Workspace,
  { ids, verdict }: FindingDecision,
): Promise<readonly Finding[]> {
  const path = workspacePaths(workspace.location.stateDir).ledgerLock;
  return withLock({ path, clock: workspace.clock, waitMs: WAIT_MS }, async () => {
    const known = await workspace.findings.listAll();
    const wanted = new Set(ids.map((text) => idOf(known, text)));
    const routines = new Set(known.filter((one) => wanted.has(one.id)).map((one) => one.routine));
    const decided: Finding[] = [];
    for (const routine of routines) {
      const ledger = await workspace.findings.read(routine);
      const next = applyVerdict(ledger, wanted, verdict);
      await workspace.findings.write(next);
      decided.push(...next.findings.filter((one) => wanted.has(one.id)));
    }
    return decided;
  });
}

/** The ledger with the verdict on the wanted findings. Pure. */
export function applyVerdict(
  ledger: FindingLedger,
  wanted: ReadonlySet<string>,
  verdict: FindingVerdict,
): FindingLedger {
  const findings = ledger.findings.map((finding) =>
    wanted.has(finding.id) ? { ...finding, state: stateAfter(finding.state, verdict), verdict } : finding,
  );
  return { ...ledger, findings };
}

/** Accepting brings a quiet finding back to light; it does not make a new one known before the next run. */
function stateAfter(state: FindingState, verdict: FindingVerdict): FindingState {
  if (verdict.kind !== 'accepted') return verdict.kind;
  return state === 'dismissed' || state === 'snoozed' ? 'known' : state;
}

function idOf(known: readonly Finding[], text: string): string {
  const typed = /^f-/i.test(text) ? text : `F-${text}`;
  return resolveId({
    noun: 'finding',
    ids: known.map((finding) => finding.id),
    text: typed,
    listedBy: 'roundsman findings --all',
  });
}
