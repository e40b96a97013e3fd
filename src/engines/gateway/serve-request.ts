/** One request of the agent: judged, sent on with the real key, its answer counted on its way back. */
import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';

import type { ServerAnswer, ServerLink } from '../../platform/ask-server.ts';
import type { Clock } from '../../platform/clock.ts';
import { isSameSecret } from '../../platform/hash.ts';
import type { StreamedReply, StreamedRequest } from '../../platform/serve-streams.ts';
import type { GatewayRecord } from '../../words/agent-exit.ts';
import type { GatewayPlan } from '../../words/gateway-plan.ts';
import type { KnownValues } from '../../words/redaction/watch-known.ts';
import { oneLine } from '../../words/text.ts';
import { countAnswer } from './count-answer.ts';
import { watchBody, type AskedBody, countedFields } from './counted-fields.ts';
import type { GatewayEntry } from './gateway-log.ts';
import { answeredHeaders, forwardedHeaders, headerOf, presentedKeys } from './headers.ts';
import { readableAnswer, type ReadableAnswer } from './readable-answer.ts';
import { sendOwnAnswer, type OwnAnswer, refusalOf, unavailable, type Refusal } from './refusal.ts';
import { readQuery, routeOf, upstreamPath, type Route } from './routes.ts';
import type { Bounds } from './watch-bounds.ts';

export interface GatewayDesk {
  readonly plan: GatewayPlan;
  readonly clock: Clock;
  readonly link: ServerLink;
  readonly base: URL;
  readonly bounds: Bounds;
  readonly record: () => GatewayRecord;
  readonly add: (entry: GatewayEntry) => void;
  readonly onNotice: (text: string) => void;
  /** The real key, as it is looked for in answers. */
  readonly knownKey: KnownValues | null;
}

/** Of a refusal: enough for any error that is one. */
const MAX_ERROR_BYTES = 64 * 1024;

interface Exchange {
  readonly request: StreamedRequest;
  readonly reply: StreamedReply;
  readonly path: string;
  readonly query: string;
  readonly at: Date;
  readonly began: number;
}

/** Resolves when it is over, however it went. Never rejects. */
export async function serveRequest(
  request: StreamedRequest,
  reply: StreamedReply,
  desk: GatewayDesk,
): Promise<void> {
  const { plan, clock } = desk;
  const path = request.target.split('?', 1)[0] ?? '';
  const token = Buffer.from(plan.token);
  const isToken = (text: string): boolean => isSameSecret(Buffer.from(text), token);
  const query = readQuery(request.target, isToken);
  const text = query.kind === 'plain' ? query.text : '';
  const exchange = { request, reply, path, query: text, at: clock.now(), began: clock.monotonic() };
  if (![...presentedKeys(request.headers), ...query.keys].some(isToken))
    return refuse(exchange, desk, { status: 401, line: 'this is not the token of the run' });
  if (request.upgrade)
    return refuse(exchange, desk, { status: 426, line: 'HTTP alone is spoken here' });
  const route = routeOf(plan.api, request.method, path);
  if (route === null) {
    const line = `${oneLine(`${request.method} ${path}`, 200)} is not open to agents`;
    return refuse(exchange, desk, { status: 404, line });
  }
  if (query.kind === 'refused') return refuse(exchange, desk, { status: 400, line: query.why });
  const closed = desk.bounds.whyClosed(desk.record());
  if (closed !== null) return refuse(exchange, desk, { status: 400, line: closed });
  return forward(exchange, route, desk);
}

function refuse(
  { request, reply, ...exchange }: Exchange,
  desk: GatewayDesk,
  own: OwnAnswer,
): void {
  request.body.resume();
  sendOwnAnswer(reply, desk.plan.api, own);
  desk.add({ ...entryOf(exchange, request, desk), status: own.status });
}

/** What a request is known by before anything came of it. */
function entryOf(
  { path, at, began }: Pick<Exchange, 'path' | 'at' | 'began'>,
  { method }: StreamedRequest,
  { clock }: GatewayDesk,
): GatewayEntry {
  return {
    at: at.toISOString(),
    method: oneLine(method, 20),
    path: oneLine(path, 200),
    status: 0,
    sentBytes: 0,
    receivedBytes: 0,
    ms: Math.round(clock.monotonic() - began),
    model: null,
    usage: null,
    guessed: false,
    refused: null,
    answered: false,
  };
}

async function forward(exchange: Exchange, route: Route, desk: GatewayDesk): Promise<void> {
  const { request, reply, query } = exchange;
  const { plan, base, link } = desk;
  const asked = watchBody(request.body);
  const hasBody = request.method !== 'GET';
  let answer: ServerAnswer;
  try {
    answer = await link.ask({
      method: request.method,
      target: `${upstreamPath(base.pathname, route, plan.exact)}${query}`,
      headers: forwardedHeaders(request.headers, {
        api: plan.api,
        key: plan.key,
        host: base.host,
      }).filter(([name]) => hasBody || name.toLowerCase() !== 'content-length'),
      body: hasBody ? asked.body : null,
      signal: reply.gone,
    });
  } catch (thrown) {
    noAnswer(exchange, desk, { asked, why: thrown instanceof Error ? thrown.message : 'unknown' });
    return;
  }
  const readable = readableAnswer(answer, desk.knownKey);
  if (typeof readable === 'string') withheld(exchange, desk, { asked, answer, why: readable });
  else if (isRedirect(answer)) redirected(exchange, desk, { asked, answer });
  else await passOn(exchange, desk, { route, asked, answer: readable });
}

