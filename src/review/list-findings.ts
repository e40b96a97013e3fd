/** The findings of a workspace, as a person asks for them. */
import { verdictsFor } from '../ledger/branch-verdicts.ts';
import { stateAt } from '../ledger/finding-life.ts';
import { fingerprintsOf } from '../ledger/finding-verdict.ts';
import { type Finding, type FindingState, bySeverity } from '../words/finding.ts';
import { type BranchName, madeAt, type RunId } from '../words/ids.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface FindingFilter {
  /** `null`: all of it. */
  readonly routine: string | null;
  readonly states: ReadonlySet<FindingState> | null;
  /** ISO 8601: something happened to it since. */
  readonly since: string | null;
  /** That or graver. */
  readonly severity: Finding['severity'] | null;
}

export interface FindingList {
  /** Those that were asked for; each in the state that counts now. New and regressed ones first, then the gravest. */
  readonly findings: readonly Finding[];
  /** Of that routine, whatever else was asked. */
  readonly total: number;
  /** Of `total`, how many are dismissed or snoozed. */
  readonly setAside: number;
}

export async function listFindings(
  workspace: Workspace,
  filter: FindingFilter,
): Promise<FindingList> {
  const now = workspace.clock.now().toISOString();
  const every = (await workspace.findings.listAll())
    .filter(({ routine }) => filter.routine === null || routine === filter.routine)
    .map((finding) => ({ ...finding, state: stateAt(finding, now) }));
  return {
    findings: every.filter((finding) => isAskedFor(finding, filter)).toSorted(byNews),
    total: every.length,
    setAside: every.filter(({ state }) => state === 'dismissed' || state === 'snoozed').length,
  };
}

/** Branches of ours, not landed, that say they deal with the finding. */
export async function branchesFor(
  workspace: Workspace,
  finding: Finding,
): Promise<readonly BranchName[]> {
  const names = new Set(fingerprintsOf(finding));
  // Git is slow to load, and lists do without.
  const { listBranches } = await import('./list-branches.ts');
  const { branches } = await listBranches(workspace);
  return branches
    .filter(({ covers }) => covers.some((name) => names.has(name)))
    .filter(({ run }) => !isMadeWithout(finding, run))
    .map(({ branch }) => branch);
}

/** A branch made again after the dismissal names the finding as settled only, to take the place of the one before. */
function isMadeWithout({ verdict }: Finding, run: RunId): boolean {
  return verdict?.kind === 'dismissed' && madeAt(run).getTime() > Date.parse(verdict.at);
}

/** What people decided on branches that deal with it: those that wait, and others whose commit does not say that it was left alone. */
export async function branchVerdictsOf(
  workspace: Workspace,
  finding: Finding,
  waiting: readonly string[],
): Promise<readonly BranchVerdict[]> {
  const all = await verdictsFor(workspace, finding, waiting);
  if (all.length === 0) return all;
  const names = new Set(fingerprintsOf(finding));
  const { readCommitFacts } = await import('../git/commit-facts.ts');
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const isTold = async ({ branch, tip }: BranchVerdict): Promise<boolean> => {
    if (waiting.includes(branch)) return true;
    const said = (await readCommitFacts(git, tip))?.ours.covers ?? [];
    return said.length === 0 || said.some((name) => names.has(name));
  };
  const told = await Promise.all(all.map(isTold));
  return all.filter((_, at) => told[at] === true);
}

function isAskedFor(finding: Finding, { states, since, severity }: FindingFilter): boolean {
  if (states !== null && !states.has(finding.state)) return false;
  if (since !== null && Date.parse(lastChange(finding)) < Date.parse(since)) return false;
  return severity === null || bySeverity(finding.severity, severity) <= 0;
}

/** When it was found, gone, back, renamed or decided on last; not when it was merely seen again. */
export function lastChange({ firstSeen, resolvedAt, verdict, history = [] }: Finding): string {
  const times = [firstSeen, resolvedAt, verdict?.at, ...history.map(({ at }) => at)];
  return times.reduce<string>(
    (last, at) => (at !== null && at !== undefined && at > last ? at : last),
    firstSeen,
  );
}

const RANKS: Readonly<Record<FindingState, number>> = {
  regressed: 0,
  new: 0,
  known: 1,
  snoozed: 2,
  dismissed: 3,
  resolved: 4,
};

function byNews(a: Finding, b: Finding): number {
  if (RANKS[a.state] !== RANKS[b.state]) return RANKS[a.state] - RANKS[b.state];
  const graver = bySeverity(a.severity, b.severity);
  if (graver !== 0) return graver;
  return a.lastSeen === b.lastSeen ? 0 : a.lastSeen < b.lastSeen ? 1 : -1;
}
