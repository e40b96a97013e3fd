import type { Workspace } from '../workspace/contract.ts';

/** Git is slow to load: only where a run left a branch lately. */
export async function noteMergesLate(workspace: Workspace): Promise<void> {
  const { views } = await workspace.runs.listViews({ parts: true, limit: 100 });
  if (views.every(({ branch }) => branch === null)) return;
  const { noteMerges } = await import('../review/note-merges.ts');
  await noteMerges(workspace);
}
