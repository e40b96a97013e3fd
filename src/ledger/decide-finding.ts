/** A person's word on a finding: accept, dismiss or snooze it, take that back, tell two apart. Later runs see it. */
import type { Exclusively, FindingStore } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import type {
  Finding,
  FindingAlias,
  FindingEvent,
  FindingLedger,
  FindingVerdict,
} from '../words/finding.ts';
import type { Hash } from './finding-fingerprint.ts';
import { freeFindingId } from './finding-life.ts';
import { aliasOf, withEvents, reopened, type Said, withVerdict } from './finding-verdict.ts';

// Undoes that two findings were taken for one. Pure.

interface SplitRequest {
  /** Of the finding that is two. */
  readonly id: string;
  /** The wording that is a finding of its own; `null`: the newest one. */
  readonly fingerprint: string | null;
  readonly by: string;
  readonly at: string;
  readonly hash: Hash;
}

type SplitResult =
  | {
      readonly kind: 'split';
      readonly ledger: FindingLedger;
      readonly pair: readonly [Finding, Finding];
    }
  | { readonly kind: 'no-such-finding' | 'never-merged' | 'no-such-wording' };

/**
 * The finding continues with what it was, its verdict and its item; the other begins again, so that a verdict spoken on the
 * one does not keep the other quiet. They are never taken for one another again.
 */
export function splitFinding(ledger: FindingLedger, request: SplitRequest): SplitResult {
  const finding = ledger.findings.find(({ id }) => id === request.id);
  if (finding === undefined) return { kind: 'no-such-finding' };
  const aliases = finding.aliases ?? [];
  const last = aliases.at(-1);
  if (last === undefined) return { kind: 'never-merged' };
  const wanted = request.fingerprint ?? finding.fingerprint;
  const alias = aliases.find(({ fingerprint }) => fingerprint === wanted);
  if (wanted !== finding.fingerprint && alias === undefined) return { kind: 'no-such-wording' };
  const [rest, off] =
    alias === undefined
      ? [goneBack(finding, last), offshoot(finding, aliasOf(finding), finding.body)]
      : [without(finding, alias), offshoot(finding, alias, '')];
  const ids = new Set(ledger.findings.map(({ id }) => id));
  const id = freeFindingId(`${ledger.routine}\n${off.fingerprint}`, ids, request.hash);
  const pair = named(rest, { ...off, id }, request);
  const findings = ledger.findings.map((one) => (one.id === finding.id ? pair[0] : one));
  return { kind: 'split', ledger: { ...ledger, findings: [...findings, pair[1]] }, pair };
}

/** As it was before its newest wording. */
function goneBack(
  finding: Finding,
  { fingerprint, title, location, lastSeen }: FindingAlias,
): Finding {
  const since = tookOverAt(finding, finding.fingerprint);
  return {
    ...finding,
    fingerprint,
    title,
    body: '',
    location,
    lastSeen: lastSeen ?? finding.lastSeen,
    // The next run that looks everywhere says whether it is gone.
    state: finding.state === 'new' || finding.state === 'regressed' ? 'known' : finding.state,
    aliases: (finding.aliases ?? []).slice(0, -1),
    runs: since === null ? finding.runs : finding.runs.slice(0, since.index),
  };
}

function without(finding: Finding, { fingerprint }: FindingAlias): Finding {
  const aliases = (finding.aliases ?? []).filter((one) => one.fingerprint !== fingerprint);
  return { ...finding, aliases };
}

function offshoot(finding: Finding, wording: FindingAlias, body: string): Finding {
  const since = tookOverAt(finding, wording.fingerprint);
  const firstSeen = since?.event.at ?? wording.lastSeen ?? finding.firstSeen;
  const isNow = wording.fingerprint === finding.fingerprint;
  return {
    fingerprint: wording.fingerprint,
    title: wording.title,
    body,
    severity: finding.severity,
    location: wording.location,
    item: null,
    id: finding.id,
    routine: finding.routine,
    state: isNow ? 'new' : 'known',
    firstSeen,
    lastSeen: isNow ? finding.lastSeen : (wording.lastSeen ?? firstSeen),
    resolvedAt: null,
    runs: isNow
      ? finding.runs.slice(since?.index ?? -1)
      : wording.lastRun === null
        ? []
        : [wording.lastRun],
    verdict: null,
    aliases: [],
  };
}

/** The event by which the wording was taken for the finding, and the index of its run. */
function tookOverAt(
  { history = [], runs }: Finding,
  fingerprint: string,
): { readonly event: FindingEvent & { readonly at: string }; readonly index: number } | null {
  const isNewest = (at: number): boolean => {
    const next = history
      .slice(at + 1)
      .find((one) => one.kind === 'moved' || one.kind === 'reworded');
    return next === undefined || ('from' in next && next.from.fingerprint === fingerprint);
  };
  const at = history.findLastIndex(
    (event, index) => (event.kind === 'moved' || event.kind === 'reworded') && isNewest(index),
  );
  const event = history[at];
  if (event === undefined || !('run' in event)) return null;
  const index = runs.indexOf(event.run);
  return index === -1 ? null : { event, index };
}

function named(rest: Finding, off: Finding, { by, at }: SplitRequest): readonly [Finding, Finding] {
  const known = [rest.fingerprint, ...(rest.aliases ?? []).map(({ fingerprint }) => fingerprint)];
  return [
    withEvents({ ...rest, apart: [...(rest.apart ?? []), off.fingerprint].slice(-100) }, [
      { kind: 'split', at, by, other: off.id },
    ]),
    withEvents({ ...off, apart: known.slice(-100) }, [{ kind: 'split', at, by, other: rest.id }]),
  ];
}

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
