import type { SchemaTools } from '../../collectors/kind.ts';
import type { TicketsRole } from '../../collectors/tickets/sources/contract.ts';
import { unreached } from '../../forges/connect-report.ts';
import type { ForgeRole } from '../../forges/contract.ts';
import { githubPlaces } from '../../forges/github/repository-of.ts';
import { repositoryAt } from '../../forges/repository-of-remote.ts';
import type { GithubConnection } from '../../words/connection.ts';
import type { ConnectionForm, Connector, WrittenOf } from '../contract.ts';
import { addressBreaches } from '../rules/address-rules.ts';
import { hostOfUrl, withoutSlash, tokenSetting, toOptionalCredential } from '../shared-settings.ts';
import type { TrackerRole } from '../tracker.ts';

// The keys of a connection of the kind `github`.

function githubSettings(tools: SchemaTools) {
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

type Written = WrittenOf<'github', typeof githubSettings>;

const connection: ConnectionForm<GithubConnection, Written> = {
  kind: 'github',
  about: 'A repository on GitHub: tickets, items, pull requests.',
  settings: githubSettings,
  toConnection: (written, name) => ({
    ...written,
    name,
    api: withoutSlash(written.api),
    token: toOptionalCredential(written.token),
  }),
  breaches: ({ api, token, private: isPrivate }, path) =>
    addressBreaches([...path, 'api'], { url: api, private: isPrivate, carries: token !== null }),
  where: ({ api, repository }) => `${repository ?? 'that of origin'} at ${hostOfUrl(api)}`,
  leadsTo: ({ api }) => ({ kind: 'text', text: api }),
  connect: async (one, { env, learn, origin, signal }) => {
    const { path: repository } = repositoryAt(githubPlaces, one, origin);
    if (repository === null)
      return unreached(
        'which repository is meant is not known: `origin` names none of a forge',
        `Add \`repository: owner/name\` to connections.${one.name}.`,
      );
    const { inspectRepository } = await import('../../forges/github/inspect-repository.ts');
    return inspectRepository(one, { env, learn, repository, signal });
  },
};

const forge: ForgeRole<GithubConnection> = {
  ...githubPlaces,
  request: 'pull request',
  sign: '#',
  place: 'repository',
  gitUser: 'x-access-token',
  open: async (connection, repository, around) => {
    const { githubForge } = await import('../../forges/github/github-forge.ts');
    return githubForge({ connection, repository, ...around });
  },
};

const tickets: TicketsRole<GithubConnection> = {
  mapped: false,
  open: async (request) =>
    (await import('../../collectors/tickets/sources/github/open-github.ts')).openGithub(request),
};

const tracker: TrackerRole<GithubConnection> = {
  placeOf: async (connection, origin) => {
    const { repositoryOf } = await import('../../forges/github/repository-of.ts');
    const { owner, repo } = repositoryOf(connection, origin);
    return `${owner}/${repo}`;
  },
  open: async (connection, repository, { env, clock, learn }) => {
    const [{ githubClient }, { repositoryOf }, { githubTracker }] = await Promise.all([
      import('../../forges/github/github-client.ts'),
      import('../../forges/github/repository-of.ts'),
      import('./github-tracker.ts'),
    ]);
    // What was approved for one repository goes to that one, whatever the connection says since.
    const place = repositoryOf({ ...connection, repository }, null);
    return githubTracker(await githubClient(connection, env, { clock, learn }), place);
  },
};

export const githubConnector: Connector<GithubConnection, Written> = {
  connection,
  tickets,
  tracker,
  forge,
};
