/** The keys of a connection of the kind `github`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';
import { tokenSetting } from '../shared-settings.ts';

export function githubSettings(tools: SchemaTools) {
  const { z, outward } = tools;
  return z.strictObject({
    repository: outward.repositoryName
      .nullable()
      .default(null)
      .describe('Owner and name. Without it: that of the remote `origin`.')
      .meta({ examples: ['acme/billing'] }),
    api: outward.webUrl
      .default('https://api.github.com')
      .describe('Base URL; of GitHub Enterprise Server `https://HOST/api/v3`.'),
    token: tokenSetting(tools),
    tickets: z
      .strictObject({
        from: z
          .array(z.enum(['issues', 'discussions']))
          .min(1)
          .max(2)
          .default(['issues'])
          .describe('What counts as a ticket. Pull requests never do.'),
        labels: z
          .array(outward.label)
          .max(20)
          .default([])
          .describe('Only those with all of these.')
          .meta({ examples: [['bug']] }),
      })
      .prefault({})
      .describe('Which tickets `collect: [{ tickets: { from: NAME } }]` reads.'),
  });
}

export type Written = WrittenOf<'github', typeof githubSettings>;
