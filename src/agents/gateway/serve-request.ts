/** One request of the agent: judged, sent on with the real key, its answer counted on its way back. */
import { Buffer } from 'node:buffer';

import type { GatewayRecord } from '../../domain/agent-outcome.ts';
import type { GatewayPlan } from '../../domain/gateway-plan.ts';
import { costAt, costOf, priceOf } from '../../domain/price-of.ts';
import { oneLine } from '../../domain/text.ts';
import type { ServerAnswer, ServerLink } from '../../platform/ask-server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StreamedReply, StreamedRequest } from '../../platform/serve-streams.ts';
import { isSameSecret } from '../../platform/signature.ts';
import { watchBody, type AskedBody } from './asked-body.ts';
import { countAnswer, type AnswerCount } from './count-answer.ts';
import type { GatewayEntry } from './fold-record.ts';
import { answeredHeaders, forwardedHeaders, headerOf, presentedKeys } from './headers.ts';
import { ownAnswer } from './own-answer.ts';
import { readableAnswer } from './readable-answer.ts';
import { refusalOf, unavailable, type Refusal } from './refusal.ts';
import { queryOf, routeOf, upstreamPath, type Route } from './routes.ts';
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
  const { text: query, key } = queryOf(request.target);
  const exchange = { request, reply, path, query, at: clock.now(), began: clock.monotonic() };
  const presented = [...presentedKeys(request.headers), ...(key === null ? [] : [key])];
  const token = Buffer.from(plan.token);
  if (!presented.some((one) => isSameSecret(Buffer.from(one), token)))
    return refuse(exchange, desk, { status: 401, line: 'this is not the token of the run' });
  if (request.upgrade)
    return refuse(exchange, desk, { status: 426, line: 'HTTP alone is spoken here' });
  const route = routeOf(plan.api, request.method, path);
  if (route === null) {
    const line = `${oneLine(`${request.method} ${path}`, 200)} is not open to agents`;
    return refuse(exchange, desk, { status: 404, line });
  }
  const closed = desk.bounds.whyClosed(desk.record());
  if (closed !== null) return refuse(exchange, desk, { status: 400, line: closed });
  return forward(exchange, route, desk);
}

function refuse(
  { request, reply, ...exchange }: Exchange,
  desk: GatewayDesk,
  { status, line }: { readonly status: number; readonly line: string },
): void {
  request.body.resume();
  const { headers, body } = ownAnswer(desk.plan.api, status, line);
  reply.begin(status, [...headers, ['content-length', String(Buffer.byteLength(body))]]).end(body);
  desk.add({
    ...entryOf(exchange, request, desk),
    status,
    receivedBytes: 0,
  });
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
    const given = await link.ask({
      method: request.method,
      target: `${upstreamPath(base.pathname, route)}${query}`,
      headers: forwardedHeaders(request.headers, {
        api: plan.api,
        key: plan.key,
        host: base.host,
      }).filter(([name]) => hasBody || name.toLowerCase() !== 'content-length'),
      body: hasBody ? asked.body : null,
      signal: reply.gone,
    });
    answer = readableAnswer(given, plan.key?.value ?? null, () =>
      desk.onNotice(`${base.host} repeated the key in an answer: the agent got it blotted out`),
    );
  } catch (thrown) {
    noAnswer(exchange, desk, { asked, why: thrown instanceof Error ? thrown.message : 'unknown' });
    return;
  }
  if (isRedirect(answer)) redirected(exchange, desk, { asked, answer });
  else await passOn(exchange, desk, { route, asked, answer });
}

function noAnswer(
  exchange: Exchange,
  desk: GatewayDesk,
  { asked, why }: { readonly asked: AskedBody; readonly why: string },
): void {
  const { request, reply } = exchange;
  const entry = { ...entryOf(exchange, request, desk), sentBytes: asked.bytes() };
  // An agent that gave up is no refusal of its model's side.
  if (reply.gone.aborted) {
    desk.add(entry);
    return;
  }
  asked.drop();
  const refusal = unavailable(why);
  const { status, headers, body } = ownAnswer(
    desk.plan.api,
    502,
    `no answer came from ${desk.base.host}: ${refusal.told.message}`,
  );
  reply.begin(status, [...headers, ['content-length', String(Buffer.byteLength(body))]]).end(body);
  desk.add({ ...entry, refused: refusal.told });
  desk.bounds.refused(refusal);
}

function isRedirect({ status, headers }: ServerAnswer): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headerOf(headers, 'location') !== null;
}

/** Nobody follows it: the key would go along. */
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
  const own = ownAnswer(desk.plan.api, 400, line);
  reply
    .begin(own.status, [...own.headers, ['content-length', String(Buffer.byteLength(own.body))]])
    .end(own.body);
  desk.add({
    ...entryOf(exchange, request, desk),
    sentBytes: asked.bytes(),
    status: answer.status,
  });
}

interface Passing {
  readonly route: Route;
  readonly asked: AskedBody;
  readonly answer: ServerAnswer;
}

async function passOn(
  exchange: Exchange,
  desk: GatewayDesk,
  { route, asked, answer }: Passing,
): Promise<void> {
  const { reply } = exchange;
  const { status, headers, body } = answer;
  const isGood = status >= 200 && status < 300;
  const isStream = /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
  const count = isGood && route.kind === 'model' ? countAnswer(desk.plan.api, isStream) : null;
  const words: Buffer[] = [];
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    count?.write(chunk);
    if (!isGood && bytes < MAX_ERROR_BYTES) words.push(chunk);
    bytes += chunk.length;
  });
  body.pipe(reply.begin(status, answeredHeaders(headers)));
  const whole = await answer.ended;
  asked.drop();
  const gone = reply.gone.aborted;
  if (!whole && !gone) reply.cut();
  const refusal =
    whole && !isGood
      ? refusalOf(
          { status, headers, body: Buffer.concat(words).toString('utf8') },
          desk.clock.now(),
        )
      : !whole && !gone
        ? unavailable('its answer was cut off')
        : null;
  const counted = count === null ? {} : countedFields(count, { route, asked, desk });
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

function countedFields(
  count: AnswerCount,
  { route, asked, desk }: Pick<Passing, 'route' | 'asked'> & { readonly desk: GatewayDesk },
): Pick<GatewayEntry, 'model' | 'usage' | 'guessed'> {
  const { model, tokens, guessed } = count.end(asked.bytes());
  const requested = route.model ?? asked.model();
  const names = [model, requested].flatMap((name) => name ?? []);
  // What it is called in the answer may be a dated name that no table has.
  const { prices, unknownPrice } = desk.plan;
  const entries = names.flatMap((name) => {
    const entry = priceOf(prices, name);
    return entry === null ? [] : [{ name, isAny: entry.model === '*' }];
  });
  const priced = (entries.find(({ isAny }) => !isAny) ?? entries[0])?.name;
  if (priced !== undefined)
    return {
      model: priced,
      usage: { ...tokens, costUsd: costOf(prices, priced, tokens) },
      guessed,
    };
  const costUsd = unknownPrice === null ? null : costAt(unknownPrice, tokens);
  return { model: model ?? requested, usage: { ...tokens, costUsd }, guessed };
}
