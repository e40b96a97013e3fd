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
  const ofRemote = isHere ? withoutFolder(found.path, connection, remote ?? '') : null;
  return { path: named ?? ofRemote, ofRemote };
}

/** A GitLab may lie below a path of its host, which addresses of the web begin with, and those of ssh do not. */
function withoutFolder(path: string, { kind, api }: ForgeConnection, remote: string): string {
  if (kind !== 'gitlab' || !/^(?:git\+)?https?:/i.test(remote.trim())) return path;
  const folder = new URL(api).pathname.replace(/\/api\/v\d+\/?$/, '').replace(/^\/+/, '');
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
