/** A person's word on a finding: accept, dismiss or snooze it, take that back, tell two apart. Later runs see it. */
import type { Exclusively, FindingStore } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import type { Finding, FindingVerdict } from '../words/finding.ts';
import type { Hash } from './finding-fingerprint.ts';
import { reopened, withVerdict, type Said } from './finding-verdict.ts';
import { splitFinding } from './findings/split-finding.ts';

interface FindingRequest {
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  /** Whole id, `F-0123456789`. */
  readonly id: string;
}

export interface DecideFindingRequest extends FindingRequest {
  readonly verdict: FindingVerdict;
}

/** Throws `not-found`; `usage` for a snooze that is over before it begins, or a dismissal without a reason. */
export async function decideFinding(request: DecideFindingRequest): Promise<Finding> {
  refuseHollow(request.verdict);
  return changeFinding(request, (finding) => withVerdict(finding, request.verdict));
}

/** Throws `not-found`; `refused` when there is no decision on it. */
export async function reopenFinding(
  request: FindingRequest & { readonly said: Said },
): Promise<Finding> {
  return changeFinding(request, (finding) => {
    if (finding.verdict !== null) return reopened(finding, request.said);
    throw new AppError('refused', {
      code: 'no-verdict',
      message: `${finding.id} has no verdict that could be taken back`,
      hint: `See what happened to it: roundsman findings show ${finding.id}`,
    });
  });
}

/** The finding as it is now, and the one that was taken for it. Throws `not-found`; `refused` when it is only one. */
export async function separateFinding(
  request: FindingRequest & {
    readonly fingerprint: string | null;
    readonly by: string;
    readonly at: string;
    readonly hash: Hash;
  },
): Promise<readonly [Finding, Finding]> {
  const { findings, id } = request;
  return request.exclusively(async () => {
    const found = await findFinding(request);
    const before = await findings.read(found.routine);
    const result = splitFinding(before, request);
    if (result.kind === 'split') {
      await findings.replace(before, result.ledger);
      return result.pair;
    }
    if (result.kind === 'no-such-finding') throw noSuchFinding(id);
    const never = result.kind === 'never-merged';
    throw new AppError('refused', {
      code: never ? 'never-merged' : 'no-such-wording',
      message: never
        ? `${id} was never reported in another wording or place: there is nothing to tell apart`
        : `${id} was never known as ${request.fingerprint ?? ''}`,
      hint: `Its wordings: roundsman findings show ${id}`,
    });
  });
}

async function changeFinding(
  request: FindingRequest,
  change: (finding: Finding) => Finding,
): Promise<Finding> {
  const { findings, id } = request;
  return request.exclusively(async () => {
    const found = await findFinding(request);
    const changed = change(found);
    const ledger = await findings.read(found.routine);
    await findings.replace(ledger, {
      ...ledger,
      findings: ledger.findings.map((finding) => (finding.id === id ? changed : finding)),
    });
    return changed;
  });
}

async function findFinding({ findings, id }: FindingRequest): Promise<Finding> {
  const found = (await findings.listAll()).find((finding) => finding.id === id);
  if (found === undefined) throw noSuchFinding(id);
  return found;
}

function noSuchFinding(id: string): AppError {
  return new AppError('not-found', {
    code: 'no-such-finding',
    message: `there is no finding ${id}`,
    hint: 'The ids are listed by: roundsman findings --all',
  });
}

function refuseHollow({ kind, reason, at, until }: FindingVerdict): void {
  if (kind === 'dismissed' && reason.trim() === '') {
    throw new AppError('usage', {
      code: 'reason-missing',
      message: 'a dismissal needs a reason: later runs and people read it',
      hint: 'Add --reason "…".',
    });
  }
  if (kind === 'snoozed' && (until === null || !(Date.parse(until) > Date.parse(at)))) {
    throw new AppError('usage', {
      code: 'snooze-over',
      message: `a snooze needs an end that is still to come, and this is ${until ?? 'none'}`,
      hint: 'Give a time like 14d.',
    });
  }
}
