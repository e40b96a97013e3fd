import type { Connection } from '../words/connection.ts';
import type { ForgePlaces } from './contract.ts';

/** Which repository of a forge a remote's address names. Pure: https, ssh and scp-like forms, with ports, log-ins and `.git`. */
export interface RemoteRepository {
  /** Lower-case, without a port: what the page and the API are found by. */
  readonly host: string;
  /** `acme/billing`; on GitLab groups may lie within groups: `acme/teams/billing`. */
  readonly path: string;
}

const MAX_LENGTH = 2_000;

/** @returns `null` for a folder, a file URL, or what names no owner and repository */
export function repositoryOfRemote(remote: string): RemoteRepository | null {
  const text = remote.trim();
  if (text.length > MAX_LENGTH || /[\s\p{Cc}]/u.test(text)) return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? ofUrl(text) : ofScp(text);
}

const SCHEMES = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:']);

function ofUrl(text: string): RemoteRepository | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !SCHEMES.has(url.protocol)) return null;
  return repository(url.hostname, url.pathname);
}

/** `git@github.com:acme/billing.git`; a colon behind a slash belongs to a path, and one letter before it is a drive. */
function ofScp(text: string): RemoteRepository | null {
  const found = /^(?:[^@/:]+@)?(\[[^\]/]+\]|[^@/:[\]]{2,}):(.+)$/.exec(text);
  const [, host = '', path = ''] = found ?? [];
  return found === null ? null : repository(host, path);
}

function repository(host: string, written: string): RemoteRepository | null {
  const path = written.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  const parts = path.split('/');
  if (host === '' || parts.length < 2 || !parts.every(isName)) return null;
  return { host: plainHost(host), path };
}

/** What forges allow in names of owners, groups and repositories; `.` and `..` would lead elsewhere. */
function isName(part: string): boolean {
  return /^[\w.-]{1,255}$/.test(part) && !/^\.+$/.test(part);
}

/** The port of ssh is not that of the API; GitHub's second way through firewalls is the same host. */
function plainHost(host: string): string {
  const lower = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (lower === 'ssh.github.com') return 'github.com';
  return lower === 'altssh.gitlab.com' ? 'gitlab.com' : lower;
}

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
