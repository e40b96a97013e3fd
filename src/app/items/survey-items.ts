/** All items of a workspace with where they stand. Changes nothing, fetches nothing. */
import { surveyItems as survey, type StandingItem } from '../../context/item-survey.ts';
import type { Workspace } from '../contract.ts';
import { branchPlace } from './branch-place.ts';
import { openSessions } from './open-sessions.ts';

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
  return survey({
    ...options,
    items: await workspace.items.list(),
    now: workspace.clock.now(),
    sources: {
      runs: async () => (await workspace.runs.listViews({ parts: true })).views,
      slots: () => workspace.slots.listOpen(),
      findings: () => workspace.findings.listAll(),
      sessions: () => openSessions(workspace),
      branches: () => branchPlace(workspace),
    },
  });
}
