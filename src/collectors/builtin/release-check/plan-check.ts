/**
 * What a check has to say, as data: every issue with its news and its standing, what was mended, what the range
 * left behind, and whether there is anything to tell at all. Pure.
 */
import type { Brief, PriorFinding, WaitingBranch } from '../../../context/brief.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { BranchName } from '../../../words/ids.ts';
import { doubtedFingerprints, listIssues, type Issue } from './issue.ts';

export type Standing =
  /** To be mended. */
  | { readonly kind: 'open' }
  /** A person said that it may stay, for good or for a while. */
  | { readonly kind: 'dismissed' | 'snoozed'; readonly reason: string }
  /** A person discarded the branch that mended it: it still stands, and no branch offers it again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A branch that no one has landed yet mends it. */
  | { readonly kind: 'covered'; readonly branch: BranchName };

export interface DueIssue {
  readonly issue: Issue;
  readonly news: 'new' | 'back' | 'known';
  readonly standing: Standing;
}

export interface CheckPlan {
  readonly facts: ReleaseNotesFacts;
  /** The heaviest first. */
  readonly due: readonly DueIssue[];
  /** Known before, in this range, and not so any more. */
  readonly mended: readonly PriorFinding[];
  /** Known before, in a range that is no longer checked: it is not known whether they were fixed. */
  readonly leftBehind: readonly PriorFinding[];
  /** Of those, commits without an entry on which nobody decided: they wait until somebody does. */
  readonly waiting: readonly PriorFinding[];
  readonly branches: readonly BranchStanding[];
  /** The date of the newest report before this one; `null` the first time. */
  readonly lastReport: string | null;
  readonly quiet: QuietReason | null;
}

export interface BranchStanding {
  readonly branch: BranchName;
  readonly date: string;
  /** How many of the issues it mends; 0 when what it was made for is gone, or stands in another range. */
  readonly covered: number;
  /** How many things it mends that this run did not look at, and that nobody decided on. */
  readonly elsewhere: number;
  /** Fingerprints of what it mends and what was mended otherwise since; empty where a person works on it. */
  readonly outdated: readonly string[];
}

/** Why there is nothing to tell. */
export type QuietReason = 'deployment-checked' | 'empty-range' | 'no-change' | 'no-notes';

export function planCheck(brief: Brief, facts: ReleaseNotesFacts): CheckPlan {
  const { findings, branches, reports } = brief.context;
  const own = branches.filter(({ routine }) => routine === brief.routine.id);
  const prior = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const refused = new Map(
    brief.context.verdicts.flatMap(({ covers = [], reason }) =>
      covers.map((fingerprint) => [fingerprint, reason] as const),
    ),
  );
  const due = listIssues(facts).map((issue): DueIssue => {
    const known = prior.get(issue.fingerprint);
    return {
      issue,
      news: newsOf(known),
      standing: standingOf(issue, known, { branches: own, refused }),
    };
  });
  const standing = new Set(due.map(({ issue }) => issue.fingerprint));
  const doubted = doubtedFingerprints(facts);
  const known = findings.filter(({ fingerprint }) => !doubted.has(fingerprint));
  // What a person had it look at tells nothing of what it looked at before.
  const isNarrowed = (brief.narrowed ?? []).length > 0;
  const gone = isNarrowed ? NONE_GONE : splitGone(known, facts, standing);
  const plan = { facts, due, ...gone, lastReport: isNarrowed ? null : (reports[0]?.date ?? null) };
  return {
    ...plan,
    branches: branchStandings(own, { findings, due, ...gone }),
    quiet: quietReason(plan, brief),
  };
}

/** Issues that no person set aside, mended on a waiting branch or not. */
export function standingIssues({ due }: Pick<CheckPlan, 'due'>): readonly DueIssue[] {
  return due.filter(({ standing: { kind } }) => kind !== 'dismissed' && kind !== 'snoozed');
}

function newsOf(known: PriorFinding | undefined): DueIssue['news'] {
  if (known === undefined) return 'new';
  return known.state === 'resolved' ? 'back' : 'known';
}

function standingOf(
  { fingerprint }: Issue,
  known: PriorFinding | undefined,
  {
    branches,
    refused,
  }: {
    readonly branches: readonly WaitingBranch[];
    readonly refused: ReadonlyMap<string, string>;
  },
): Standing {
  const reason = known?.verdict?.reason ?? '';
  if (known?.state === 'dismissed' || known?.verdict?.kind === 'dismissed')
    return { kind: 'dismissed', reason };
  if (known?.state === 'snoozed') return { kind: 'snoozed', reason };
  const branch = branches.find(({ covers }) => covers.includes(fingerprint));
  if (branch !== undefined) return { kind: 'covered', branch: branch.branch };
  const why = refused.get(fingerprint);
  return why === undefined ? { kind: 'open' } : { kind: 'refused', reason: why };
}