/** The agent gets nothing of it but why. */
function withheld(
  exchange: Exchange,
  desk: GatewayDesk,
  {
    asked,
    answer,
    why,
  }: { readonly asked: AskedBody; readonly answer: ServerAnswer; readonly why: string },
): void {
  const { status, headers } = answer;
  answer.body.destroy();
  asked.drop();
  // Its status may say more: that the key is not taken.
  const refusal = refusalOf({ status, headers, body: '' }, desk.clock.now()) ?? unavailable(why);
  tellWithheld(exchange.reply, desk, why);
  desk.add({
    ...entryOf(exchange, exchange.request, desk),
    status,
    sentBytes: asked.bytes(),
    refused: refusal.told,
  });
  desk.bounds.refused(refusal);
}

function tellWithheld(reply: StreamedReply, desk: GatewayDesk, why: string): void {
  const line = `${desk.base.host} ${why}: the agent does not get it`;
  desk.onNotice(line);
  sendOwnAnswer(reply, desk.plan.api, { status: 400, line });
}

function noAnswer(
  exchange: Exchange,
  desk: GatewayDesk,
  { asked, why }: { readonly asked: AskedBody; readonly why: string },
): void {
  const { request, reply } = exchange;
  const entry = { ...entryOf(exchange, request, desk), sentBytes: asked.bytes() };
  // An agent that gave up is not a refusal of its model's side.
  if (reply.gone.aborted) {
    desk.add(entry);
    return;
  }
  asked.drop();
  const refusal = unavailable(why);
  const line = `no answer came from ${desk.base.host}: ${refusal.told.message}`;
  sendOwnAnswer(reply, desk.plan.api, { status: 502, line });
  desk.add({ ...entry, refused: refusal.told });
  desk.bounds.refused(refusal);
}

function isRedirect({ status, headers }: ServerAnswer): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headerOf(headers, 'location') !== null;
}

/** A redirect is not followed: the key would go along. */
function redirected(
  exchange: Exchange,
  desk: GatewayDesk,
  { asked, answer }: { readonly asked: AskedBody; readonly answer: ServerAnswer },
): void {
  const { request, reply } = exchange;
  answer.body.destroy();
  asked.drop();
  const to = oneLine(headerOf(answer.headers, 'location') ?? '', 200);
  const line = `${desk.base.host} answered ${answer.status}, which leads to ${to}, and is not followed: set the endpoint to the address that answers itself`;
  desk.onNotice(line);
  sendOwnAnswer(reply, desk.plan.api, { status: 400, line });
  desk.add({
    ...entryOf(exchange, request, desk),
    sentBytes: asked.bytes(),
    status: answer.status,
  });
}

interface Passing {
  readonly route: Route;
  readonly asked: AskedBody;
  readonly answer: ReadableAnswer;
}

const REPEATED_KEY = 'repeated the key in its answer';

async function passOn(
  exchange: Exchange,
  desk: GatewayDesk,
  { route, asked, answer }: Passing,
): Promise<void> {
  const { reply } = exchange;
  const { status, headers, body } = answer;
  const isGood = status >= 200 && status < 300;
  const { isStream } = answer;
  const count = isGood && route.kind === 'model' ? countAnswer(desk.plan.api, isStream) : null;
  const words: Buffer[] = [];
  let bytes = 0;
  // Headers of what is not a stream wait for the first of its body: what repeats the key is best told of in an answer of ours.
  let out: Writable | null = null;
  const begun = (): Writable => (out ??= reply.begin(status, answeredHeaders(headers)));
  if (isStream) begun();
  body.on('data', (chunk: Buffer) => {
    count?.write(chunk);
    if (!isGood && bytes < MAX_ERROR_BYTES) words.push(chunk);
    bytes += chunk.length;
    if (begun().write(chunk) || reply.gone.aborted) return;
    body.pause();
    begun().once('drain', () => body.resume());
  });
  // An agent that left takes no more: what is still held is counted, and comes to its end.
  reply.gone.addEventListener('abort', () => body.resume(), { once: true });
  body.on('end', () => begun().end());
  const whole = await answer.ended;
  asked.drop();
  const gone = reply.gone.aborted;
  const leaked = answer.repeatedKey();
  if (leaked && !gone && !reply.begun()) tellWithheld(reply, desk, REPEATED_KEY);
  else if (!whole && !gone) {
    if (leaked) desk.onNotice(`${desk.base.host} ${REPEATED_KEY}: it was cut off before that`);
    reply.cut();
  }
  const refusal =
    (whole || leaked) && !isGood
      ? refusalOf(
          { status, headers, body: Buffer.concat(words).toString('utf8') },
          desk.clock.now(),
        )
      : !whole && !gone
        ? unavailable(leaked ? `it ${REPEATED_KEY}` : 'its answer was cut off')
        : null;
  const counted = count === null ? {} : countedFields(count, { route, asked, plan: desk.plan });
  const answered = whole && count !== null;
  desk.add({
    ...entryOf(exchange, exchange.request, desk),
    status,
    sentBytes: asked.bytes(),
    receivedBytes: bytes,
    model: route.model ?? asked.model(),
    ...counted,
    refused: refusal?.told ?? null,
    answered,
  });
  tellBounds(desk, { refusal, answered, counted: count !== null });
}

function tellBounds(
  { bounds, record }: GatewayDesk,
  came: {
    readonly refusal: Refusal | null;
    readonly answered: boolean;
    readonly counted: boolean;
  },
): void {
  if (came.answered) bounds.answered();
  if (came.refusal !== null) bounds.refused(came.refusal);
  if (came.counted) bounds.used(record());
}
