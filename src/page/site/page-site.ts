/** Everything behind the guard: who is logged in, which view or action answers, and what an error looks like. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import type { Role } from '../../routines/definition-context.ts';
import { asAppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Notice, PageCall, Shown, ShownFragment, ShownPage } from '../contract.ts';
import { BACK_FIELD, CSRF_FIELD, readForm } from '../forms.ts';
import { headerOf } from '../guard/check-head.ts';
import {
  ACTION_ROLES,
  mayAct,
  mayView,
  roleWords,
  VIEW_ROLES,
  type Person,
} from '../guard/roles.ts';
import type { LoginCodes, Session, Sessions } from '../guard/sessions.ts';
import { html } from '../html.ts';
import type { Jobs } from '../jobs.ts';
import { ownPath } from '../links.ts';
import { navCounts } from '../nav-counts.ts';
import { heading } from '../parts/pieces.ts';
import { reviewActions, reviewViews, coreActions, coreViews } from '../routes.ts';
import {
  documentAnswer,
  downloadAnswer,
  fragmentAnswer,
  moveAnswer,
  pageAnswer,
  textAnswer,
  type Framed,
  liveAnswer,
  problemPage,
} from './answers.ts';
import { readAssets, type Assets } from './assets.ts';
import { loginAnswer } from './login.ts';
import { openRouter, type Router } from './router.ts';
import { openSitePeople, type OpenPeople, type SitePeople } from './site-people.ts';

const SESSIONS = 50;

export interface SiteParts {
  readonly workspace: Workspace;
  readonly by: string;
  readonly sessions: Sessions;
  readonly codes: LoginCodes;
  readonly jobs: Jobs;
  /** Whether there is something to type into the field of the log-in page. */
  readonly asksToken: boolean;
  /** Several people; `null`: who logs in is the user of the daemon. */
  readonly people: SitePeople | null;
  /** Faults of ours. */
  readonly warn: (problem: string) => void;
}

export interface PageSite {
  /** Never rejects. */
  answer(head: HttpHead, body: Uint8Array, gone: AbortSignal): Promise<HttpAnswer>;
}

interface Site extends Omit<SiteParts, 'people'>, OpenPeople {
  readonly assets: Assets;
  readonly notices: Notices;
  readonly router: Router;
}

/** Who asks. */
interface Asker {
  readonly session: Session;
  /** `null`: the only one. */
  readonly person: Person | null;
}

interface Asked {
  readonly head: HttpHead;
  readonly body: Uint8Array;
  readonly gone: AbortSignal;
  readonly path: string;
  readonly query: URLSearchParams;
}

