import type { Forge, ForgeRole, ForgeSurroundings } from '../forges/contract.ts';
import { repositoryAt, repositoryOfRemote } from '../forges/repository-of-remote.ts';
import type { Connection } from '../words/connection.ts';
import { AppError } from '../words/errors.ts';
import type { ForgePlace } from '../words/pull-request.ts';
import { forgeKinds, forgeOf } from './registry.ts';

export type ForgeOpener = (place: ForgePlace) => Promise<Forge | WhyNot>;

export interface WhyNot {
  readonly whyNot: string;
}

/** With the token of the connection of that name, as long as it is still of the server that was meant. */
export function forgeOpener(
  connections: readonly Connection[],
  around: ForgeSurroundings,
): ForgeOpener {
  return async (place) => {
    const found = forgeNamed(connections, place.via);
    if ('whyNot' in found) return found;
    const { connection, forge } = found;
    const { api, repository } = forge.of(connection);
    if (connection.kind !== place.kind || api !== place.api)
      return {
        whyNot: `connections.${place.via} was ${place.api} when it was proposed, and is ${api} now`,
      };
    if (repository !== null && repository !== place.repository)
      return {
        whyNot: `connections.${place.via} was of ${place.repository} when it was proposed, and is of ${repository} now`,
      };
    try {
      return await forge.open(connection, place.repository, around);
    } catch (thrown) {
      if (thrown instanceof AppError) return { whyNot: thrown.message };
      throw thrown;
    }
  };
}

/** @param remote the address that the remote pushes to */
export function forgePlace(
  connections: readonly Connection[],
  via: string,
  remote: string,
): ForgePlace | WhyNot {
  const found = forgeNamed(connections, via);
  if ('whyNot' in found) return found;
  const { connection, forge } = found;
  const { path, ofRemote } = repositoryAt(forge, connection, remote);
  if (path === null)
    return {
      whyNot: `connections.${via} names no ${forge.place}, and the remote is at ${repositoryOfRemote(remote)?.host ?? 'no forge'}`,
    };
  if (ofRemote !== null && ofRemote.toLowerCase() !== path.toLowerCase())
    return { whyNot: `the remote pushes to ${ofRemote}, and connections.${via} is of ${path}` };
  return { via, kind: connection.kind, api: forge.of(connection).api, repository: path };
}

interface NamedForge {
  readonly connection: Connection;
  readonly forge: ForgeRole;
}

function forgeNamed(connections: readonly Connection[], via: string): NamedForge | WhyNot {
  const connection = connections.find(({ name }) => name === via);
  const forge = connection === undefined ? null : forgeOf(connection);
  if (connection !== undefined && forge !== null) return { connection, forge };
  return {
    whyNot:
      connection === undefined
        ? via === ''
          ? `roundsman.yaml has no ${forgeKinds()} connection`
          : `roundsman.yaml has no connection ${via}`
        : `connections.${via} is of kind ${connection.kind}, and no forge`,
  };
}
