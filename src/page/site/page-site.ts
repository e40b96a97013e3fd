/** Everything behind the guard: who is logged in, which view or action answers, and what an error looks like. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import { asAppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, Shown, Notice, LiveEvent, ShownLive } from '../contract.ts';
import { BACK_FIELD, CSRF_FIELD } from '../forms.ts';
import { SAFE_HEADERS } from '../guard/answer-headers.ts';
import { headerOf } from '../guard/check-head.ts';
import type { LoginCodes } from '../guard/login-codes.ts';
import type { Session, Sessions } from '../guard/sessions.ts';
import type { Jobs } from '../jobs.ts';
import { ownPath } from '../links.ts';
import { navCounts } from '../nav-counts.ts';
import { reviewActions, reviewViews } from '../review/review-routes.ts';
import { coreActions, coreViews } from '../routes.ts';
import {
  documentAnswer,
  fragmentAnswer,
  moveAnswer,
  pageAnswer,
  textAnswer,
  type Framed,
} from './answers.ts';
import { readAssets, type Assets } from './assets.ts';
import { loginAnswer } from './login.ts';
import { problemPage } from './problem-page.ts';
import { readForm } from './read-form.ts';
import { openRouter, type Router } from './router.ts';

const SESSIONS = 50;

export interface SiteParts {
  readonly workspace: Workspace;
  readonly by: string;
  readonly sessions: Sessions;
  readonly codes: LoginCodes;
  readonly jobs: Jobs;
  /** Whether there is something to type into the field of the log-in page. */
  readonly asksToken: boolean;
  /** Faults of ours. */
  readonly warn: (problem: string) => void;
}

export interface PageSite {
  /** Never rejects. */
  answer(head: HttpHead, body: Uint8Array, gone: AbortSignal): Promise<HttpAnswer>;
}

interface Site extends SiteParts {
  readonly assets: Assets;
  readonly notices: Notices;
  readonly router: Router;
}

interface Asked {
  readonly head: HttpHead;
  readonly body: Uint8Array;
  readonly gone: AbortSignal;
  readonly path: string;
  readonly query: URLSearchParams;
}

export async function openPageSite(parts: SiteParts): Promise<PageSite> {
  const site: Site = {
    ...parts,
    assets: await readAssets(),
    notices: openNotices(),
    router: openRouter([...coreViews, ...reviewViews], [...coreActions, ...reviewActions]),
  };
  return {
    answer: async (head, body, gone) => {
      const [path = '/', query = ''] = split(head.target);
      try {
        return await answer(site, { head, body, gone, path, query: new URLSearchParams(query) });
      } catch (thrown) {
        site.warn(`the page ${path}: ${asAppError(thrown).message}`);
        return textAnswer(500, 'the page could not be made');
      }
    },
  };
}

/** Of the path and the query; a fragment never comes here. */
function split(target: string): readonly string[] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

async function answer(site: Site, asked: Asked): Promise<HttpAnswer> {
  const { head, path } = asked;
  const asset = site.assets.find(path);
  if (asset !== null) {
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
    return textAnswer(200, asset.text, { 'content-type': asset.type, ...headers });
  }
  const now = site.workspace.clock.now();
  const session = site.sessions.find(headerOf(head, 'cookie') ?? '', now);
  if (path === '/login') return loginAnswer(site, { ...asked, now, session });
  if (session === null) return loginAnswer(site, { ...asked, now, session: null });
  return head.method === 'POST' ? act(site, asked, session) : show(site, asked, session);
}

async function show(site: Site, asked: Asked, session: Session): Promise<HttpAnswer> {
  const framed = frameOf(site, session, asked);
  const found = site.router.view(asked.path);
  if (found === null) return pageAnswer(framed, problemPage({ kind: 'no-page', path: asked.path }));
  try {
    const call = callOf(site, asked, { session, params: found.params });
    return await shownAnswer(framed, await found.route.show(call), asked);
  } catch (thrown) {
    return problemAnswer(framed, thrown, asked);
  }
}

async function shownAnswer(
  framed: Framed,
  shown: Shown,
  { head, gone }: Asked,
): Promise<HttpAnswer> {
  switch (shown.kind) {
    case 'page':
      return pageAnswer(framed, shown);
    case 'fragment':
      // Where there is no script, it is a page of its own.
      return isPiece(head)
        ? fragmentAnswer(shown.body)
        : pageAnswer(framed, {
            kind: 'page',
            section: shown.section ?? 'runs',
            title: 'Details',
            body: shown.body,
          });
    case 'document':
      return documentAnswer(shown.html);
    case 'live':
      return liveAnswer(shown, { after: headerOf(head, 'last-event-id') ?? null, gone });
    case 'move':
      return moveAnswer(ownPath(shown.to));
  }
}

