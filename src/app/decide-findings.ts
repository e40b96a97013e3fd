/** A person's word on findings. Later runs are told, and quiet ones stay quiet. */
import { withVerdict } from '../domain/finding-verdict.ts';
import type { Finding, FindingVerdict } from '../domain/finding.ts';
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
      const findings = ledger.findings.map((one) =>
        wanted.has(one.id) ? withVerdict(one, verdict) : one,
      );
      await workspace.findings.write({ ...ledger, findings });
      decided.push(...findings.filter((one) => wanted.has(one.id)));
    }
    return decided;
  });
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
