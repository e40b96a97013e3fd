import { repositoryOfRemote } from './repository-of-remote.ts';
import { webOrigin, type ForgeConnection } from './web-origin.ts';

export interface RepositoryAt {
  /** `owner/name`, as the connection or else the remote names it; `null`: neither does. */
  readonly path: string | null;
  /** What the remote is of, where that stands at the very forge of the connection; `null`: elsewhere. */
  readonly ofRemote: string | null;
}

/** Which repository of a connection's forge is meant: a remote at another forge names none of this one. Pure. */
export function repositoryAt(connection: ForgeConnection, remote: string | null): RepositoryAt {
  const named = connection.kind === 'github' ? connection.repository : connection.project;
  const found = repositoryOfRemote(remote ?? '');
  const isHere = found !== null && found.host === new URL(webOrigin(connection)).hostname;
  const ofRemote = isHere ? found.path : null;
  return { path: named ?? ofRemote, ofRemote };
}
