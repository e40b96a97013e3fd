/** The index of a workspace with all that it is made of. */
import { join } from 'node:path';

import { packageBuild } from '../../platform/package.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { answerQuery } from './answer-query.ts';
import type { SearchAnswer, SearchQuery, SearchSource } from './contract.ts';
import { recordSources } from './record-sources.ts';
import { reportSource } from './report-source.ts';
import { sessionSource } from './session-source.ts';
import { openStoredIndex } from './stored-index.ts';

export interface OpenSearch {
  /** Takes up what changed since. Records and sessions may be looked at side by side, the same twice not. */
  refresh(what: 'all' | 'records' | 'sessions', signal?: AbortSignal): Promise<void>;
  /** Pays ahead what the first question with a slip would wait for. */
  prepare(): void;
  answer(query: SearchQuery): Promise<SearchAnswer>;
  /** How many documents there are so far. */
  size(): number;
  save(): Promise<void>;
}

export async function openSearch(workspace: Workspace): Promise<OpenSearch> {
  const folder = join(workspacePaths(workspace.location.stateDir).cache, 'search');
  const { index, save } = await openStoredIndex(folder, packageBuild());
  const records: readonly SearchSource[] = [reportSource(workspace), ...recordSources(workspace)];
  const sessions: readonly SearchSource[] = [sessionSource(workspace)];
  const all = [...records, ...sessions];
  return {
    refresh: async (what, signal) => {
      await index.refresh({ all, records, sessions }[what], signal);
    },
    prepare: () => {
      for (const { dictionary } of index.parts()) dictionary();
    },
    answer: (query) => answerQuery(index, query, all),
    size: () => index.size(),
    save,
  };
}