export async function openPageSite({ people, ...parts }: SiteParts): Promise<PageSite> {
  const assets = await readAssets();
  const site: Site = {
    ...parts,
    ...(await openSitePeople({ ...parts, people, assets })),
    assets,
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
  // Browsers ask for it where a document names no icon: a text, a mail.
  if (path === '/favicon.ico') return moveAnswer(site.assets.icon.path);
  const now = site.workspace.clock.now();
  if (site.door !== null) {
    const admitted = await site.door.admit({ ...asked, now });
    if (admitted.kind === 'answer') return admitted.answer;
    return head.method === 'POST' ? act(site, asked, admitted) : show(site, asked, admitted);
  }
  const session = site.sessions.find(headerOf(head, 'cookie') ?? '', now);
  if (path === '/login') return loginAnswer(site, { ...asked, now, session });
  if (session === null) return loginAnswer(site, { ...asked, now, session: null });
  const asker = { session, person: null };
  return head.method === 'POST' ? act(site, asked, asker) : show(site, asked, asker);
}

async function show(site: Site, asked: Asked, asker: Asker): Promise<HttpAnswer> {
  const { person } = asker;
  const framed = frameOf(site, asker, asked);
  const found = site.router.view(asked.path);
  if (found === null) return pageAnswer(framed, problemPage({ kind: 'no-page', path: asked.path }));
  const { path } = found.route;
  if (person !== null && !mayView(person, path))
    return pageAnswer(framed, roleless(person, VIEW_ROLES[path]));
  try {
    const call = callOf(site, asked, { ...asker, params: found.params });
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
      return isPiece(head) ? fragmentAnswer(shown.body) : pageAnswer(framed, pieceAsPage(shown));
    case 'document':
      return documentAnswer(shown.html);
    case 'download':
      return downloadAnswer(shown);
    case 'live':
      return liveAnswer(shown, { after: headerOf(head, 'last-event-id') ?? null, gone });
    case 'move':
      return moveAnswer(ownPath(shown.to));
  }
}

function pieceAsPage({ body, section = 'runs', page }: ShownFragment): ShownPage {
  if (page === undefined) return { kind: 'page', section, title: 'Details', body };
  const { title, to, label } = page;
  const head = heading({ title, about: html`<a href="${to}">${label}</a>` });
  return { kind: 'page', section, title, body: html`${head}${body}` };
}

async function act(site: Site, asked: Asked, asker: Asker): Promise<HttpAnswer> {
  const { session, person } = asker;
  const framed = frameOf(site, asker, asked);
  const form = readForm(asked.body);
  if (!site.sessions.isOwnForm(session, form.text(CSRF_FIELD)))
    return pageAnswer(framed, problemPage({ kind: 'old-form' }));
  if (site.door?.canLogOut === true && asked.path === '/log-out') return site.door.logOut(session);
  const found = site.router.action(asked.path);
  if (found === null) return pageAnswer(framed, problemPage({ kind: 'no-page', path: asked.path }));
  const { path: what } = found.route;
  const by = person?.name ?? site.by;
  // The one place in which roles are checked: what is not shown may be sent all the same.
  if (person !== null && !mayAct(person, what)) {
    const page = roleless(person, ACTION_ROLES[what]);
    await site.note(by, { what, said: asked.path, outcome: 'refused' });
    return pageAnswer(framed, page);
  }
  try {
    const back = ownPath(form.text(BACK_FIELD));
    const call = callOf(site, asked, { ...asker, params: found.params });
    const acted = await found.route.act({ ...call, url: back, form });
    if ('kind' in acted) {
      await site.note(by, { what, said: acted.title, outcome: 'failed' });
      return pageAnswer(framed, acted);
    }
    const { to, notice, tone = 'done', isShownThere = false } = acted;
    await site.note(by, { what, said: notice, outcome: tone === 'problem' ? 'failed' : 'done' });
    if (!isShownThere) site.notices.put(session.id, { tone, text: notice });
    return moveAnswer(to === null ? back : ownPath(to));
  } catch (thrown) {
    await site.note(by, { what, said: asAppError(thrown).message, outcome: 'failed' });
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
  const problem = problemPage({ kind: 'error', error }, path);
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

function frameOf(site: Site, { session, person }: Asker, { path, head }: Asked): Framed {
  return {
    assets: site.assets,
    name: site.workspace.location.name,
    csrf: session.csrf,
    path,
    notices: () => (isFresh(head) ? [] : site.notices.take(session.id)),
    counts: () => navCounts(site.workspaceOf(person)),
    asking:
      person === null
        ? null
        : {
            name: person.name,
            roles: person.roles.join(', '),
            mayAudit: mayView(person, '/audit'),
            canLogOut: site.door?.canLogOut === true,
          },
    warn: site.warn,
  };
}

function callOf(
  site: Site,
  { head, query, gone }: Asked,
  { session, person, params }: Asker & { readonly params: PageCall['params'] },
): PageCall {
  const { router, jobs } = site;
  const workspace = site.workspaceOf(person);
  const by = person?.name ?? site.by;
  const now = workspace.clock.now();
  const may = (path: string): boolean => {
    const action = router.action(path);
    if (action !== null) return mayAct(person, action.route.path);
    return mayView(person, router.view(path)?.route.path ?? path);
  };
  const url = ownPath(head.target);
  const { csrf } = session;
  return { workspace, by, now, params, query, url, csrf, may, signal: gone, jobs };
}

function roleless(person: Person, roles: readonly Role[] = []): ShownPage {
  return problemPage({ kind: 'no-role', message: roleWords(person, roles) });
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
