/** What a token can see and do of one repository on GitHub. Reads alone; the permissions are those that GitHub tells. */
import type { Environment } from '../../platform/environment.ts';
import { isRecord } from '../../platform/json.ts';
import { OutwardError } from '../../platform/outward/outward-request.ts';
import type { Learn } from '../../platform/outward/read-credential.ts';
import type { GithubConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import {
  type Ability,
  type ConnectProblem,
  type ConnectReport,
  unreached,
} from '../connect-report.ts';
import { githubClient, type GithubClient } from './github-client.ts';

// Whether a token may read issues and discussions: by asking for one of each, since GitHub tells it in no other way.

const DISCUSSIONS = `query ($owner: String!, $repo: String!, $first: Int!) {
  repository(owner: $owner, name: $repo) {
    discussions(first: $first) { nodes { number } }
  }
}`;

interface ReadableTickets {
  readonly can: readonly Ability[];
  readonly problems: readonly ConnectProblem[];
}

interface Asked {
  readonly client: GithubClient;
  readonly connection: GithubConnection;
  readonly owner: string;
  readonly repo: string;
  readonly signal: AbortSignal;
}

/** Discussions only where the connection has tickets of them. What fails otherwise than by a refusal is thrown. */
async function readableTickets(
  asked: Asked,
  repository: Readonly<Record<string, unknown>>,
): Promise<ReadableTickets> {
  const issues =
    repository['has_issues'] === true ? await whyNot(async () => oneIssue(asked)) : OFF;
  const parts = [abilityOf('issues', issues)];
  if (asked.connection.tickets.from.includes('discussions')) {
    const isThere = repository['has_discussions'] === true && asked.connection.token !== null;
    parts.push(
      abilityOf('discussions', isThere ? await whyNot(async () => oneDiscussion(asked)) : OFF),
    );
  }
  return {
    can: parts.map(({ ability }) => ability),
    problems: parts.flatMap(({ problem }) => problem ?? []),
  };
}

/** It is not there to be read, which is said elsewhere. */
const OFF = '';

function abilityOf(
  what: 'issues' | 'discussions',
  why: string | null,
): { readonly ability: Ability; readonly problem: ConnectProblem | null } {
  const name = what === 'issues' ? 'Issues' : 'Discussions';
  return {
    ability: { what: `read ${what}`, answer: why === null ? 'yes' : 'no' },
    problem:
      why === null || why === OFF
        ? null
        : {
            what: `the token may not read ${what}: ${why}`,
            hint: `Give it the permission ${name}, read-only.`,
          },
  };
}

async function oneIssue({ client, owner, repo, signal }: Asked): Promise<null> {
  await client.request('GET /repos/{owner}/{repo}/issues', {
    owner,
    repo,
    per_page: 1,
    request: { signal },
  });
  return null;
}

/** GraphQL refuses with status 200. */
async function oneDiscussion({
  client,
  connection,
  owner,
  repo,
  signal,
}: Asked): Promise<string | null> {
  const answer = await client.request('POST /graphql', {
    baseUrl: connection.api.replace(/\/api\/v3$/, '/api'),
    query: DISCUSSIONS,
    variables: { owner, repo, first: 1 },
    request: { signal },
  });
  const data: unknown = answer.data;
  const errors = isRecord(data) ? data['errors'] : null;
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const first: unknown = errors[0];
  return isRecord(first) && typeof first['message'] === 'string'
    ? oneLine(first['message'], 160)
    : 'it answers with an error';
}

async function whyNot(ask: () => Promise<string | null>): Promise<string | null> {
  try {
    return await ask();
  } catch (thrown) {
    const status: unknown = isRecord(thrown) ? thrown['status'] : null;
    if (status === 403 || status === 404 || status === 410) return `it answers with ${status}`;
    throw thrown;
  }
}

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  /** `owner/name` */
  readonly repository: string;
  readonly signal: AbortSignal;
}

export async function inspectRepository(
  connection: GithubConnection,
  { env, learn, repository, signal }: Request,
): Promise<ConnectReport> {
  const client = await githubClient(connection, env, { learn });
  try {
    const as = connection.token === null ? null : await userOf(client, signal);
    const [owner = '', repo = ''] = repository.split('/');
    const { data, headers } = await client.request('GET /repos/{owner}/{repo}', {
      owner,
      repo,
      request: { signal },
    });
    const asked = { client, connection, owner, repo, signal };
    const readable = await readableTickets(asked, isRecord(data) ? data : {});
    return reportOf({ as, connection, repository, data, headers, readable });
  } catch (thrown) {
    return refused(thrown, connection, repository);
  }
}

/** `null`: the token belongs to an app and to no user. That is not an error. */
async function userOf(client: GithubClient, signal: AbortSignal): Promise<string | null> {
  try {
    const { data } = await client.request('GET /user', { request: { signal } });
    return oneLine(data.login, 60);
  } catch (thrown) {
    if (statusOf(thrown) === 403) return null;
    throw thrown;
  }
}

interface Seen {
  readonly as: string | null;
  readonly connection: GithubConnection;
  readonly repository: string;
  readonly data: unknown;
  readonly headers: object;
  readonly readable: ReadableTickets;
}

