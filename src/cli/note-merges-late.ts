import type { Workspace } from '../workspace/contract.ts';

/** Git is slow to load: only where a branch can have been merged. */
export async function noteMergesLate(workspace: Workspace): Promise<void> {
  const { views } = await workspace.runs.listViews({ parts: true });
  if (views.every(({ branch }) => branch === null)) return;
  const { noteMerges } = await import('../review/note-merges.ts');
  await noteMerges(workspace);
}
