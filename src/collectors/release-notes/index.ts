/** Entries of release notes against commits. */
import type { z as Zod } from 'zod';

import { CHANGELOG_FORMS } from '../../words/changelog.ts';
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules, ReleaseRangeRule } from '../../words/routine.ts';
import type { CollectorKind, SchemaTools } from '../kind.ts';

// The keys of `release-notes`.
function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      path: part.relativePath
        .nullable()
        .default(null)
        .describe('The release notes. Without it: found by usual names, such as CHANGELOG.md.')
        .meta({ examples: ['CHANGELOG.md'] }),
      form: z
        .enum(['auto', ...CHANGELOG_FORMS])
        .default('auto')
        .describe('How they are written; `auto` looks.'),
      from: part.gitRef
        .nullable()
        .default(null)
        .describe('The release before. Without it: the last release tag before `to`.')
        .meta({ examples: ['v1.2.0'] }),
      to: part.gitRef
        .nullable()
        .default(null)
        .describe('The release that is checked. Without it: the base of the run.')
        .meta({ examples: ['v1.3.0'] }),
      deployed: part.gitRef
        .nullable()
        .default(null)
        .describe('A branch or tag that moves to what is deployed: each move is checked once.')
        .meta({ examples: ['deploy/production'] }),
      tags: part.tagPattern
        .default('*')
        .describe('Which tags name releases.')
        .meta({ examples: ['v*'] }),
      types: z
        .array(part.commitType)
        .max(50)
        .default(['feat', 'fix', 'perf', 'revert', 'security', 'deprecate', 'remove'])
        .describe('Types of Conventional Commits that users notice.'),
      exclude: part.patterns
        .default([])
        .describe('Paths whose changes no user notices, besides tests, docs and build files.'),
    })
    .describe('Entries of release notes against the commits that make them true.');
}

type Settings = Zod.output<ReturnType<typeof settings>>;

export const releaseNotesKind: CollectorKind<
  Settings,
  CollectorRules['release-notes'],
  FactsOfKinds['release-notes']
> = {
  kind: 'release-notes',
  settings,
  bare: true,
  outside: null,
  toRule: (written) => {
    const { path, form, tags, types, exclude } = written;
    return { kind: 'release-notes', path, form, tags, types, exclude, range: rangeOf(written) };
  },
  breaches: ({ from, to, deployed }) =>
    deployed === null || (from === null && to === null)
      ? []
      : [
          {
            path: ['deployed'],
            code: 'two-ranges',
            message: '`deployed` says which commits are checked, and so do `from` and `to`',
            hint: 'Keep `deployed`, or `from` and `to`.',
          },
        ],
  promptExample: () => 'Read facts/release-notes.json and name each entry that no commit backs.',
  collect: async (request) =>
    (await import('./collect-release-notes.ts')).collectReleaseNotes(request),
  remember: async (request) => (await import('./remember-release.ts')).rememberRelease(request),
  pathsIn: ({ unmentioned, commits, changelog }) => {
    const open = new Set(unmentioned);
    const changed = commits.flatMap(({ sha, files }) => (open.has(sha) ? files : []));
    return changelog === null ? changed : [changelog.path, ...changed];
  },
};

function rangeOf({ from, to, deployed }: Settings): ReleaseRangeRule {
  if (deployed !== null) return { kind: 'deployed', ref: deployed };
  return from === null && to === null ? { kind: 'last-release' } : { kind: 'given', from, to };
}
