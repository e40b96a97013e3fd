/** Who is let in where several people use the page, and what others are shown. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import type { PeopleSettings } from '../../routines/definition-context.ts';
import { asAppError } from '../../words/errors.ts';
import { HTML_TYPE, SAFE_HEADERS } from '../guard/answer-headers.ts';
import { headerOf, nameInHeader } from '../guard/check-head.ts';
import { openProvider, RETURN_PATH, type Named } from '../guard/provider.ts';
import { personOf } from '../guard/roles.ts';
import {
  openPersonSessions,
  type PersonSession,
  type Session,
  type Sessions,
} from '../guard/sessions.ts';
import { html, type Html, type HtmlPart } from '../html.ts';
import { ownPath, withQuery } from '../links.ts';
import { moveAnswer } from './answers.ts';
import type { Assets } from './assets.ts';

export interface PeopleDoor {
  readonly canLogOut: boolean;
  admit(request: Asking): Promise<Admitted>;
  logOut(session: Session): HttpAnswer;
}

interface Asking {
  readonly head: HttpHead;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly now: Date;
}

export type Admitted =
  | ({ readonly kind: 'in' } & PersonSession)
  | { readonly kind: 'answer'; readonly answer: HttpAnswer };

export interface DoorParts {
  readonly people: PeopleSettings;
  readonly sessions: Sessions;
  /** Of the provider’s client; `null`: there is none. */
  readonly secret: string | null;
  /** Name of the cookie of a log-in that is under way. */
  readonly cookie: string;
  readonly assets: Assets;
  /** Log-ins, and who was refused one. */
  readonly note: (
    by: string,
    event: { readonly what: string; readonly isIn: boolean },
  ) => Promise<void>;
}

export function openPeopleDoor(parts: DoorParts): PeopleDoor {
  return parts.people.by.kind === 'header' ? headerDoor(parts) : providerDoor(parts);
}

/** The proxy says with each request who asks; it logs people in and out. */
function headerDoor({ people, sessions, assets }: DoorParts): PeopleDoor {
  const { by } = people;
  return {
    canLogOut: false,
    admit: async ({ head }) => {
      if (by.kind !== 'header') return shut(assets, { status: 401, text: 'No person is named.' });
      const found = nameInHeader(head, by);
      if (found.kind !== 'name') {
        const text = `The proxy does not say who you are: ${by.header} ${HEADER_WORDS[found.kind]}.`;
        return shut(assets, { status: found.kind === 'none' ? 401 : 400, text });
      }
      const person = personOf(people, found);
      if (person === null) return shut(assets, { status: 403, text: roleless(found.name) });
      return { kind: 'in', person, session: sessions.named(person.name) };
    },
    logOut: () => moveAnswer('/'),
  };
}

const HEADER_WORDS = {
  none: 'is not there',
  several: 'is there twice',
  bad: 'does not hold a name',
} as const;

function providerDoor({ people, sessions, assets, secret, cookie, note }: DoorParts): PeopleDoor {
  const { by: settings, url } = people;
  if (settings.kind !== 'oidc' || url === null) throw new Error('there is no provider');
  const open = openPersonSessions(sessions);
  const provider = openProvider({ settings, url, secret, cookie });
  const fail = (thrown: unknown): Admitted => notLoggedIn(assets, thrown);
  const begin = async (to: string, now: Date): Promise<Admitted> => {
    try {
      const begun = await provider.begin(to, now);
      const headers = { ...SAFE_HEADERS, location: begun.url, 'set-cookie': begun.cookie };
      return { kind: 'answer', answer: { status: 303, headers, body: '' } };
    } catch (thrown) {
      return fail(thrown);
    }
  };
  const finish = async ({ head, now }: Asking): Promise<Admitted> => {
    let named: Named;
    let to: string;
    try {
      const query = head.target.slice(RETURN_PATH.length + 1);
      ({ named, to } = await provider.finish({ query, cookies: cookiesOf(head), now }));
    } catch (thrown) {
      return fail(thrown);
    }
    const person = personOf(people, named);
    await note(named.name, { what: '/login', isIn: person !== null });
    if (person === null) return shut(assets, { status: 403, text: roleless(named.name), to: '/' });
    // Not a redirect: browsers would count what follows as led here by the provider.
    const body = notice(assets, {
      text: `Logged in as ${person.name}.`,
      head: html`<meta http-equiv="refresh" content="0; url=${to}" />`,
      more: html`<p><a class="button primary" href="${to}">Continue</a></p>`,
    });
    return {
      kind: 'answer',
      answer: answerOf(200, body, { 'set-cookie': open.begin(person, now) }),
    };
  };
  return {
    canLogOut: true,
    admit: async (asking) => {
      const { head, path, query, now } = asking;
      if (head.method === 'GET' && path === RETURN_PATH) return finish(asking);
      const isActive = headerOf(head, 'x-fresh') === undefined;
      const found = open.find({ cookies: cookiesOf(head), now, isActive });
      const to = ownPath(query.get('to') ?? '/');
      if (path === '/login' && head.method === 'GET')
        return found === null ? begin(to, now) : { kind: 'answer', answer: moveAnswer(to) };
      if (found !== null) return { kind: 'in', ...found };
      const back = head.method === 'GET' ? ownPath(head.target) : '/';
      return shut(assets, { status: 401, text: 'You are not logged in.', to: back });
    },
    logOut: (session) => {
      const body = notice(assets, { text: 'You are logged out.', more: logIn('/') });
      return answerOf(200, body, { 'set-cookie': open.end(session) });
    },
  };
}

function notLoggedIn(assets: Assets, thrown: unknown): Admitted {
  const { code, message } = asAppError(thrown);
  const text = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
  return shut(assets, { status: code === 'missing' ? 503 : 403, text, to: '/' });
}

function cookiesOf(head: HttpHead): string {
  return headerOf(head, 'cookie') ?? '';
}

function roleless(name: string): string {
  return `${name} has no role here. An admin can give you one: \`page.people.roles\` in roundsman.yaml.`;
}

interface Shut {
  readonly status: number;
  readonly text: string;
  /** Where a new log-in leads; absent: there is none here. */
  readonly to?: string;
}

function shut(assets: Assets, { status, text, to }: Shut): Admitted {
  const more = to === undefined ? null : logIn(to);
  return { kind: 'answer', answer: answerOf(status, notice(assets, { text, more })) };
}

function logIn(to: string): Html {
  const link = withQuery('/login', { to: to === '/' ? null : to });
  return html`<p><a class="button primary" href="${link}">Log in</a></p>`;
}

/** It shows nothing of the workspace. */
function notice(
  { icon, style }: Assets,
  { text, head, more }: { readonly text: string; readonly head?: Html; readonly more: HtmlPart },
): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Log in · Roundsman</title>
        <link rel="icon" href="${icon.path}" />
        <link rel="stylesheet" href="${style.path}" />${head}
      </head>
      <body class="login">
        <main>
          <h1>Roundsman</h1>
          <p>${text}</p>
          ${more}
        </main>
      </body>
    </html>`;
}

function answerOf(
  status: number,
  body: Html,
  more: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const headers = { ...SAFE_HEADERS, 'content-type': HTML_TYPE, ...more };
  return { status, headers, body: body.toString() };
}
