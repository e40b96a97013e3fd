/** The token of a connection as a log-in for git, at the very server that the connection is of. */
import { repositoryAt } from '../../forges/repository-at.ts';
import { webOrigin, type ForgeConnection } from '../../forges/web-origin.ts';
import type { ForgeLogin } from '../../git/forge-login.ts';
import type { Environment } from '../../platform/environment.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';
import type { Connection } from '../../words/connection.ts';
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
    for (const connection of nearestFirst(connections, url)) {
      if (connection.token === null || webOrigin(connection) !== url.origin) continue;
      if (url.protocol !== 'https:' && !connection.private) continue;
      // Without its token git is left to what it knows by itself.
      const token = await readCredential(connection.token, env, learn).catch(() => null);
      const user = connection.kind === 'github' ? 'x-access-token' : 'oauth2';
      if (token !== null && oneLine(token, 10_000) === token)
        return { origin: url.origin, user, token };
    }
    return null;
  };
}

/** Of several at one server the one that names this repository, then those that name none: tokens differ in what they may do. */
function nearestFirst(
  connections: readonly Connection[],
  { href }: URL,
): readonly ForgeConnection[] {
  const distance = (connection: ForgeConnection): number => {
    const named = connection.kind === 'github' ? connection.repository : connection.project;
    if (named === null) return 1;
    return named.toLowerCase() === repositoryAt(connection, href).ofRemote?.toLowerCase() ? 0 : 2;
  };
  return connections
    .filter((one) => one.kind === 'github' || one.kind === 'gitlab')
    .toSorted((one, other) => distance(one) - distance(other));
}
