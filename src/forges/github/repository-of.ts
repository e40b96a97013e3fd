import type { GithubConnection } from '../../domain/connection.ts';
import { AppError } from '../../domain/errors.ts';

export interface GithubRepository {
  readonly owner: string;
  readonly repo: string;
}

/** @param originUrl where the remote `origin` is; `null`: there is none. Throws `missing` when neither says which it is. */
export function repositoryOf(
  { name, repository }: Pick<GithubConnection, 'name' | 'repository'>,
  originUrl: string | null,
): GithubRepository {
  const found = ownerAndName(repository ?? pathOf(originUrl ?? ''));
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

/** Of `https://github.com/a/b.git`, `ssh://git@github.com/a/b` and `git@github.com:a/b.git`. */
function pathOf(url: string): string {
  const path =
    URL.canParse(url) && url.includes('://') ? new URL(url).pathname : url.replace(/^[^:]*:/, '');
  return path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}
