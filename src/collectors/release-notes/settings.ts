/** The keys of `release-notes`. */
import type { z as Zod } from 'zod';

import { CHANGELOG_FORMS } from '../../words/changelog.ts';
import type { SchemaTools } from '../kind.ts';

export function settings({ part, z }: SchemaTools) {
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

export type Settings = Zod.output<ReturnType<typeof settings>>;
