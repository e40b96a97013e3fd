/** Puts what a run reported into its routine's ledger. Safe to repeat: the same run changes it once. */
import type { FindingLine } from '../engines/agent-contract.ts';
import type { Exclusively, FindingStore, ItemStore } from '../store/ports.ts';
import type { ReportedFinding } from '../words/finding.ts';
import type { ItemKey, RoutineId, RunId } from '../words/ids.ts';
import { toReportedFindings, type Hash } from './finding-fingerprint.ts';
import { foldFindings, type FoldResult } from './finding-life.ts';
import type { Wording } from './findings/likeness.ts';

export interface RecordFindingsRequest {
  readonly findings: FindingStore;
  readonly items: ItemStore;
  readonly exclusively: Exclusively;
  readonly hash: Hash;
  readonly routine: RoutineId;
  readonly run: RunId;
  /** When the run started, not now: the same instant whenever the step is repeated. */
  readonly at: string;
  /** From `isComplete`. */
  readonly complete: boolean;
  /** From `reportedFindings`. */
  readonly reported: readonly ReportedFinding[];
  /** From `mayHaveMoved`. Default: `complete`. */
  readonly whole?: boolean;
  /** How its findings are worded, from `wordingOf`. Default: `free`. */
  readonly wording?: Wording;
  /** From `leftOutBy`. Default: nothing. */
  readonly leftOut?: (path: string) => boolean;
  /** What it would change is told, and the ledger stays as it is. Default: false. */
  readonly dry?: boolean;
}

export async function recordFindings(request: RecordFindingsRequest): Promise<FoldResult> {
  const { findings, routine, exclusively } = request;
  return exclusively(async () => {
    const before = await findings.read(routine);
    const result = foldFindings(before, request.reported, request);
    if (result.ledger !== before && request.dry !== true)
      await findings.replace(before, result.ledger);
    return result;
  });
}

/**
 * The lines of findings.jsonl as findings, each with the item that carries it: the one the line names, or the
 * one that the run proposes for its fingerprint. An item that was not set aside or filed is left out, and reported.
 */
export async function reportedFindings(request: {
  readonly lines: readonly FindingLine[];
  readonly proposals: readonly { readonly key: string; readonly findings: readonly string[] }[];
  readonly items: ItemStore;
  readonly hash: Hash;
}): Promise<{
  readonly reported: readonly ReportedFinding[];
  readonly notices: readonly string[];
}> {
  const proposed = new Map(
    request.proposals.flatMap(({ key, findings }) => findings.map((one) => [one, key] as const)),
  );
  const known = new Map((await request.items.list()).map((item) => [String(item.key), item.key]));
  const notices = new Set<string>();
  const itemFor = (one: ReportedFinding): ItemKey | null => {
    const named = one.item ?? proposed.get(one.fingerprint) ?? null;
    if (named === null) return null;
    const key = known.get(named) ?? null;
    if (key === null) notices.add(`there is no item ${named}: the finding has no item`);
    return key;
  };
  const reported = toReportedFindings(request.lines, request.hash).map((one) => ({
    ...one,
    item: itemFor(one),
  }));
  return { reported, notices: [...notices] };
}
