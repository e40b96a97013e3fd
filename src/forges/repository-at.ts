import type { Connection } from '../words/connection.ts';
import type { ForgePlaces } from './contract.ts';
import { repositoryOfRemote } from './repository-of-remote.ts';

export interface RepositoryAt {
  /** `owner/name`, as the connection or else the remote names it; `null`: neither does. */
  readonly path: string | null;
  /** What the remote is of, where that stands at the very forge of the connection; `null`: elsewhere. */
  readonly ofRemote: string | null;
}

/** Which repository of a connection's forge is meant: a remote at another forge names none of this one. Pure. */
export function repositoryAt<One extends Connection>(
  places: ForgePlaces<One>,
  connection: One,
  remote: string | null,
): RepositoryAt {
  const { api, repository } = places.of(connection);
  const found = repositoryOfRemote(remote ?? '');
  const isHere = found !== null && found.host === new URL(places.webOrigin(api)).hostname;
  const path = isHere ? found.path : null;
  const ofRemote = path === null ? null : (places.pathOf?.(path, api, remote ?? '') ?? path);
  return { path: repository ?? ofRemote, ofRemote };
}
