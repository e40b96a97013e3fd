/** The token of a connection as a log-in for git, at the very server that the connection is of. */
import { forgeOf } from '../../connectors/registry.ts';
import { repositoryAt } from '../../forges/repository-of-remote.ts';
import type { ForgeLogin } from '../../git/network-git.ts';
import type { Environment } from '../../platform/environment.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';
import type { Connection, Credential } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';

/** In the clear a token goes only to where the connection says that it is near. */
export function loginFor(
  connections: readonly Connection[],
  env: Environment,
  learn: Learn,
): (address: string) => Promise<ForgeLogin | null> {
  return async (address) => {
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    for (const { origin, user, token: place, isPrivate } of nearestFirst(connections, url)) {
      if (place === null || origin !== url.origin) continue;
      if (url.protocol !== 'https:' && !isPrivate) continue;
      // Without its token git is left to what it knows by itself.
      const token = await readCredential(place, env, learn).catch(() => null);
      if (token !== null && oneLine(token, 10_000) === token) return { origin, user, token };
    }
    return null;
  };
}

interface KnownLogin {
  readonly origin: string;
  readonly user: string;
  readonly token: Credential | null;
  readonly isPrivate: boolean;
  readonly distance: number;
}

/** Of several at one server the one that names this repository, then those that name none: tokens differ in what they may do. */
function nearestFirst(connections: readonly Connection[], { href }: URL): readonly KnownLogin[] {
  const logins = connections.flatMap((connection): readonly KnownLogin[] => {
    const forge = forgeOf(connection);
    if (forge === null) return [];
    const { api, repository: named, token } = forge.of(connection);
    const isNamed =
      named?.toLowerCase() === repositoryAt(forge, connection, href).ofRemote?.toLowerCase();
    return [
      {
        origin: forge.webOrigin(api),
        user: forge.gitUser,
        token,
        isPrivate: connection.private,
        distance: named === null ? 1 : isNamed ? 0 : 2,
      },
    ];
  });
  return logins.toSorted((one, other) => one.distance - other.distance);
}
