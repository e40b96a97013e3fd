import type { GithubConnection } from '../../../src/words/connection.ts';
import type { GithubServer } from './github-server.ts';
import { KIT_TOKEN } from './github-state.ts';

/** To the loopback GitHub, with the token in `GITHUB_TOKEN` (`githubEnv`). */
export function githubConnection(
  { api, state }: Pick<GithubServer, 'api' | 'state'>,
  change: Partial<GithubConnection> = {},
): GithubConnection {
  return {
    kind: 'github',
    name: 'github',
    private: true,
    ca: null,
    repository: `${state.owner}/${state.name}`,
    api,
    token: { kind: 'env', name: 'GITHUB_TOKEN' },
    tickets: { from: ['issues'], labels: [] },
    ...change,
  };
}

export const githubEnv = { GITHUB_TOKEN: KIT_TOKEN } as const;
