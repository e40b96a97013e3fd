import type { SchemaTools } from '../../collectors/kind.ts';
import { unreached } from '../../forges/connect-report.ts';
import type { ForgeRole } from '../../forges/contract.ts';
import { gitlabPlaces } from '../../forges/gitlab/gitlab-places.ts';
import { repositoryAt } from '../../forges/repository-of-remote.ts';
import type { GitlabConnection } from '../../words/connection.ts';
import type { ConnectionForm, Connector, WrittenOf } from '../contract.ts';
import { addressBreaches } from '../rules/address-rules.ts';
import { hostOfUrl, withoutSlash, tokenSetting, toOptionalCredential } from '../shared-settings.ts';

// The keys of a connection of the kind `gitlab`.

function gitlabSettings(tools: SchemaTools) {
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

type Written = WrittenOf<'gitlab', typeof gitlabSettings>;

const connection: ConnectionForm<GitlabConnection, Written> = {
  kind: 'gitlab',
  about: 'A project on GitLab: merge requests.',
  settings: gitlabSettings,
  toConnection: (written, name) => ({
    ...written,
    name,
    api: withoutSlash(written.api),
    token: toOptionalCredential(written.token),
  }),
  breaches: ({ api, token, private: isPrivate }, path) =>
    addressBreaches([...path, 'api'], { url: api, private: isPrivate, carries: token !== null }),
  where: ({ api, project }) => `${project ?? 'that of origin'} at ${hostOfUrl(api)}`,
  leadsTo: ({ api }) => ({ kind: 'text', text: api }),
  connect: async (one, { env, learn, origin, signal }) => {
    const { path: project } = repositoryAt(gitlabPlaces, one, origin);
    if (project === null)
      return unreached(
        'which project is meant is not known: `origin` names none of a forge',
        `Add \`project: group/name\` to connections.${one.name}.`,
      );
    const { inspectProject } = await import('../../forges/gitlab/inspect-project.ts');
    return inspectProject(one, { env, learn, project, signal });
  },
};

const forge: ForgeRole<GitlabConnection> = {
  ...gitlabPlaces,
  request: 'merge request',
  sign: '!',
  place: 'project',
  gitUser: 'oauth2',
  open: async (connection, project, around) => {
    const { gitlabForge } = await import('../../forges/gitlab/gitlab-forge.ts');
    return gitlabForge(connection, project, around);
  },
};

export const gitlabConnector: Connector<GitlabConnection, Written> = { connection, forge };