function branchStandings(
  own: readonly WaitingBranch[],
  {
    findings,
    due,
    mended,
  }: Pick<CheckPlan, 'due' | 'mended'> & { readonly findings: readonly PriorFinding[] },
): readonly BranchStanding[] {
  const standing = new Set(standingIssues({ due }).map(({ issue }) => issue.fingerprint));
  const settled = new Set([...due.map(({ issue }) => issue), ...mended].map(nameOf));
  const open = new Set(findings.filter(isOpen).map(nameOf));
  const gone = new Set(mended.map(nameOf));
  return own.map(({ branch, date, covers, touched }) => ({
    branch,
    date,
    covered: covers.filter((fingerprint) => standing.has(fingerprint)).length,
    elsewhere: covers.filter((name) => open.has(name) && !settled.has(name)).length,
    outdated: touched === true ? [] : covers.filter((name) => gone.has(name)),
  }));
}

function nameOf({ fingerprint }: Pick<PriorFinding, 'fingerprint'>): string {
  return fingerprint;
}

function isOpen({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}

/**
 * A range that a person gave is always told whole. One that begins at the last release is quiet when nothing was
 * committed since the last report, nothing came and nothing went.
 */
function quietReason(
  plan: Omit<CheckPlan, 'branches' | 'quiet'>,
  { window }: Brief,
): QuietReason | null {
  const { facts, due, mended, leftBehind, lastReport } = plan;
  if ((facts.deployment?.checkedBy ?? null) !== null) return 'deployment-checked';
  const same = due.every(({ news }) => news === 'known') && mended.length + leftBehind.length === 0;
  if (facts.commits.length + facts.items.length === 0 && facts.problems.length === 0) {
    return leftBehind.length === 0 && mended.length === 0 ? 'empty-range' : null;
  }
  if (facts.changelog === null && facts.range.by !== 'given' && lastReport !== null && same) {
    return 'no-notes';
  }
  if (facts.range.by !== 'last-release' || lastReport === null || !same) return null;
  const from = Date.parse(window.from ?? '');
  const fresh = facts.commits.some(({ date }) => !(Date.parse(date) < from));
  return Number.isNaN(from) || fresh ? null : 'no-change';
}

const NONE_GONE: GoneFindings = { mended: [], leftBehind: [], waiting: [] };

/** Findings that are not there any more: mended, or of a stretch of history that is not looked at now. Pure. */
interface GoneFindings {
  readonly mended: readonly PriorFinding[];
  readonly leftBehind: readonly PriorFinding[];
  readonly waiting: readonly PriorFinding[];
}

/** `standing`: fingerprints of what is found now. */
function splitGone(
  findings: readonly PriorFinding[],
  facts: ReleaseNotesFacts,
  standing: ReadonlySet<string>,
): GoneFindings {
  const gone = findings.filter((finding) => isOpen(finding) && !standing.has(finding.fingerprint));
  const isInRange = rangeTest(facts);
  return {
    mended: gone.filter(isInRange),
    leftBehind: gone.filter((finding) => !isInRange(finding) && !waits(finding)),
    waiting: gone.filter((finding) => !isInRange(finding) && waits(finding)),
  };
}

function waits({ fingerprint, verdict }: PriorFinding): boolean {
  return verdict === null && fingerprint.startsWith('commit:');
}

/**
 * An entry that is gone from a version that is still looked at was mended, and so on. A range whose commits are all
 * younger than the last sight of a finding is another one than it was found in.
 */
function rangeTest(facts: ReleaseNotesFacts): (finding: PriorFinding) => boolean {
  const { commits, items, moreCommits, range } = facts;
  const shas = new Set<string>(commits.map(({ sha }) => sha));
  const versions = new Set(items.map(({ version }) => version ?? 'unreleased'));
  const oldest = Math.min(...commits.map(({ date }) => Date.parse(date)));
  return ({ fingerprint, lastSeen }) => {
    const [kind, first = '', second = ''] = withoutTwin(fingerprint).split(':');
    if (kind === 'commit') return moreCommits > 0 || shas.has(first);
    if (!(oldest <= Date.parse(lastSeen))) return false;
    const version = kind === 'note' ? first : second;
    if (versions.has(version) || range.by === 'last-release') return true;
    return kind === 'release' && !/^\d+\.\d+/.test(version);
  };
}

function withoutTwin(fingerprint: string): string {
  return fingerprint.replace(/#\d+$/, '');
}
