/**
 * The HTTP server of the page. It is small until it is used: the first request that the guard admits loads the code that
 * renders pages. It speaks plain HTTP, and only on this machine unless the workspace names a token.
 */
import { join } from 'node:path';

import type { OpenPage, PageListener, PageParts } from '../daemon/listener-door.ts';
import { createExclusively, makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { serveHttp, type HttpLimits } from '../platform/http-server.ts';
import { newToken } from '../platform/ids.ts';
import { AppError } from '../words/errors.ts';
import { INWARD_HOST } from '../words/network-plan.ts';
import { bindPage, shownAddress } from './bind-page.ts';
import { openGate, refused } from './guard/gate.ts';
import { openLoginCodes, openSessions, type Sessions } from './guard/sessions.ts';
import { openJobs } from './jobs.ts';
import type { PageSite } from './site/page-site.ts';
import type { SitePeople } from './site/site-people.ts';

export const PAGE_LIMITS: HttpLimits = {
  bodyBytes: 1_000_000,
  headerBytes: 16_384,
  connections: 200,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 5_000,
};

/** Throws `invalid-definition` for settings that do not hold, `missing` for an address that cannot be had. */
export const startPage: OpenPage = async (parts: PageParts): Promise<PageListener> => {
  const { workspace, settings, log } = parts;
  const { stateDir } = workspace.location;
  const token = tokenOf(parts);
  if (settings.listen?.startsWith(`${INWARD_HOST}:`) === true) throw besideBranches();
  const name = `roundsman-${sha256(stateDir).slice(0, 10)}`;
  const people = pagePeople(parts, name);
  const openWith = (secret: string): Sessions => openSessions({ secret, name, ...people.sessions });
  let sessions = openWith(await readPageSecret(stateDir));
  const codes = openLoginCodes(token);
  const jobs = openJobs(workspace.clock);
  const live = alwaysNewest(() => sessions);
  let site: Promise<PageSite> | null = null;
  const openSite = async (): Promise<PageSite> => {
    const { openPageSite } = await import('./site/page-site.ts');
    const by = workspace.actor;
    const kept = { workspace, sessions: live, codes, jobs, warn: log };
    const asksToken = token !== null;
    return openPageSite({ ...kept, by, asksToken, people: people.of(address) });
  };
  const gate = openGate(settings, token);
  let address = '';
  const { server, host } = await bindPage(settings.listen, stateDir, (at) =>
    serveHttp({
      ...at,
      limits: { ...PAGE_LIMITS, ...parts.limits },
      warn: (problem) => log(`the page: ${problem}`),
      site: {
        head: (head, peer) => gate.check(head, peer),
        whole: async (head, body, gone) => {
          try {
            site ??= openSite();
            return await (await site).answer(head, body, gone);
          } catch (thrown) {
            // Such as a program that was replaced under a running daemon: the next request tries again.
            site = null;
            log(`the page: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
            return refused({ status: 500, text: 'the page could not be loaded' });
          }
        },
        tooLarge: () => refused({ status: 413, text: 'that is too much' }),
      },
    }),
  );
  address = shownAddress(host, server.port);
  gate.open(host, server.port);
  return {
    address,
    link: () =>
      people.link(address) ?? `http://${address}/login?code=${codes.make(workspace.clock.now())}`,
    logOutAll: async () => {
      sessions = openWith(await renewPageSecret(stateDir));
    },
    close: async () => {
      await jobs.close();
      await server.close();
    },
  };
};

/** Always uses the newest secret, however long a caller holds it. */
function alwaysNewest(newest: () => Sessions): Sessions {
  return {
    begin: (now) => newest().begin(now),
    find: (cookies, now) => newest().find(cookies, now),
    named: (person) => newest().named(person),
    isOwnForm: (session, csrf) => newest().isOwnForm(session, csrf),
    end: () => newest().end(),
  };
}

function besideBranches(): AppError {
  return new AppError('invalid-definition', {
    code: 'page-listen',
    message: `the page cannot be at ${INWARD_HOST}: what branches serve is there, and would get its cookie`,
    hint: 'Write another address in `page.listen` of roundsman.yaml, such as 127.0.0.1, or leave it out.',
  });
}

const TOKEN_LENGTH = 24;

function tokenOf({ settings, workspace }: PageParts): string | null {
  const { token: variable } = settings;
  if (variable === null) return null;
  const token = workspace.env[variable] ?? '';
  if (token.length >= TOKEN_LENGTH) return token;
  throw new AppError('missing', {
    code: 'page-token',
    message:
      token === ''
        ? `the page is not served: ${variable}, which \`page.token\` names, is not set`
        : `the page is not served: ${variable} holds ${token.length} characters, and ${TOKEN_LENGTH} are the least`,
    hint: `Set ${variable} where the daemon is started, such as to the output of: openssl rand -base64 32`,
  });
}

/**
 * The secret of a workspace's page, by which sessions are told from made-up ones. One file, for the user alone.
 * The one that is there, or a new one.
 */
async function readPageSecret(stateDir: string): Promise<string> {
  const path = secretPath(stateDir);
  const found = (await readTextIfThere(path))?.trim() ?? '';
  if (found.length >= 40) return found;
  await makeFolder(stateDir, 0o700);
  const made = newToken();
  if (found !== '') {
    await writeDurably(path, `${made}\n`);
    return made;
  }
  if (await createExclusively(path, `${made}\n`)) return made;
  return (await readTextIfThere(path))?.trim() ?? made;
}

/** Creates a new secret, which ends all sessions. */
async function renewPageSecret(stateDir: string): Promise<string> {
  const made = newToken();
  await writeDurably(secretPath(stateDir), `${made}\n`);
  return made;
}

function secretPath(stateDir: string): string {
  return join(stateDir, 'page-secret');
}

// What `page.people` means for the server: its sessions, its link, and what the site is told.
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
