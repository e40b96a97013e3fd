/** Commits of the window. */
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules } from '../../words/routine.ts';
import type { CollectorKind } from '../kind.ts';
import { underPaths } from '../under-paths.ts';
import { settings, type Settings } from './settings.ts';

export const commitsKind: CollectorKind<
  Settings,
  CollectorRules['commits'],
  FactsOfKinds['commits']
> = {
  kind: 'commits',
  settings,
  bare: true,
  outside: null,
  toRule: ({ paths, max }) => ({ kind: 'commits', paths, max }),
  promptExample: ({ paths }) =>
    `Read facts/commits.json${underPaths(paths)} and name each commit that users will notice.`,
  collect: async (request) => (await import('./collect-commits.ts')).collectCommits(request),
};
