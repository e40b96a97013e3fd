import type { GitlabConnection } from '../../words/connection.ts';
import type { ForgePlaces } from '../contract.ts';

export const gitlabPlaces: ForgePlaces<GitlabConnection> = {
  of: ({ api, project, token }) => ({ api, repository: project, token }),
  webOrigin: (api) => new URL(api).origin,
  pathOf: withoutFolder,
};

/** It may lie below a path of its host, which addresses of the web begin with, and those of ssh do not. */
function withoutFolder(path: string, api: string, remote: string): string {
  if (!/^(?:git\+)?https?:/i.test(remote.trim())) return path;
  const folder = new URL(api).pathname.replace(/\/api\/v\d+\/?$/, '').replace(/^\/+/, '');
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
