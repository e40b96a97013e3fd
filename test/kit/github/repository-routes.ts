import { refusal, type GithubRoute } from './github-route.ts';
import { repositoryShape, userShape, wholeUserShape } from './github-shapes.ts';
import type { KitUser } from './github-state.ts';

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
      path: '/repos/{owner}/{repo}/collaborators/{username}/permission',
      answer: ({ state, base, params, token }) => {
        const user = state.users.get(params['username'] ?? '');
        if (token === null) return refusal(401, 'Requires authentication');
        if (user === undefined) return refusal(404, 'Not Found');
        const role = user.role ?? usualRole(user.association);
        return {
          status: 200,
          body: {
            // Older than roles between: the next lower one of read, write and admin that there was.
            permission: role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role,
            role_name: role,
            user: { ...userShape(state, user.login, base), role_name: role },
          },
        };
      },
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

/** Of a public repository, which everybody may read. */
function usualRole(association: KitUser['association']): NonNullable<KitUser['role']> {
  if (association === 'OWNER') return 'admin';
  return association === 'MEMBER' || association === 'COLLABORATOR' ? 'write' : 'read';
}
