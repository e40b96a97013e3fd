/**
 * The listener for webhooks: `POST /hooks/<routine>` on an address of its own, so that nothing else of Roundsman is
 * reachable where strangers can knock. It speaks plain HTTP; TLS is a proxy's work.
 */
import {
  serveHttp,
  type HttpAnswer,
  type HttpLimits,
  type HttpSite,
} from '../../platform/http-server.ts';
import {
  hookAnswer,
  type HookAnswer,
  hookReceiver,
  hooksWithoutSecret,
  type HookParts,
  type HookReceiver,
} from './hook-receiver.ts';
import { addressTaken, parseListen } from './listen-address.ts';

const HOOK_LIMITS: HttpLimits = {
  bodyBytes: 1_000_000,
  headerBytes: 16_384,
  connections: 100,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 5_000,
};

interface HookListener {
  /** `127.0.0.1:8787`, with the port that it really got. */
  readonly address: string;
  /** Deliveries whose body has come are answered first; the others were promised nothing. */
  close(): Promise<void>;
}

/** Throws `invalid-definition` for an address that is none, `missing` for one that cannot be had. */
export async function startHookListener(
  request: HookParts & {
    /** `host:port`; port 0 takes any that is free. */
    readonly listen: string;
    readonly limits?: Partial<HttpLimits>;
  },
): Promise<HookListener> {
  const { host, port } = parseListen(request.listen);
  const limits = { ...HOOK_LIMITS, ...request.limits };
  const site = hookSite(hookReceiver(request), limits.bodyBytes);
  try {
    const warn = (problem: string): void => request.log(`the listener for hooks: ${problem}`);
    const server = await serveHttp({ host, port, limits, site, warn });
    for (const { routine, problem } of hooksWithoutSecret(request.routines(), request.env))
      request.log(`hook ${routine} answers 503: ${problem}`);
    const shown = host.includes(':') ? `[${host}]` : host;
    return { address: `${shown}:${server.port}`, close: () => server.close() };
  } catch (thrown) {
    throw addressTaken(request.listen, thrown);
  }
}

/** The whole path, as it came: nothing is decoded, so there is no way around. */
const PATH = /^\/hooks\/([a-z0-9][a-z0-9-]{0,62})$/;

function hookSite(receiver: HookReceiver, maxBytes: number): HttpSite {
  return {
    head: ({ method, target, headers }) => {
      if (!PATH.test(target)) return toHttp(hookAnswer.noSuchPath());
      if (method !== 'POST') return toHttp(hookAnswer.wrongMethod(), { allow: 'POST' });
      const refused = receiver.refuseType(headers);
      return refused === null ? null : toHttp(refused);
    },
    whole: async ({ target, headers }, body) => {
      const routine = PATH.exec(target)?.[1] ?? '';
      return toHttp(await receiver.receive({ routine, headers, body }));
    },
    tooLarge: () => toHttp(hookAnswer.tooLarge(maxBytes)),
  };
}

function toHttp(answer: HookAnswer, more: Readonly<Record<string, string>> = {}): HttpAnswer {
  const { status, body, retryAfterSeconds } = answer;
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const fixed = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers: { ...fixed, ...retry, ...more }, body: `${JSON.stringify(body)}\n` };
}