function reportOf({ as, connection, repository, data, headers, readable }: Seen): ConnectReport {
  const repo = isRecord(data) ? data : {};
  const permissions = isRecord(repo['permissions']) ? repo['permissions'] : {};
  const has = (key: string): boolean => repo[key] === true;
  const writes = permissions['push'] === true || permissions['maintain'] === true;
  const triages = writes || permissions['triage'] === true;
  const scopes = headerOf(headers, 'x-oauth-scopes');
  const isGranular = connection.token !== null && scopes === null;
  /** A fine-grained token may have less than its owner, and GitHub does not say how much. */
  const may = (allowed: boolean): Ability['answer'] =>
    connection.token === null || !allowed || has('archived')
      ? 'no'
      : isGranular
        ? 'unknown'
        : 'yes';
  const problems: ConnectProblem[] = [];
  const wanted = connection.tickets.from;
  if (wanted.includes('issues') && !has('has_issues'))
    problems.push({
      what: `issues are switched off in ${repository}`,
      hint: 'Switch them on in its settings, or leave `issues` out of `tickets.from`.',
    });
  if (wanted.includes('discussions') && !has('has_discussions'))
    problems.push({
      what: `discussions are switched off in ${repository}`,
      hint: 'Switch them on in its settings, or leave `discussions` out of `tickets.from`.',
    });
  if (wanted.includes('discussions') && connection.token === null)
    problems.push({
      what: 'discussions are read with a token alone',
      hint: `Add \`token: env:GITHUB_TOKEN\` to connections.${connection.name}.`,
    });
  if (has('archived'))
    problems.push({
      what: `${repository} is archived: it is only read`,
      hint: 'Nothing can be filed or pushed there.',
    });
  return {
    reached: true,
    as,
    sees: [
      repositoryWords(repository, repo),
      ...formatLimit(headers),
      ...tokenWords(headers, scopes),
    ],
    can: [
      ...readable.can,
      { what: 'file and comment on issues', answer: has('has_issues') ? may(true) : 'no' },
      { what: 'label and close issues', answer: has('has_issues') ? may(triages) : 'no' },
      { what: 'push branches', answer: may(writes) },
      { what: 'open pull requests', answer: may(writes) },
    ],
    problems: [...problems, ...readable.problems],
  };
}

function repositoryWords(repository: string, repo: Readonly<Record<string, unknown>>): string {
  const { private: isPrivate, open_issues_count: open, default_branch: branch } = repo;
  return [
    repository,
    isPrivate === true ? 'private' : 'public',
    ...(typeof open === 'number' ? [`${open} open issues and pull requests`] : []),
    ...(typeof branch === 'string' ? [`default branch ${oneLine(branch, 60)}`] : []),
  ].join(', ');
}

function formatLimit(headers: object): readonly string[] {
  const [left, all] = [
    headerOf(headers, 'x-ratelimit-remaining'),
    headerOf(headers, 'x-ratelimit-limit'),
  ];
  return left === null || all === null ? [] : [`${left} of ${all} requests left this hour`];
}

function tokenWords(headers: object, scopes: string | null): readonly string[] {
  const expires = headerOf(headers, 'github-authentication-token-expiration');
  return [
    ...(scopes === null || scopes === '' ? [] : [`scopes of the token: ${scopes}`]),
    ...(expires === null ? [] : [`the token expires ${expires}`]),
  ];
}

function headerOf(headers: object, name: string): string | null {
  const value: unknown = Reflect.get(headers, name);
  return typeof value === 'string' || typeof value === 'number'
    ? oneLine(String(value), 200)
    : null;
}

function statusOf(thrown: unknown): number | null {
  const status: unknown = isRecord(thrown) ? thrown['status'] : null;
  return typeof status === 'number' ? status : null;
}

function refused(thrown: unknown, connection: GithubConnection, repository: string): ConnectReport {
  const outward = outwardErrorIn(thrown);
  if (outward !== null)
    return unreached(outward.message, 'Look at `api`, at the network, and at `private` and `ca`.');
  const status = statusOf(thrown);
  const token = `connections.${connection.name}.token`;
  switch (status) {
    case 401:
      return unreached(
        'the token is not taken (401): it is wrong, or has expired',
        `Make a new one, and put it where ${token} says.`,
      );
    case 403:
    case 429:
      return unreached(
        `it is refused (${status}): the token has no right to it, or too much was asked for`,
        'Look at the rights of the token, at single sign-on of the organisation, or wait for the hour to end.',
      );
    case 404:
      return unreached(
        `there is no ${repository} for that token (404)`,
        'Correct `repository`, or give the token a right to read it.',
      );
    case null:
    default:
      return unreached(
        status === null ? 'it does not answer as GitHub does' : `it answers with ${status}`,
        'Try again later; is `api` the base of the API?',
      );
  }
}

function outwardErrorIn(thrown: unknown): OutwardError | null {
  if (thrown instanceof OutwardError) return thrown;
  return isRecord(thrown) && thrown['cause'] instanceof OutwardError ? thrown['cause'] : null;
}
