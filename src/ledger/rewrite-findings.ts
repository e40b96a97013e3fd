/** Changes of findings of all routines, under the ledger lock. */
import type { Exclusively, FindingStore, ItemStore } from '../store/ports.ts';
import type { Finding } from '../words/finding.ts';
import type { RoutineId } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import { carries, reopened, type Said, closedOutside } from './finding-verdict.ts';

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

// What a person decided somewhere else: an issue in a tracker, or an item here, was closed. That is a verdict on the findings
// that it stood for. Safe to repeat.
export interface OutsideVerdict {
  /** `local` for an item here, whose key is `RM-n`; else the tracker's name, as in an item's link `tracker:KEY`. */
  readonly tracker: string;
  readonly key: string;
  /** `done`: what was found is mended. Otherwise nothing is to be done about it. */
  readonly how: 'done' | 'dropped' | 'duplicate';
  readonly closedBy: string;
  /** May be empty. Hostile when it comes from a tracker. */
  readonly reason: string;
  /** When it was closed; ISO 8601. */
  readonly at: string;
}

export interface OutsideVerdictRequest {
  readonly findings: FindingStore;
  readonly items: Pick<ItemStore, 'list'>;
  readonly exclusively: Exclusively;
  readonly verdict: OutsideVerdict;
}

const MAX_REASON = 2_000;

/** The findings that it changed, as they are now; none when no item is tied to that key, or they were settled. */
export async function recordOutsideVerdict(
  request: OutsideVerdictRequest,
): Promise<readonly Finding[]> {
  const { findings, verdict } = request;
  const items = (await request.items.list()).filter((item) => isMeant(item, verdict));
  if (items.length === 0) return [];
  return request.exclusively(async () => {
    const every = await findings.listAll();
    const changed = new Map<string, Finding>();
    for (const finding of every) {
      const item = items.find((one) => carries(one, finding));
      if (item === undefined) continue;
      const now = closedOutside(finding, closingOf(verdict, item));
      if (now !== finding) changed.set(finding.id, now);
    }
    const routines = new Set([...changed.values()].map(({ routine }) => routine));
    for (const routine of routines) await rewrite(findings, routine, changed);
    return [...changed.values()];
  });
}

async function rewrite(
  findings: FindingStore,
  routine: RoutineId,
  changed: ReadonlyMap<string, Finding>,
): Promise<void> {
  const ledger = await findings.read(routine);
  const now = ledger.findings.map((finding) => changed.get(finding.id) ?? finding);
  await findings.replace(ledger, { ...ledger, findings: now });
}

function isMeant({ key, links = [] }: Item, verdict: OutsideVerdict): boolean {
  if (verdict.tracker === 'local') return key === verdict.key;
  const id = `${verdict.tracker}:${verdict.key}`;
  return links.some((link) => link.kind === 'outside' && link.id === id);
}

function closingOf(
  { tracker, key, how, closedBy, reason, at }: OutsideVerdict,
  item: Item,
): Parameters<typeof closedOutside>[1] {
  const name = tracker === 'local' ? item.key : `${tracker}:${key}`;
  return { by: closedBy, at, reason: reason.slice(0, MAX_REASON), item: name, how };
}
