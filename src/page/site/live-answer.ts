/** Events that a page is told as they come. */
import type { HttpAnswer } from '../../platform/http-server.ts';
import type { LiveEvent, ShownLive } from '../contract.ts';
import { SAFE_HEADERS } from '../guard/answer-headers.ts';

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
