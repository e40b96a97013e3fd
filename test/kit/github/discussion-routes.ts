/** Discussions, by the one question of GraphQL that is asked for them: the one that changed last first, behind a mark. */
import { record, type GithubAnswer, type GithubCall, type GithubRoute } from './github-route.ts';

export interface KitDiscussion {
  readonly number: number;
  title: string;
  readonly body: string;
  readonly by: string;
  readonly category: string;
  readonly labels: readonly string[];
  isAnswered: boolean | null;
  readonly createdAt: string;
  updatedAt: string;
}

export interface KitDiscussions {
  readonly every: KitDiscussion[];
  enabled: boolean;
  /** In place of the next answers, one each: errors of GraphQL, which come with status 200. */
  readonly errors: { readonly type: string; readonly message: string }[];
}

export function discussionRoutes(kept: KitDiscussions): readonly GithubRoute[] {
  return [{ method: 'POST', path: '/graphql', answer: (call) => answer(call, kept) }];
}

function answer({ state, body, token, base }: GithubCall, kept: KitDiscussions): GithubAnswer {
  if (token === null)
    return { status: 401, body: { message: 'This endpoint requires you to be authenticated.' } };
  const error = kept.errors.shift();
  if (error !== undefined) return { status: 200, body: { data: null, errors: [error] } };
  const { owner, repo, after, first } = record(record(body)['variables']);
  if (owner !== state.owner || repo !== state.name) {
    const message = `Could not resolve to a Repository with the name '${String(owner)}/${String(repo)}'.`;
    return {
      status: 200,
      body: {
        data: { repository: null },
        errors: [{ type: 'NOT_FOUND', path: ['repository'], message }],
      },
    };
  }
  const size = typeof first === 'number' ? Math.min(100, first) : 1;
  const sorted = kept.every.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const begin =
    typeof after === 'string' ? sorted.findIndex(({ number }) => after === `at:${number}`) + 1 : 0;
  const page = sorted.slice(begin, begin + size);
  const pageInfo = {
    hasNextPage: begin + size < sorted.length,
    endCursor: page.length === 0 ? null : `at:${page.at(-1)?.number ?? 0}`,
  };
  const nodes = page.map((one) => ({
    number: one.number,
    title: one.title,
    body: one.body,
    url: `${base}/${state.owner}/${state.name}/discussions/${one.number}`,
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
    isAnswered: one.isAnswered,
    author: { login: one.by },
    category: { name: one.category },
    labels: { nodes: one.labels.map((name) => ({ name })) },
  }));
  const discussions = { pageInfo, nodes };
  return {
    status: 200,
    body: { data: { repository: { hasDiscussionsEnabled: kept.enabled, discussions } } },
  };
}
