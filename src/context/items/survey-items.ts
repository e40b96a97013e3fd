/** All items of a workspace with where they stand. Changes nothing, fetches nothing. */
import { surveyItems as survey, type StandingItem } from '../../ledger/item-survey.ts';
import type { WantedRun } from '../../store/ports.ts';
import type { Item } from '../../words/item.ts';
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
      runs: async () => {
        const only = namedBy(items);
        return (await workspace.runs.listViews({ parts: true, only })).views;
      },
      slots: () => workspace.slots.listOpen(),
      findings: () => workspace.findings.listAll(),
      // Slow to load, and asked for only where there are items.
      sessions: async () => (await import('./open-sessions.ts')).sessionsForItems(workspace, items),
      branches: async () => (await import('./branch-place.ts')).branchPlace(workspace),
    },
  });
}

/** Runs that may have to do with an item: every other one says nothing of it. */
function namedBy(items: readonly Item[]): (run: WantedRun) => boolean {
  const named = new Set<string>(
    items.flatMap(({ run, links = [] }) => [
      run ?? '',
      ...links.flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
    ]),
  );
  return ({ id, branch, item, part }) =>
    branch !== null || item !== null || named.has(id) || named.has(part?.of ?? '');
}
