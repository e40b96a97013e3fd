/** Commits of the window. */
import type { z as Zod } from 'zod';

import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules } from '../../words/routine.ts';
import { type CollectorKind, underPaths, type SchemaTools } from '../kind.ts';

// The keys of `commits`.
function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      paths: part.patterns.default([]).describe('Only commits that touch these; empty means all.'),
      max: part
        .count(1, 10_000)
        .default(500)
        .describe('At most this many, newest first; the rest is counted.'),
    })
    .describe('Commits in the window, newest first.');
}

type Settings = Zod.output<ReturnType<typeof settings>>;

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
