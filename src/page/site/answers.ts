/** The forms an answer can have. */
import type { HttpAnswer } from '../../platform/http-server.ts';
import type { Notice, ShownDownload, ShownPage, LiveEvent, ShownLive } from '../contract.ts';
import { DOCUMENT_POLICY, HTML_TYPE, SAFE_HEADERS } from '../guard/answer-headers.ts';
import type { Html } from '../html.ts';
import type { NavCounts } from '../nav-counts.ts';
import { frame, type Asking } from '../parts/frame.ts';
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
