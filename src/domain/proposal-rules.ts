/** What becomes of the items that a run asks for. Pure: counts and earlier proposals come from the caller. */
import { assertNever } from './errors.ts';
import type { ItemKey } from './ids.ts';
import type { Item, ItemState } from './item.ts';
import type { Proposal, ProposalState } from './proposal.ts';
import type { OutputRules } from './routine.ts';

export interface Admission {
  readonly state: ProposalState;
  /** Why it was refused or is held against the mode; empty otherwise. */
  readonly reason: string;
}

export interface AdmissionRequest {
  readonly key: ItemKey;
  readonly fileItem: OutputRules['fileItem'];
  /** Keys set aside for this run that no earlier line has used. */
  readonly free: readonly ItemKey[];
  /** Keys set aside for this run, used or not. */
  readonly reserved: readonly ItemKey[];
  /** Let in by earlier lines of this run. */
  readonly admitted: number;
  /** Items of the routine that were open or proposed before this run. */
  readonly openBefore: number;
  readonly duplicates: readonly string[];
}

/** Refusals first, then the routine's mode. What someone else already carries is never applied unseen. */
export function admitProposal(request: AdmissionRequest): Admission {
  const reason = refusal(request);
  if (reason !== null || request.fileItem === null) {
    return { state: 'refused', reason: reason ?? 'outputs.file-item is not set' };
  }
  const { mode } = request.fileItem;
  switch (mode) {
    case 'review':
      return { state: 'held', reason: '' };
    case 'staged':
      return { state: 'staged', reason: '' };
    case 'auto':
      return request.duplicates.length === 0
        ? { state: 'applied', reason: 'outputs.file-item.mode is auto' }
        : { state: 'held', reason: '' };
    default:
      return assertNever(mode);
  }
}

/** The item's state that goes with its proposal's: writing it again after a crash changes nothing. */
export function itemStateFor(state: ProposalState): ItemState {
  switch (state) {
    case 'held':
    case 'staged':
      return 'proposed';
    case 'applied':
      return 'open';
    case 'declined':
    case 'refused':
      return 'declined';
    default:
      return assertNever(state);
  }
}

/**
 * Proposals that may still become items, and items that stand, for one of these findings. What was declined
 * or refused carries nothing.
 */
export function duplicatesOf(
  findings: readonly string[],
  others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] },
): readonly string[] {
  const wanted = new Set(findings);
  const meets = (carried: readonly string[]): boolean => carried.some((one) => wanted.has(one));
  const items = others.items.filter(
    ({ state, findings: carried }) => state === 'open' && meets(carried),
  );
  const proposals = others.proposals.filter(
    ({ state, payload }) => (state === 'held' || state === 'staged') && meets(payload.findings),
  );
  return [...items.map(({ key }) => key), ...proposals.map(({ id }) => id)];
}

/** Items of one routine that stand against `max-open`: filed or proposed, and not all of it dealt with. */
export function countOpenItems(
  items: readonly Item[],
  settled: (fingerprint: string) => boolean,
): number {
  return items.filter(
    ({ state, findings }) =>
      state === 'proposed' ||
      (state === 'open' && (findings.length === 0 || !findings.every(settled))),
  ).length;
}

function refusal(request: AdmissionRequest): string | null {
  const { key, fileItem } = request;
  if (fileItem === null) return 'the routine does not allow it: outputs.file-item is not set';
  if (!request.reserved.includes(key)) return `${key} was not set aside for this run`;
  if (!request.free.includes(key)) return `${key} is used by an earlier line already`;
  if (request.admitted >= fileItem.max) {
    return `outputs.file-item.max is ${fileItem.max}, and that many were let in`;
  }
  if (request.openBefore + request.admitted >= fileItem.maxOpen) {
    return `outputs.file-item.max-open is ${fileItem.maxOpen}, and ${request.openBefore + request.admitted} are open`;
  }
  return null;
}
