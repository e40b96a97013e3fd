/** The branches of its routine that wait when a run opens, and whether each still merges with its base. */
import { listAttributeFiles } from '../../git/attribute-files.ts';
import { mergeTrees } from '../../git/merge-trees.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import type { OpenedBase } from '../../sandbox/run-worktree.ts';
import type { Predecessor } from '../../words/review/predecessor.ts';
import type { StepContext } from './step-context.ts';
import { waitingBefore } from './waiting-before.ts';

/** Newest first. */
export async function inspectPredecessors(
  context: StepContext,
  { base, baseRef }: Pick<OpenedBase, 'base' | 'baseRef'>,
): Promise<readonly Predecessor[]> {
  const waiting = await waitingBefore(context, { commit: base, ref: baseRef });
  if (waiting.length === 0) return [];
  const { spec, gitEnv } = context;
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  const attributes = await listAttributeFiles(repository, base);
  const answers = await withScratchRepository({ repository, attributes }, (scratch) =>
    mergeTrees(
      waiting.map(({ tip }) => ({ ours: base, theirs: tip })),
      scratch.context,
    ),
  );
  return waiting.map((one, index) => ({ ...one, fits: answers[index]?.kind === 'clean' }));
}
