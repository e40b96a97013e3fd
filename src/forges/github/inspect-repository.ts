/** What a token can see and do of one repository on GitHub. Reads alone; the permissions are those that GitHub tells. */
import type { Environment } from '../../platform/environment.ts';
import { isRecord } from '../../platform/json.ts';
import { OutwardError } from '../../platform/outward/outward-fetch.ts';
import type { Learn } from '../../platform/outward/read-credential.ts';
import type { GithubConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import type { Ability, ConnectProblem, ConnectReport } from '../connect-report.ts';
import { unreached } from '../connect-report.ts';
import { githubClient, type GithubClient } from './github-client.ts';
import { readableTickets, type ReadableTickets } from './readable-tickets.ts';

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

/* oxlint-disable-next-line eslint/max-params -- what, where, and of what */
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
