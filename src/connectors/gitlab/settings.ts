/** The keys of a connection of the kind `gitlab`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';
import { tokenSetting } from '../shared-settings.ts';

export function gitlabSettings(tools: SchemaTools) {
  const { z, outward } = tools;
  return z.strictObject({
    project: outward.repositoryName
      .nullable()
      .default(null)
      .describe('Group and name. Without it: that of the remote `origin`.')
      .meta({ examples: ['acme/billing'] }),
    api: outward.webUrl.default('https://gitlab.com/api/v4').describe('Base URL of its API.'),
    token: tokenSetting(tools),
  });
}

export type Written = WrittenOf<'gitlab', typeof gitlabSettings>;
