/** Logging in: a link with a code that works once, or the token that the workspace names. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import { readForm } from '../forms.ts';
import { HTML_TYPE, SAFE_HEADERS } from '../guard/answer-headers.ts';
import type { LoginCodes, Session, Sessions } from '../guard/sessions.ts';
import { html, type Html } from '../html.ts';
import { ownPath } from '../links.ts';
import { moveAnswer } from './answers.ts';
import type { Assets } from './assets.ts';

// The page for users who are not logged in. It shows nothing of the workspace.

type LoginProblem = 'none' | 'wrong' | 'too-many';

const WORDS: Readonly<Record<LoginProblem, string>> = {
  none: 'You are not logged in on this browser.',
  wrong: 'That code does not count, or not any more: each works once, for ten minutes.',
  'too-many': 'Too many wrong codes came. Wait a minute.',
};

function loginPage(request: {
  readonly assets: Assets;
  readonly asksToken: boolean;
  readonly problem: LoginProblem;
}): Html {
  const { assets, asksToken, problem } = request;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Log in · Roundsman</title>
        <link rel="icon" href="${assets.icon.path}" />
        <link rel="stylesheet" href="${assets.style.path}" />
      </head>
      <body class="login">
        <main>
          <h1>Roundsman</h1>
          <p>${WORDS[problem]}</p>
          <p>In a terminal, in the folder of the workspace, run</p>
          <pre><code>roundsman page --open</code></pre>
          <p class="quiet">It makes a link that logs this browser in.</p>
          ${
            asksToken &&
            html`<form method="post" action="/login">
              <label for="token">Or type the token</label>
              <input
                id="token"
                name="token"
                type="password"
                autocomplete="current-password"
                required
              />
              <button class="button primary" type="submit">Log in</button>
            </form>`
          }
        </main>
      </body>
    </html>`;
}

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
