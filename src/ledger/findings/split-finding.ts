/** Undoes that two findings were taken for one. Pure. */
import type { Finding, FindingAlias, FindingEvent, FindingLedger } from '../../words/finding.ts';
import type { Hash } from '../finding-fingerprint.ts';
import { aliasOf, withEvents } from '../finding-history.ts';
import { freeFindingId } from '../finding-life.ts';

export interface SplitRequest {
  /** Of the finding that is two. */
  readonly id: string;
  /** The wording that is a finding of its own; `null`: the newest one. */
  readonly fingerprint: string | null;
  readonly by: string;
  readonly at: string;
  readonly hash: Hash;
}

export type SplitResult =
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
