/** The page for users who are not logged in. It shows nothing of the workspace. */
import { html, type Html } from '../html.ts';
import type { Assets } from '../site/assets.ts';

export type LoginProblem = 'none' | 'wrong' | 'too-many';

const WORDS: Readonly<Record<LoginProblem, string>> = {
  none: 'You are not logged in on this browser.',
  wrong: 'That code does not count, or not any more: each works once, for ten minutes.',
  'too-many': 'Too many wrong codes came. Wait a minute.',
};

export function loginPage(request: {
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
