/** Logging in: a link with a code that works once, or the token that the workspace names. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import { HTML_TYPE, SAFE_HEADERS } from '../guard/answer-headers.ts';
import type { LoginCodes } from '../guard/login-codes.ts';
import type { Session, Sessions } from '../guard/sessions.ts';
import { ownPath } from '../links.ts';
import { loginPage, type LoginProblem } from '../parts/login-page.ts';
import { moveAnswer } from './answers.ts';
import type { Assets } from './assets.ts';
import { readForm } from './read-form.ts';

interface LoginSite {
  readonly sessions: Sessions;
  readonly codes: LoginCodes;
  readonly asksToken: boolean;
  readonly assets: Assets;
}

interface LoginAsked {
  readonly head: HttpHead;
  readonly body: Uint8Array;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly now: Date;
  readonly session: Session | null;
}

export function loginAnswer(site: LoginSite, asked: LoginAsked): HttpAnswer {
  const { head, body, path, query, now, session } = asked;
  const code =
    path !== '/login'
      ? null
      : head.method === 'POST'
        ? readForm(body).text('token')
        : query.get('code');
  const to = ownPath(query.get('to') ?? '/');
  // A browser that looks ahead by HEAD uses nothing up.
  if (code === null || head.method === 'HEAD')
    return session === null ? refused(site, 'none') : moveAnswer(to);
  const check = site.codes.use(code, now);
  if (check === 'right') return moveAnswer(to, { 'set-cookie': site.sessions.begin(now) });
  // A link that was opened twice is no reason to be shown the door.
  return session === null ? refused(site, check) : moveAnswer(to);
}

function refused({ assets, asksToken }: LoginSite, problem: LoginProblem): HttpAnswer {
  const status = problem === 'too-many' ? 429 : 401;
  const wait: Readonly<Record<string, string>> = status === 429 ? { 'retry-after': '60' } : {};
  const headers = { ...SAFE_HEADERS, 'content-type': HTML_TYPE, ...wait };
  return { status, headers, body: loginPage({ assets, asksToken, problem }).toString() };
}
