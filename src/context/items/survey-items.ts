/** All items of a workspace with where they stand. Changes nothing, fetches nothing. */
import { surveyItems as survey, type StandingItem } from '../../ledger/item-survey.ts';
import type { Workspace } from '../../workspace/contract.ts';

export type { StandingItem };

export interface SurveyOptions {
  /** Default: two weeks. */
  readonly staleAfterMs?: number;
}

/** In the order of their keys. */
export async function surveyItems(
  workspace: Workspace,
  options: SurveyOptions = {},
): Promise<readonly StandingItem[]> {
  const items = await workspace.items.list();
  return survey({
    ...options,
    items,
    now: workspace.clock.now(),
    sources: {
      runs: async () => (await workspace.runs.listViews({ parts: true })).views,
      slots: () => workspace.slots.listOpen(),
      findings: () => workspace.findings.listAll(),
      // Slow to load, and asked for only where there are items.
      sessions: async () => (await import('./open-sessions.ts')).sessionsForItems(workspace, items),
      branches: async () => (await import('./branch-place.ts')).branchPlace(workspace),
    },
  });
}
