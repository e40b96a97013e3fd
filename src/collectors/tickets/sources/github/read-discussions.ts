/**
 * Discussions, by GraphQL: the one that changed last comes first, and reading ends at what changed before `since`. One that
 * changes meanwhile moves to the front, where the next reading finds it.
 */
import { isRecord } from '../../../../platform/json.ts';
import { AppError } from '../../../../words/errors.ts';
import { oneLine } from '../../../../words/text.ts';
import { valueAt } from '../../fields/record-values.ts';
import {
  askGithub,
  beginPage,
  boundHit,
  githubError,
  oddAnswer,
  type AskingGithub,
} from './ask-github.ts';

const PAGE = 50;
const QUERY = `query ($owner: String!, $repo: String!, $after: String, $first: Int!) {
  repository(owner: $owner, name: $repo) {
    hasDiscussionsEnabled
    discussions(first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number title body url createdAt updatedAt isAnswered
        author { login }
        category { name }
        labels(first: 100) { nodes { name } }
      }
    }
  }
}`;
/** Of what GraphQL refuses for the moment; it is a POST, which the client never sends twice. */
const TRIES = 3;
const FIRST_WAIT = 1_000;

export interface DiscussionsPlace {
  readonly since: string | null;
  /** `null`: from the newest on. */
  readonly after: string | null;
}

/** Where the rest begins, when a bound was hit; `null`: all was read. */
export async function readDiscussions(
  { since, after }: DiscussionsPlace,
  asking: AskingGithub,
): Promise<{ readonly after: string; readonly cut: string } | null> {
  const seen = new Set<string>();
  let place = after;
  for (;;) {
    const list = await askPage(asking, place);
    const nodes = valueAt(list, 'nodes');
    if (!Array.isArray(nodes)) throw oddAnswer(asking, 'its list of discussions is none');
    const values: readonly unknown[] = nodes;
    const kept = values.map((one) => (isRecord(one) ? keep(asking, one, since) : true));
    if (!kept.every(Boolean) || valueAt(list, 'pageInfo.hasNextPage') !== true) return null;
    const next = valueAt(list, 'pageInfo.endCursor');
    if (typeof next !== 'string' || next.length > 1_000 || seen.has(next))
      throw oddAnswer(asking, 'its pages of discussions lead in a circle');
    seen.add(next);
    place = next;
    const cut = boundHit(asking);
    if (cut !== null) return { after: next, cut };
  }
}

async function askPage(asking: AskingGithub, after: string | null): Promise<unknown> {
  beginPage(asking, 'discussions');
  const data = await askGraph(asking, after);
  const errors = valueAt(data, 'errors');
  if (Array.isArray(errors) && errors.length > 0) throw graphError(asking, errors);
  const repository = valueAt(data, 'data.repository');
  if (valueAt(repository, 'hasDiscussionsEnabled') === false) {
    const { name } = asking.connection;
    throw new AppError('missing', {
      code: 'source-gone',
      message: `connections.${name}: ${asking.repository.owner}/${asking.repository.repo} has no discussions`,
      hint: `Switch them on in its settings, or leave them out of connections.${name}.tickets.from.`,
    });
  }
  return valueAt(repository, 'discussions');
}

async function askGraph(asking: AskingGithub, after: string | null): Promise<unknown> {
  const { client, repository, connection, signal, clock } = asking;
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await client.request('POST /graphql', {
        // Of an Enterprise Server it stands beside v3.
        baseUrl: connection.api.replace(/\/api\/v3$/, '/api'),
        query: QUERY,
        variables: { ...repository, after, first: PAGE },
        ...(signal === undefined ? {} : { request: { signal } }),
      });
      return answer.data;
    } catch (thrown) {
      const failure = client.failureOf(thrown);
      if (failure.kind !== 'no-answer' || tries === TRIES)
        return askGithub(asking, async () => Promise.reject(thrown));
      await clock.sleep(FIRST_WAIT * 4 ** (tries - 1), signal);
    }
  }
}

function graphError(asking: AskingGithub, errors: readonly unknown[]): AppError {
  const [first] = errors;
  const said = valueAt(first, 'message');
  const why = typeof said === 'string' ? oneLine(said, 200) : 'it answers with an error';
  const type = valueAt(first, 'type');
  if (type === 'RATE_LIMITED') {
    const until = new Date(asking.clock.now().getTime() + 3_600_000).toISOString();
    return githubError(asking, { kind: 'limited', why, until });
  }
  const kind = type === 'NOT_FOUND' ? 'missing' : type === 'FORBIDDEN' ? 'forbidden' : null;
  return kind === null
    ? oddAnswer(asking, `GitHub refuses its question for discussions: ${why}`)
    : githubError(asking, { kind, why });
}

/** False for the first one that changed too long ago. */
function keep(
  { records, repository, connection }: AskingGithub,
  value: Record<string, unknown>,
  since: string | null,
): boolean {
  const { number, updatedAt } = value;
  const changed = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  if (since !== null && changed < Date.parse(since)) return false;
  const labels = labelsOf(value);
  // GitHub knows a label whatever its case.
  const known = new Set(labels.map((one) => one.toLowerCase()));
  const wanted = connection.tickets.labels;
  if (typeof number !== 'number' || !wanted.every((one) => known.has(one.toLowerCase())))
    return true;
  const id = `${repository.owner}/${repository.repo}#${number}`;
  const category = valueAt(value, 'category.name');
  if (records.has(id)) return true;
  records.set(id, {
    source: `${connection.name}, discussion ${number}`,
    value: {
      id,
      title: value['title'],
      body: value['body'],
      created_at: value['createdAt'],
      updated_at: value['updatedAt'],
      author: valueAt(value, 'author.login') ?? null,
      labels: [
        ...(typeof category === 'string' ? [category] : []),
        ...labels,
        ...(value['isAnswered'] === true ? ['answered'] : []),
      ],
      url: value['url'],
    },
  });
  return true;
}

function labelsOf(value: Record<string, unknown>): readonly string[] {
  const names = valueAt(value, 'labels.nodes.name');
  if (!Array.isArray(names)) return [];
  const list: readonly unknown[] = names;
  return list.filter((one) => typeof one === 'string');
}
