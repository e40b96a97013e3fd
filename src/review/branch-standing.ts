/** Where a branch stands against its target, reckoned from a graph of commits. Pure. */
import type { CommitGraph } from '../git/read-commit-graph.ts';
import type { CommitSha } from '../words/ids.ts';

export interface BranchStanding {
  /** Where it left its target; `null`: they share no history. */
  readonly base: CommitSha | null;
  /** Commits of the target that it has not. */
  readonly behind: number;
  /** Its own. */
  readonly ahead: number;
}

/** Answers for every tip against one target; what is asked of the graph once is asked once. */
export function standingsOn(
  target: CommitSha,
  graph: CommitGraph,
): (tip: CommitSha) => BranchStanding {
  const onTarget = reachableFrom([target], graph);
  const shared = new Map<string, number>();
  return (tip) => {
    const { own, meets } = ownCommits(tip, { graph, onTarget });
    const bases = meets.length > 1 ? newestOf(meets, graph) : meets;
    const key = bases.join(' ');
    const common = shared.get(key) ?? reachableFrom(bases, graph).size;
    shared.set(key, common);
    return { base: bases[0] ?? graph.floor, behind: onTarget.size - common, ahead: own };
  };
}

/** How many commits the target has not, and where the ways down from the tip meet it. */
function ownCommits(
  tip: CommitSha,
  { graph, onTarget }: { readonly graph: CommitGraph; readonly onTarget: ReadonlySet<CommitSha> },
): { readonly own: number; readonly meets: readonly CommitSha[] } {
  const own = new Set<CommitSha>();
  const meets = new Set<CommitSha>();
  const open = [tip];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (own.has(sha)) continue;
    if (onTarget.has(sha)) {
      meets.add(sha);
      continue;
    }
    const parents = graph.parents.get(sha);
    if (parents === undefined) continue;
    own.add(sha);
    open.push(...parents);
  }
  return { own: own.size, meets: [...meets] };
}

/** Those that no other one has; in the order of the graph. */
function newestOf(commits: readonly CommitSha[], graph: CommitGraph): readonly CommitSha[] {
  return commits.filter(
    (one) => !commits.some((other) => other !== one && reachableFrom([other], graph).has(one)),
  );
}

/** Of what the graph lists. */
export function reachableFrom(
  starts: readonly CommitSha[],
  { parents }: CommitGraph,
): ReadonlySet<CommitSha> {
  const seen = new Set<CommitSha>();
  const open = [...starts];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const above = parents.get(sha);
    if (above === undefined || seen.has(sha)) continue;
    seen.add(sha);
    open.push(...above);
  }
  return seen;
}
