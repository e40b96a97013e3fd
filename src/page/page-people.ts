/** What `page.people` means for the server: its sessions, its link, and what the site is told. */
import type { PageParts } from '../daemon/page-door.ts';
import { AppError } from '../words/errors.ts';
import type { SitePeople } from './site/site-people.ts';

export interface PagePeople {
  /** For `openSessions`. */
  readonly sessions: { readonly lastsMs?: number; readonly secure?: boolean };
  /** `null`: one person. @param address where it listens, `127.0.0.1:8800` */
  of(address: string): SitePeople | null;
  /** Where people begin: no link logs them in. `null`: one person. */
  link(address: string): string | null;
}

/** Then people log in again. */
const LAST_MS = 12 * 3_600_000;

/** Throws `missing` without the secret that the settings name. @param name of the session’s cookie */
export function pagePeople(parts: PageParts, name: string): PagePeople {
  const { people } = parts.settings;
  if (people === null) return { sessions: {}, of: () => null, link: () => null };
  const secret = clientSecretOf(parts);
  const where = (address: string): string => people.url ?? `http://${address}`;
  return {
    sessions: { lastsMs: LAST_MS, secure: people.url?.startsWith('https:') === true },
    of: (address) => ({
      settings: people,
      secret,
      where: where(address),
      cookie: `${name}-login`,
    }),
    link: (address) => `${where(address)}/`,
  };
}

function clientSecretOf({ settings, workspace }: PageParts): string | null {
  const by = settings.people?.by;
  if (by?.kind !== 'oidc' || by.clientSecret === null) return null;
  const secret = workspace.env[by.clientSecret] ?? '';
  if (secret !== '') return secret;
  throw new AppError('missing', {
    code: 'page-client-secret',
    message: `the page is not served: ${by.clientSecret}, which \`page.people.oidc.client-secret\` names, is not set`,
    hint: `Set ${by.clientSecret} where the daemon is started.`,
  });
}
