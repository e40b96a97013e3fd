import type { Connection } from '../words/connection.ts';
import { AppError } from '../words/errors.ts';
import type { ForgePlace } from '../words/pull-request.ts';
import type { Forge, ForgeSurroundings } from './contract.ts';
import { repositoryAt } from './repository-at.ts';
import { repositoryOfRemote } from './repository-of-remote.ts';
import type { ForgeConnection } from './web-origin.ts';

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
    const connection = connectionNamed(connections, place.via);
    if ('whyNot' in connection) return connection;
    if (connection.kind !== place.kind || connection.api !== place.api)
      return {
        whyNot: `connections.${place.via} was ${place.api} when it was proposed, and is ${connection.api} now`,
      };
    const named = namedRepository(connection);
    if (named !== null && named !== place.repository)
      return {
        whyNot: `connections.${place.via} was of ${place.repository} when it was proposed, and is of ${named} now`,
      };
    try {
      return await openForge(connection, place.repository, around);
    } catch (thrown) {
      if (thrown instanceof AppError) return { whyNot: thrown.message };
      throw thrown;
    }
  };
}

/** Throws `missing` without its token. Loads a forge's library only here. */
export async function openForge(
  connection: ForgeConnection,
  repository: string,
  around: ForgeSurroundings,
): Promise<Forge> {
  if (connection.kind === 'gitlab') {
    const { gitlabForge } = await import('./gitlab/gitlab-forge.ts');
    return gitlabForge(connection, repository, around);
  }
  const { githubForge } = await import('./github/github-forge.ts');
  return githubForge({ connection, repository, ...around });
}

/** @param remote the address that the remote pushes to */
export function forgePlace(
  connections: readonly Connection[],
  via: string,
  remote: string,
): ForgePlace | WhyNot {
  const connection = connectionNamed(connections, via);
  if ('whyNot' in connection) return connection;
  const { kind, api } = connection;
  const { path, ofRemote } = repositoryAt(connection, remote);
  if (path === null)
    return {
      whyNot: `connections.${via} names no ${kind === 'github' ? 'repository' : 'project'}, and the remote is at ${repositoryOfRemote(remote)?.host ?? 'no forge'}`,
    };
  if (ofRemote !== null && ofRemote.toLowerCase() !== path.toLowerCase())
    return { whyNot: `the remote pushes to ${ofRemote}, and connections.${via} is of ${path}` };
  return { via, kind, api, repository: path };
}

function namedRepository(connection: ForgeConnection): string | null {
  return connection.kind === 'github' ? connection.repository : connection.project;
}

function connectionNamed(
  connections: readonly Connection[],
  via: string,
): ForgeConnection | WhyNot {
  const found = connections.find(({ name }) => name === via);
  if (found?.kind === 'github' || found?.kind === 'gitlab') return found;
  return {
    whyNot:
      found === undefined
        ? via === ''
          ? 'roundsman.yaml has no github or gitlab connection'
          : `roundsman.yaml has no connection ${via}`
        : `connections.${via} is of kind ${found.kind}, and no forge`,
  };
}
