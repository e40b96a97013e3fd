/** Which finding of the ledger each thing that a run reported is: by fingerprint, by one of before, by likeness. Pure. */
import type { Finding, FindingLedger, ReportedFinding } from '../words/finding.ts';
import type { Reach, Wording } from './findings/likeness.ts';
import { pairFindings, type KnownPairable } from './findings/pair-findings.ts';

export interface Match {
  readonly reported: ReportedFinding;
  /** `null`: by a fingerprint that was known. */
  readonly likeness: number | null;
}

export interface Matched {
  /** By id of the finding. */
  readonly matches: ReadonlyMap<string, Match>;
  /** What no finding stands for yet, in the order in which it was reported. */
  readonly fresh: readonly ReportedFinding[];
}

export interface MatchRules {
  readonly wording: Wording;
  /** Whether all that there is was reported. */
  readonly whole: boolean;
}

/** Resolved ones that may come back worded otherwise: the newest. */
const MAX_RESOLVED = 500;

export function matchReported(
  ledger: FindingLedger,
  reported: readonly ReportedFinding[],
  rules: MatchRules,
): Matched {
  const matches = new Map<string, Match>();
  let open: readonly ReportedFinding[] = [
    ...new Map(reported.map((one) => [one.fingerprint, one])).values(),
  ];
  const settle = (owner: ReadonlyMap<string, Finding>): void => {
    const left: ReportedFinding[] = [];
    for (const one of open) {
      const finding = owner.get(one.fingerprint);
      if (finding === undefined || matches.has(finding.id)) left.push(one);
      else matches.set(finding.id, { reported: one, likeness: null });
    }
    open = left;
  };
  settle(new Map(ledger.findings.map((finding) => [finding.fingerprint, finding])));
  // The wording of last time before those of longer ago, whatever order they were reported in.
  open = byAge(open, ledger);
  settle(aliasOwners(ledger));
  const { wording, whole } = rules;
  const pair = (known: readonly Candidate[], reach: Reach): void => {
    const pairs = pairFindings({ known, fresh: open, wording, reach });
    for (const { known: old, fresh, likeness } of pairs)
      matches.set(old.finding.id, { reported: fresh, likeness });
    const taken = new Set(pairs.map(({ fresh }) => fresh));
    open = open.filter((one) => !taken.has(one));
  };
  pair(standing(ledger, matches), whole ? 'anywhere' : 'place');
  pair(gone(ledger, matches), 'file');
  const unknown = new Set(open.map(({ fingerprint }) => fingerprint));
  return { matches, fresh: reported.filter(firstOf(unknown)) };
}

/** Each fingerprint of those once. */
function firstOf(wanted: Set<string>): (one: ReportedFinding) => boolean {
  return ({ fingerprint }) => wanted.delete(fingerprint);
}

function aliasOwners(ledger: FindingLedger): ReadonlyMap<string, Finding> {
  return new Map(
    ledger.findings.flatMap((finding) =>
      (finding.aliases ?? []).map(({ fingerprint }) => [fingerprint, finding] as const),
    ),
  );
}

function byAge(
  reported: readonly ReportedFinding[],
  ledger: FindingLedger,
): readonly ReportedFinding[] {
  const ages = new Map(
    ledger.findings.flatMap(({ aliases = [] }) =>
      aliases.map(({ fingerprint }, at) => [fingerprint, aliases.length - at] as const),
    ),
  );
  const age = ({ fingerprint }: ReportedFinding): number => ages.get(fingerprint) ?? 0;
  return reported.toSorted((a, b) => age(a) - age(b));
}

interface Candidate extends KnownPairable {
  readonly finding: Finding;
}

function standing({ findings }: FindingLedger, matches: ReadonlyMap<string, Match>): Candidate[] {
  return findings
    .filter(({ id, state }) => state !== 'resolved' && !matches.has(id))
    .map(candidate);
}

function gone({ findings }: FindingLedger, matches: ReadonlyMap<string, Match>): Candidate[] {
  return findings
    .filter(({ id, state }) => state === 'resolved' && !matches.has(id))
    .toSorted((a, b) => ((a.resolvedAt ?? '') < (b.resolvedAt ?? '') ? 1 : -1))
    .slice(0, MAX_RESOLVED)
    .map(candidate);
}

function candidate(finding: Finding): Candidate {
  const { fingerprint, title, body, location, aliases = [], apart = [] } = finding;
  return { fingerprint, title, body, location, wordings: aliases, apart, finding };
}
