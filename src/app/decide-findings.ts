/** A person's word on findings. Later runs are told, and quiet ones stay quiet. */
import type { Finding, FindingVerdict } from '../domain/finding.ts';
import { decideFinding } from '../review/decide-finding.ts';
import { ledgerLock } from '../store/files/ledger-lock.ts';
import type { Workspace } from './contract.ts';
import { resolveId } from './resolve-id.ts';

export interface FindingDecision {
  /** As typed: whole or shortened, with or without `F-`. */
  readonly ids: readonly string[];
  readonly verdict: FindingVerdict;
}

/** Decides none of them when one is not known. Gives the findings as they are now. */
export async function decideFindings(
  workspace: Workspace,
  { ids, verdict }: FindingDecision,
): Promise<readonly Finding[]> {
  const known = await workspace.findings.listAll();
  const wanted = new Set(ids.map((text) => idOf(known, text)));
  const decided: Finding[] = [];
  for (const id of wanted) {
    const { findings } = workspace;
    const exclusively = ledgerLock(workspace.location.stateDir, workspace.clock);
    decided.push(await decideFinding({ findings, exclusively, id, verdict }));
  }
  return decided;
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
