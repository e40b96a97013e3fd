import type { GithubConnection, GitlabConnection } from '../domain/connection.ts';

export type ForgeConnection = GithubConnection | GitlabConnection;

/** Where people, and git, find the forge of that API: `https://github.com`. */
export function webOrigin({ kind, api }: Pick<ForgeConnection, 'kind' | 'api'>): string {
  const { origin, host } = new URL(api);
  return kind === 'github' && host === 'api.github.com' ? 'https://github.com' : origin;
}
