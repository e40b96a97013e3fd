import type { GithubConnection } from '../../words/connection.ts';
import type { ForgePlaces } from '../contract.ts';

export const githubPlaces: ForgePlaces<GithubConnection> = {
  of: ({ api, repository, token }) => ({ api, repository, token }),
  webOrigin: (api) => {
    const { origin, protocol, host, pathname } = new URL(api);
    // GitHub's own servers answer at a host beside; one that a company runs answers below `/api/v3` of the same.
    const isBeside = host.startsWith('api.') && pathname === '/';
    return isBeside ? `${protocol}//${host.slice('api.'.length)}` : origin;
  },
};
