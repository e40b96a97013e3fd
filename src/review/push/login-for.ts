/** The token of a connection as a log-in for git, at the very server that the connection is of. */
import type { Connection } from '../../domain/connection.ts';
import { oneLine } from '../../domain/text.ts';
import { webOrigin } from '../../forges/web-origin.ts';
import type { ForgeLogin } from '../../git/forge-login.ts';
import type { Environment } from '../../platform/environment.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';

/** In the clear a token goes only to where the connection says that it is near. */
export function loginFor(
  connections: readonly Connection[],
  env: Environment,
  learn: Learn,
): (address: string) => Promise<ForgeLogin | null> {
  return async (address) => {
    if (!URL.canParse(address)) return null;
    const { origin, protocol } = new URL(address);
    for (const connection of connections) {
      if (connection.kind !== 'github' && connection.kind !== 'gitlab') continue;
      if (connection.token === null || webOrigin(connection) !== origin) continue;
      if (protocol !== 'https:' && !connection.private) continue;
      // Without its token git is left to what it knows by itself.
      const token = await readCredential(connection.token, env, learn).catch(() => null);
      const user = connection.kind === 'github' ? 'x-access-token' : 'oauth2';
      if (token !== null && oneLine(token, 10_000) === token) return { origin, user, token };
    }
    return null;
  };
}
