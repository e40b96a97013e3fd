/** Runs, each followed by its parts: what several engines make of one task belongs together. */
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

export async function runsWithParts(
  { runs }: Pick<Workspace, 'runs'>,
  views: readonly RunView[],
): Promise<readonly RunView[]> {
  const all: RunView[] = [];
  for (const view of views) {
    all.push(view);
    for (const { id } of view.parts) {
      const run = id === null ? null : await runs.read(id);
      if (run !== null) all.push(toRunView(run));
    }
  }
  return all;
}
