/**
 * Branches that a person merged with plain git: their verdict is written when that is first seen, so that runs, figures and
 * later briefs say `landed` too. Where the target no longer has them, that is taken back.
 */
import { isAncestor } from '../git/ancestry.ts';
import { gitIn, type GitCall } from '../git/git-call.ts';
import type { BranchName, CommitSha } from '../words/ids.ts';
import { decidedBranches, type DecidedBranch } from '../words/review/branch-verdict.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { defaultTarget } from './default-target.ts';
import { writeVerdicts } from './landing/write-verdicts.ts';

/** The newest. */
const MOST_LOOKED_AT = 500;

interface Seen {
  readonly branch: BranchName;
  /** As the run left it, or as it was merged. */
  readonly tip: CommitSha;
  readonly kind: 'landed' | 'undone';
}

/** Safe to repeat; one call of git where nothing was merged. */
export async function noteMerges(workspace: Workspace): Promise<void> {
  const { location, gitEnv, runs, review, locks, fleet } = workspace;
  const { views } = await runs.listViews({ parts: true, limit: MOST_LOOKED_AT });
  const decided = decidedBranches(await review.verdicts.list());
  const looked = views
    .flatMap((view) => lookedAt(view, decided))
    // Another clone may have it, and this one be behind.
    .filter(({ kind }) => fleet === null || kind === 'landed');
  if (looked.length === 0) return;
  const target = await defaultTarget(workspace);
  if (target === null) return;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  const seen = await differing(git, looked, `refs/heads/${target}`);
  if (seen.length === 0) return;
  const at = workspace.clock.now().toISOString();
  await locks.ledger(() =>
    writeVerdicts(
      { workspace, git },
      seen.map((one) => ({ ...one, by: 'git', reason: 'merged with git', at })),
    ),
  );
}

/** What is thought of it now is the opposite of what is looked for. */
function lookedAt(
  { branch, head, result }: RunView,
  decided: ReadonlyMap<string, DecidedBranch>,
): readonly Seen[] {
  if (branch === null || head === null) return [];
  if (result?.review === 'pending') return [{ branch, tip: head, kind: 'landed' }];
  const one = decided.get(branch);
  const byGit = one?.decision === 'landed' && one.verdict.landing === undefined;
  return byGit ? [{ branch, tip: one.verdict.tip, kind: 'undone' }] : [];
}

async function differing(
  git: GitCall,
  looked: readonly Seen[],
  target: string,
): Promise<readonly Seen[]> {
  const { stdout } = await git(['rev-list', '--ignore-missing', '--stdin'], {
    stdin: [`^${target}`, ...looked.map(({ tip }) => tip), ''].join('\n'),
  });
  const outside = new Set(stdout.split('\n'));
  const candidates = looked.filter(({ tip, kind }) => outside.has(tip) === (kind === 'undone'));
  const found: Seen[] = [];
  for (const one of candidates) {
    // A commit that is gone is not outside either.
    const isIn = await isAncestor(git, one.tip, target).catch(() => null);
    if (isIn === (one.kind === 'landed')) found.push(one);
  }
  return found;
}
