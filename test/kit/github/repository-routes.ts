import { refusal, type GithubRoute } from './github-route.ts';
import { repositoryShape, wholeUserShape } from './github-shapes.ts';

/** Who one is, what may be done in the repository, and how much is left. */
export function repositoryRoutes(): readonly GithubRoute[] {
  return [
    {
      method: 'GET',
      path: '/user',
      answer: ({ state, base, token }) =>
        token === null
          ? refusal(401, 'Requires authentication')
          : { status: 200, body: wholeUserShape(state, token.login, base) },
    },
    {
      method: 'GET',
      path: '/repos/{owner}/{repo}',
      answer: ({ state, base, token }) => ({
        status: 200,
        body: {
          ...repositoryShape(state, base, { push: token?.rights === 'write' }),
          network_count: 0,
          subscribers_count: 0,
        },
      }),
    },
    {
      method: 'GET',
      path: '/rate_limit',
      answer: ({ state }) => {
        const { total, remaining, reset } = state.limit;
        const rate = { limit: total, remaining, reset, used: total - remaining };
        return {
          status: 200,
          body: { resources: { core: rate, search: rate, graphql: rate }, rate },
        };
      },
    },
  ];
}
