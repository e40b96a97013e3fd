/** The forms an answer can have. */
import type { HttpAnswer } from '../../platform/http-server.ts';
import { assertNever, type AppError, type ErrorCode } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type {
  LiveEvent,
  Notice,
  Section,
  ShownDownload,
  ShownLive,
  ShownPage,
} from '../contract.ts';
import { DOCUMENT_POLICY, HTML_TYPE, SAFE_HEADERS } from '../guard/answer-headers.ts';
import { type Html, html } from '../html.ts';
import type { NavCounts } from '../nav-counts.ts';
import { frame, type Asking } from '../parts/frame.ts';
import { withCode, withoutCommands } from '../parts/plain-hint.ts';
import type { Assets } from './assets.ts';

/** What a page is put into. */
export interface Framed {
  readonly assets: Assets;
  /** Of the workspace. */
  readonly name: string;
  readonly csrf: string;
  readonly path: string;
  /** Takes them: they are shown once. */
  notices(): readonly Notice[];
  counts(): Promise<NavCounts>;
  readonly asking: Asking | null;
  readonly warn: (problem: string) => void;
}

export async function pageAnswer(framed: Framed, page: ShownPage): Promise<HttpAnswer> {
  const counts = await framed.counts();
  const body = frame({ ...framed, counts, notices: framed.notices(), page }).toString();
  return {
    status: page.status ?? 200,
    headers: { ...SAFE_HEADERS, 'content-type': HTML_TYPE },
    body,
  };
}

export function fragmentAnswer(body: Html, status = 200): HttpAnswer {
  const headers = { ...SAFE_HEADERS, 'content-type': HTML_TYPE };
  return { status, headers, body: body.toString() };
}

/** What is not of the page: without its scripts, styles and origin. */
export function documentAnswer(body: string): HttpAnswer {
  const policy = { 'content-security-policy': DOCUMENT_POLICY };
  return { status: 200, headers: { ...SAFE_HEADERS, ...policy, 'content-type': HTML_TYPE }, body };
}

export function downloadAnswer({ name, type, text }: ShownDownload): HttpAnswer {
  return textAnswer(200, text, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  });
}

export function moveAnswer(to: string, more: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status: 303, headers: { ...SAFE_HEADERS, location: to, ...more }, body: '' };
}

export function textAnswer(
  status: number,
  body: string,
  more: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  return { status, headers: { ...SAFE_HEADERS, ...type, ...more }, body };
}

// Events that a page is told as they come.

/** Server-sent events: one JSON document each. A line now and then keeps the connection, and tells when it is gone. */
export function liveAnswer(
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

// A page that says what went wrong, and the next step.
export type PageProblem =
  | { readonly kind: 'no-page'; readonly path: string }
  | { readonly kind: 'old-form' }
  | { readonly kind: 'no-role'; readonly message: string }
  | { readonly kind: 'error'; readonly error: AppError };

const STATUS: Readonly<Record<ErrorCode, number>> = {
  failed: 500,
  internal: 500,
  usage: 400,
  'invalid-definition': 422,
  'not-found': 404,
  refused: 409,
  missing: 503,
};

const TITLES: Readonly<Record<ErrorCode, string>> = {
  failed: 'It did not work',
  internal: 'Error in Roundsman',
  usage: 'Something is missing',
  'invalid-definition': 'A definition has errors',
  'not-found': 'Not found',
  refused: 'Not possible now',
  missing: 'Something is needed first',
};

/** @param path that was asked for: the list it belongs to is a link away */
export function problemPage(problem: PageProblem, path = '/'): ShownPage {
  const { status, title, message, hint } = wordsOf(problem);
  const [, first = ''] = path.split('/');
  const list = LISTS.get(first) ?? HOME;
  const next = withoutCommands(hint);
  return {
    kind: 'page',
    section: list.section,
    title,
    status,
    body: html`<div class="problem" role="alert">
      <h1>${title}</h1>
      <p>${withCode(message)}</p>
      ${next !== '' && html`<p class="hint">${withCode(next)}</p>`}
      <p><a href="${list.to}">${list.label}</a></p>
    </div>`,
  };
}

interface List {
  readonly section: Section;
  readonly label: string;
  readonly to: string;
}

const HOME: List = { section: 'home', label: 'Home', to: '/' };
const MESSAGES: List = { section: 'messages', label: 'All messages', to: '/messages' };
/** By the first piece of a path, which anybody may write. */
const LISTS: ReadonlyMap<string, List> = new Map(
  (
    [
      ['inbox', 'Inbox'],
      ['outbox', 'All requests'],
      ['questions', 'All questions'],
      ['review', 'All branches'],
      ['routines', 'All routines'],
      ['runs', 'All runs'],
      ['findings', 'All findings'],
      ['items', 'All items'],
      ['notes', 'All notes'],
      ['sessions', 'All sessions'],
    ] as const
  ).map(([section, label]): [string, List] => [section, { section, label, to: `/${section}` }]),
)
  .set('messages', MESSAGES)
  .set('mails', MESSAGES)
  .set('jobs', { section: 'status', label: 'Status', to: '/status' });

function wordsOf(problem: PageProblem): {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
} {
  switch (problem.kind) {
    case 'no-page':
      return {
        status: 404,
        title: 'Page not found',
        message: `Nothing is at ${oneLine(problem.path, 200)}.`,
        hint: '',
      };
    case 'old-form':
      return {
        status: 403,
        title: 'This form is from an earlier login',
        message: 'Nothing was done: the form was not made for this session.',
        hint: 'Go back, load the page again, and send it once more.',
      };
    case 'no-role':
      return {
        status: 403,
        title: 'You need another role',
        message: problem.message,
        hint: 'An admin can give it to you: `page.people.roles` in roundsman.yaml.',
      };
    case 'error': {
      const { code, message, hint } = problem.error;
      return { status: STATUS[code], title: TITLES[code], message: sentence(message), hint };
    }
    default:
      return assertNever(problem);
  }
}

function sentence(text: string): string {
  const flat = oneLine(text, 2_000);
  const first = `${flat.slice(0, 1).toUpperCase()}${flat.slice(1)}`;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