async function act(site: Site, asked: Asked, session: Session): Promise<HttpAnswer> {
  const framed = frameOf(site, session, asked);
  const form = readForm(asked.body);
  if (!site.sessions.isOwnForm(session, form.text(CSRF_FIELD)))
    return pageAnswer(framed, problemPage({ kind: 'old-form' }));
  const found = site.router.action(asked.path);
  if (found === null) return pageAnswer(framed, problemPage({ kind: 'no-page', path: asked.path }));
  try {
    const back = ownPath(form.text(BACK_FIELD));
    const call = callOf(site, asked, { session, params: found.params });
    const acted = await found.route.act({ ...call, url: back, form });
    if ('kind' in acted) return pageAnswer(framed, acted);
    const { to, notice, tone = 'done' } = acted;
    site.notices.put(session.id, { tone, text: notice });
    return moveAnswer(to === null ? back : ownPath(to));
  } catch (thrown) {
    return problemAnswer(framed, thrown, asked);
  }
}

async function problemAnswer(
  framed: Framed,
  thrown: unknown,
  { path, head }: Asked,
): Promise<HttpAnswer> {
  const error = asAppError(thrown);
  if (error.code === 'internal') framed.warn(`the page ${path}: ${error.message}`);
  const problem = problemPage({ kind: 'error', error });
  // The client inserts a piece into a page that already has a frame.
  return isPiece(head) ? fragmentAnswer(problem.body, problem.status) : pageAnswer(framed, problem);
}

/** The script says so of what it puts into a page. */
function isPiece(head: HttpHead): boolean {
  return headerOf(head, 'x-piece') !== undefined;
}

/** The script asks a page again for what changed: what is to be said once is not taken then. */
function isFresh(head: HttpHead): boolean {
  return headerOf(head, 'x-fresh') !== undefined;
}

function frameOf(site: Site, session: Session, { path, head }: Asked): Framed {
  return {
    assets: site.assets,
    name: site.workspace.location.name,
    csrf: session.csrf,
    path,
    notices: () => (isFresh(head) ? [] : site.notices.take(session.id)),
    counts: () => navCounts(site.workspace),
    warn: site.warn,
  };
}

function callOf(
  { workspace, by, jobs }: Site,
  { head, query, gone }: Asked,
  { session, params }: { readonly session: Session; readonly params: PageCall['params'] },
): PageCall {
  const now = workspace.clock.now();
  const url = ownPath(head.target);
  const { csrf } = session;
  return { workspace, by, now, params, query, url, csrf, signal: gone, jobs };
}

/** What is to be said once, on the next page of a session. Kept in memory: a link cannot make the page say anything. */
interface Notices {
  put(session: string, notice: Notice): void;
  take(session: string): readonly Notice[];
}

function openNotices(): Notices {
  const waiting = new Map<string, readonly Notice[]>();
  return {
    put: (session, notice) => {
      waiting.set(session, [...(waiting.get(session) ?? []), notice].slice(-5));
      for (const oldest of waiting.keys()) if (waiting.size > SESSIONS) waiting.delete(oldest);
    },
    take: (session) => {
      const notices = waiting.get(session) ?? [];
      waiting.delete(session);
      return notices;
    },
  };
}

/** Server-sent events: one JSON document each. A line now and then keeps the connection, and tells when it is gone. */
function liveAnswer(
  { events }: ShownLive,
  { after, gone }: { readonly after: string | null; readonly gone: AbortSignal },
): HttpAnswer {
  return {
    status: 200,
    headers: { ...SAFE_HEADERS, 'content-type': 'text/event-stream; charset=utf-8' },
    // Asked again after two seconds, where the connection breaks.
    body: 'retry: 2000\n\n',
    stream: lines(events(idOf(after), gone)),
  };
}

async function* lines(events: AsyncIterable<LiveEvent>): AsyncIterable<string> {
  for await (const event of events) yield writeEvent(event);
}

/** JSON has no line breaks of its own, so an event is one line whatever it holds. */
function writeEvent(event: LiveEvent): string {
  if (event.kind === 'end')
    return `event: end\ndata: ${JSON.stringify({ reload: event.reload })}\n\n`;
  const { id, target, how, body } = event;
  const data = JSON.stringify({ target, how, html: body.toString() });
  return `${id === null ? '' : `id: ${id.replace(/[^\w.-]/g, '')}\n`}event: put\ndata: ${data}\n\n`;
}

/** Only ours come back. */
function idOf(after: string | null): string | null {
  return after !== null && /^[\w.-]{1,40}$/.test(after) ? after : null;
}
