/** How often people took what routines made, what it cost, and how long it waited for them. */
import { groupBy } from '../words/group-by.ts';
import type { RoutineId } from '../words/ids.ts';
import { decidedBranches, type BranchVerdict } from '../words/review/branch-verdict.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { acceptanceRows, type AcceptanceRow, type Work } from './acceptance.ts';
import { branchChain } from './branch-origins.ts';
import { noteMerges } from './note-merges.ts';

export interface FiguresRequest {
  /** `null`: all. */
  readonly routine: RoutineId | null;
  /** ISO 8601; work handed back since then, and what was decided since then. `null`: ever. */
  readonly since: string | null;
}

export interface RoutineFigures {
  readonly routine: string;
  /** Those that ended. `costUsd`: of all of them together; `null`: the price of one is unknown. */
  readonly runs: {
    readonly count: number;
    readonly costUsd: number | null;
    /** That they used, the newest first. */
    readonly engines: readonly string[];
  };
  /** Of all engines first. Empty: it made no branch. */
  readonly rows: readonly AcceptanceRow[];
  readonly findings: { readonly accepted: number; readonly dismissed: number };
  readonly proposals: { readonly approved: number; readonly declined: number };
}

/** By name of the routine; those of which nothing is to be told are left out. */
export async function figures(
  workspace: Workspace,
  { routine, since }: FiguresRequest,
): Promise<readonly RoutineFigures[]> {
  await noteMerges(workspace);
  const { views } = await workspace.runs.listViews({
    parts: true,
    ...(routine === null ? {} : { routine }),
  });
  const works = await worksOf(workspace, views, since);
  const rows = acceptanceRows(works);
  const ended = groupBy(
    views.filter(
      ({ endedAt, part }) => endedAt !== null && part === null && endedAt >= (since ?? ''),
    ),
    (view) => view.routine,
  );
  const findings = await findingCounts(workspace, since);
  const proposals = await proposalCounts(workspace, since);
  const names = new Set([
    ...ended.keys(),
    ...rows.map((row) => row.routine),
    ...findings.keys(),
    ...proposals.keys(),
  ]);
  return [...names]
    .filter((name) => routine === null || name === routine)
    .toSorted()
    .map((name) => ({
      routine: name,
      runs: runFigures(ended.get(name) ?? []),
      rows: rows.filter((row) => row.routine === name),
      findings: findings.get(name) ?? { accepted: 0, dismissed: 0 },
      proposals: proposals.get(name) ?? { approved: 0, declined: 0 },
    }));
}

/** @param ended newest first */
function runFigures(ended: readonly RunView[]): RoutineFigures['runs'] {
  const engines = [...new Set(ended.map(({ engine }) => engine))];
  return { count: ended.length, costUsd: costOf(ended), engines };
}

/** @param views of all runs, newest first */
async function worksOf(
  workspace: Workspace,
  views: readonly RunView[],
  since: string | null,
): Promise<readonly Work[]> {
  const verdicts = (await workspace.review.verdicts.list()).toSorted(byTime);
  const decided = decidedBranches(verdicts);
  const told = new Set<string>();
  const names = groupBy(
    views.flatMap(({ branch }) => branch ?? []),
    firstName,
  );
  const works: Work[] = [];
  for (const view of views) {
    const { branch, endedAt } = view;
    if (branch === null || told.has(branch) || endedAt === null) continue;
    // Newest first: what continues from others comes before them.
    const isAlone = (names.get(firstName(branch)) ?? []).length < 2;
    const chain = isAlone ? [] : await branchChain(workspace, views, branch);
    for (const link of chain) told.add(link.branch);
    told.add(branch);
    if (since !== null && endedAt < since) continue;
    // The newer one that took its place holds what it held.
    if (decided.get(branch)?.decision === 'replaced') continue;
    const runs = chain.length === 0 ? [view] : chain.map((link) => link.run);
    const branches = new Set<string>([branch, ...chain.map((link) => link.branch)]);
    const ids = new Set<string>(runs.map(({ id }) => id));
    works.push({
      routine: view.routine,
      engine: runs[0]?.engine ?? view.engine,
      costUsd: costOf(runs),
      madeAt: endedAt,
      verdicts: verdicts.filter((one) => isOn(one, { names: branches, ids })),
    });
  }
  return works;
}

/** Branches of one row have it in common; others may, too. */
function firstName(branch: string): string {
  return branch.replace(/-v?[1-9][0-9]?$/, '');
}

function isOn(
  { branch, run }: BranchVerdict,
  work: { readonly names: ReadonlySet<string>; readonly ids: ReadonlySet<string> },
): boolean {
  return work.names.has(branch) || (run !== null && work.ids.has(run));
}

function byTime(a: BranchVerdict, b: BranchVerdict): number {
  return a.at === b.at ? 0 : a.at < b.at ? -1 : 1;
}

function costOf(runs: readonly RunView[]): number | null {
  let sum = 0;
  for (const { usage } of runs) {
    const used = usage.inputTokens + usage.outputTokens > 0;
    if (usage.costUsd === null && used) return null;
    sum += usage.costUsd ?? 0;
  }
  return sum;
}

async function findingCounts(
  { findings }: Workspace,
  since: string | null,
): Promise<ReadonlyMap<string, RoutineFigures['findings']>> {
  const counts = new Map<string, RoutineFigures['findings']>();
  for (const { routine, verdict } of await findings.listAll()) {
    if (verdict === null || (since !== null && verdict.at < since)) continue;
    const { accepted, dismissed } = counts.get(routine) ?? { accepted: 0, dismissed: 0 };
    if (verdict.kind === 'accepted') counts.set(routine, { accepted: accepted + 1, dismissed });
    if (verdict.kind === 'dismissed') counts.set(routine, { accepted, dismissed: dismissed + 1 });
  }
  return counts;
}

/** What was applied without anybody's word is not an approval. */
async function proposalCounts(
  { proposals }: Workspace,
  since: string | null,
): Promise<ReadonlyMap<string, RoutineFigures['proposals']>> {
  const counts = new Map<string, RoutineFigures['proposals']>();
  for (const { routine, state, decision } of await proposals.list()) {
    if (decision === null || (since !== null && decision.at < since)) continue;
    const { approved, declined } = counts.get(routine) ?? { approved: 0, declined: 0 };
    if (state === 'applied') counts.set(routine, { approved: approved + 1, declined });
    if (state === 'declined') counts.set(routine, { approved, declined: declined + 1 });
  }
  return counts;
}
