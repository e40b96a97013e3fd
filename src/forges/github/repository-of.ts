import type { GithubConnection } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import type { ForgePlaces } from '../contract.ts';
import { repositoryAt } from '../repository-of-remote.ts';

export interface GithubRepository {
  readonly owner: string;
  readonly repo: string;
}

/** @param remote where `origin` is; `null`: there is none. Throws `missing` when neither says which it is. */
export function repositoryOf(
  connection: GithubConnection,
  remote: string | null,
): GithubRepository {
  const { name, repository } = connection;
  const found = ownerAndName(repositoryAt(githubPlaces, connection, remote).path ?? '');
  if (found !== null) return found;
  throw new AppError('missing', {
    code: 'no-repository',
    message:
      repository === null
        ? `connections.${name}: the remote origin does not say which repository is meant`
        : `connections.${name}.repository: ${repository} is not OWNER/NAME`,
    hint: `Set connections.${name}.repository: OWNER/NAME in roundsman.yaml.`,
  });
}

function ownerAndName(text: string): GithubRepository | null {
  const [, owner, repo] = /^([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(text) ?? [];
  return owner === undefined || repo === undefined || /^\.+$/.test(owner) || /^\.+$/.test(repo)
    ? null
    : { owner, repo };
}

export const githubPlaces: ForgePlaces<GithubConnection> = {
  of: ({ api, repository, token }) => ({ api, repository, token }),
  webOrigin: (api) => {
    const { origin, protocol, host, pathname } = new URL(api);
    // GitHub's own servers answer at a host beside; one that a company runs answers below `/api/v3` of the same.
    const isBeside = host.startsWith('api.') && pathname === '/';
    return isBeside ? `${protocol}//${host.slice('api.'.length)}` : origin;
  },
};
