import type { GithubConnection, GitlabConnection } from '../words/connection.ts';

export type ForgeConnection = GithubConnection | GitlabConnection;

/** Where people, and git, find the forge of that API: `https://github.com`. */
export function webOrigin({ kind, api }: Pick<ForgeConnection, 'kind' | 'api'>): string {
  const { origin, protocol, host, pathname } = new URL(api);
  // GitHub's own servers answer at a host beside; one that a company runs answers below `/api/v3` of the same.
  const isBeside = kind === 'github' && host.startsWith('api.') && pathname === '/';
  return isBeside ? `${protocol}//${host.slice('api.'.length)}` : origin;
}
