/** A person's word on a finding: accept, dismiss or snooze it, with the reason. Later runs see it. */
import { AppError } from '../domain/errors.ts';
import { withVerdict } from '../domain/finding-verdict.ts';
import type { Finding, FindingVerdict } from '../domain/finding.ts';
import type { Exclusively, FindingStore } from '../store/ports.ts';

export interface DecideFindingRequest {
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  /** Whole id, `F-0123456789`. */
  readonly id: string;
  readonly verdict: FindingVerdict;
}

/** Throws `not-found`; `usage` for a snooze that is over before it begins, or a dismissal without a reason. */
export async function decideFinding(request: DecideFindingRequest): Promise<Finding> {
  const { findings, id, verdict } = request;
  refuseHollow(verdict);
  return request.exclusively(async () => {
    const found = (await findings.listAll()).find((finding) => finding.id === id);
    if (found === undefined) {
      throw new AppError('not-found', {
        code: 'no-such-finding',
        message: `there is no finding ${id}`,
        hint: 'The ids are listed by: roundsman findings --all',
      });
    }
    const decided = withVerdict(found, verdict);
    const ledger = await findings.read(found.routine);
    await findings.write({
      ...ledger,
      findings: ledger.findings.map((finding) => (finding.id === id ? decided : finding)),
    });
    return decided;
  });
}

function refuseHollow({ kind, reason, at, until }: FindingVerdict): void {
  if (kind === 'dismissed' && reason.trim() === '') {
    throw new AppError('usage', {
      code: 'reason-missing',
      message: 'a finding is dismissed with a reason: later runs and people read it',
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
