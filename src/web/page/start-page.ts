import type { OpenPage, PageListener, PageParts } from '../../app/page/page-listener.ts';
/**
 * The server of the page. It is small until somebody asks: what makes pages is loaded with the first request that the guard
 * lets through. It speaks plain HTTP, on this machine alone unless the workspace names a token.
 */
import { readPageSecret, renewPageSecret } from '../../app/page/page-secret.ts';
import { AppError } from '../../domain/errors.ts';
import { INWARD_HOST } from '../../domain/network-plan.ts';
import { userName } from '../../platform/environment.ts';
import { sha256 } from '../../platform/hash.ts';
import { serveHttp, type HttpAnswer, type HttpLimits } from '../../platform/http-server.ts';
import { ownUid, userOfPeer } from '../../platform/peer-user.ts';
import { bindPage, shownAddress } from './bind-page.ts';
import { HTML_TYPE, SAFE_HEADERS } from './guard/answer-headers.ts';
import { checkHead, checkPeer, headerOf, type Refusal } from './guard/check-head.ts';
import { openLoginCodes } from './guard/login-codes.ts';
import { openSessions, type Sessions } from './guard/sessions.ts';
import { html } from './html.ts';
import { openJobs } from './jobs.ts';
import { ownPath } from './links.ts';
import type { PageSite } from './site/page-site.ts';

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
  const openWith = (secret: string): Sessions => openSessions({ secret, name });
  let sessions = openWith(await readPageSecret(stateDir));
  const codes = openLoginCodes(token);
  const jobs = openJobs(workspace.clock);
  const live = alwaysNewest(() => sessions);
  let site: Promise<PageSite> | null = null;
  const openSite = async (): Promise<PageSite> => {
    const { openPageSite } = await import('./site/page-site.ts');
    const by = userName(workspace.env);
    const asksToken = token !== null;
    return openPageSite({ workspace, by, sessions: live, codes, jobs, asksToken, warn: log });
  };
  const hosts = new Set<string>();
  const others = new Set<string>();
  let canonical = '';
  // Behind a proxy, or where people log in by a token, all come from other accounts.
  const isForOne = token === null && settings.hosts.length === 0;
  const own = ownUid();
  const { server, host } = await bindPage(settings.listen, stateDir, (at) =>
    serveHttp({
      ...at,
      limits: { ...PAGE_LIMITS, ...parts.limits },
      warn: (problem) => log(`the page: ${problem}`),
      site: {
        head: (head, peer) => {
          const stranger = isForOne ? checkPeer(userOfPeer(peer), own) : null;
          if (stranger !== null) return refused(stranger);
          if (head.method === 'GET' && others.has(headerOf(head, 'host')?.toLowerCase() ?? ''))
            return moved(`http://${canonical}${ownPath(head.target)}`);
          const refusal = checkHead(head, { hosts });
          return refusal === null ? null : refused(refusal);
        },
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
  const address = shownAddress(host, server.port);
  canonical = address.toLowerCase();
  hosts.add(canonical);
  for (const one of settings.hosts) hosts.add(one.toLowerCase());
  for (const one of otherNames(host, server.port)) if (!hosts.has(one)) others.add(one);
  return {
    address,
    link: () => `http://${address}/login?code=${codes.make(workspace.clock.now())}`,
    logOutAll: async () => {
      sessions = openWith(await renewPageSecret(stateDir));
    },
    close: async () => {
      await jobs.close();
      await server.close();
    },
  };
};

/** Whoever holds on to it goes by the newest secret. */
function alwaysNewest(newest: () => Sessions): Sessions {
  return {
    begin: (now) => newest().begin(now),
    find: (cookies, now) => newest().find(cookies, now),
    isOwnForm: (session, csrf) => newest().isOwnForm(session, csrf),
    end: () => newest().end(),
  };
}

function refused({ status, text, allow, goOn }: Refusal | OwnTrouble): HttpAnswer {
  const more = allow === undefined ? {} : { allow };
  if (goOn === undefined) {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    return { status, headers: { ...SAFE_HEADERS, ...type, ...more }, body: `${text}\n` };
  }
  const body = html`<!doctype html>
    <title>From another page · Roundsman</title>
    <p>Another page led here.</p>
    <p><a href="${goOn}">Go on to ${goOn}</a>, if that is what you meant.</p> `;
  const headers = { ...SAFE_HEADERS, 'content-type': HTML_TYPE };
  return { status, headers, body: body.toString() };
}

type OwnTrouble = Pick<Refusal, 'text' | 'allow' | 'goOn'> & { readonly status: 413 | 500 };

function moved(to: string): HttpAnswer {
  return { status: 307, headers: { ...SAFE_HEADERS, location: to }, body: '' };
}

/**
 * What else a browser of this machine may call it: it is sent on, for the cookie is of one name. A program that is shown
 * without a sandbox is at `localhost`.
 */
function otherNames(host: string, port: number): readonly string[] {
  if (host === '127.0.0.1' || host === 'localhost' || host === '::1')
    return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  return [];
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
