/** Names in a definition that stand for nothing in this repository: a branch that is not there, a path without a file. */
import { gitIn } from '../../git/git-call.ts';
import { listRefs } from '../../git/list-refs.ts';
import { branchMatcher } from '../../scheduler/watch/git-source.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { Routine } from '../../words/routine.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** Each at the value that a person would change. Git is asked only where the routine names branches or paths. */
export async function idlePatterns(
  workspace: Workspace,
  routine: Routine,
): Promise<readonly RuleBreach[]> {
  return [...(await idleBranches(workspace, routine)), ...(await idlePaths(workspace, routine))];
}

/** A pattern with wildcards may wait for branches that come. */
async function idleBranches(
  { location, gitEnv }: Workspace,
  { triggers }: Routine,
): Promise<readonly RuleBreach[]> {
  const named = triggers.flatMap((trigger) =>
    trigger.kind === 'git' ? trigger.branches.filter((name) => /^[^!*?]+$/.test(name)) : [],
  );
  if (named.length === 0) return [];
  const refs = [...(await listRefs({ cwd: location.gitDir, env: gitEnv })).keys()];
  // Before the first commit there is none.
  if (refs.length === 0) return [];
  return named.flatMap((name): readonly RuleBreach[] => {
    if (refs.some(branchMatcher([name]))) return [];
    const remote = refs.find((ref) => ref.startsWith('refs/remotes/') && ref.endsWith(`/${name}`));
    return [
      {
        path: ['on', 'git', 'branches'],
        code: 'no-such-branch',
        message: `there is no branch ${oneLine(name, 100)} in this repository, so the routine does not start by itself`,
        hint:
          remote === undefined
            ? `Branches here: ${branchesIn(refs)}.`
            : `Only the remote has it: write \`${oneLine(remote.slice('refs/remotes/'.length), 100)}\`.`,
      },
    ];
  });
}

const MOST_NAMED = 5;

function branchesIn(refs: readonly string[]): string {
  const names = refs.flatMap((ref) => {
    const name = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : '';
    return name === '' || name.startsWith('roundsman/') ? [] : [oneLine(name, 100)];
  });
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

async function idlePaths(
  { location, gitEnv }: Workspace,
  { collect }: Routine,
): Promise<readonly RuleBreach[]> {
  const named = collect.flatMap((collector, index) => {
    if (collector.kind !== 'todos' && collector.kind !== 'commits') return [];
    const at: NodePath = ['collect', index, collector.kind, 'paths'];
    return collector.paths
      .filter((pattern) => !pattern.startsWith('!'))
      .map((pattern) => ({ at, pattern }));
  });
  if (named.length === 0 || location.bare) return [];
  const git = gitIn({ cwd: location.root, env: gitEnv });
  const files = (await git(['ls-files', '-z'])).stdout.split('\0').filter((file) => file !== '');
  return named.flatMap(({ at, pattern }): readonly RuleBreach[] =>
    files.some(matchPaths([pattern]))
      ? []
      : [
          {
            path: at,
            code: 'no-such-path',
            message: `no file of this repository is in \`${oneLine(pattern, 100)}\``,
            hint: 'Correct the path, unless files are to come there.',
          },
        ],
  );
}
