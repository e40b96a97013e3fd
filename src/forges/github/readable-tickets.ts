/** Whether a token may read issues and discussions: by asking for one of each, since GitHub tells it in no other way. */
import { isRecord } from '../../platform/json.ts';
import type { GithubConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import type { Ability, ConnectProblem } from '../connect-report.ts';
import type { GithubClient } from './github-client.ts';

const DISCUSSIONS = `query ($owner: String!, $repo: String!, $first: Int!) {
  repository(owner: $owner, name: $repo) {
    discussions(first: $first) { nodes { number } }
  }
}`;

export interface ReadableTickets {
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
export async function readableTickets(
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
