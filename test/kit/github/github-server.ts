/**
 * A GitHub on loopback: what it holds is in memory, what it answers is whole, and it can be told to answer badly. Given
 * GitHub's own description (`openapi.ts`) it holds each request and answer against it.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { answerElsewhere } from './answer-elsewhere.ts';
import { refusal, type GithubAnswer, type GithubCall, type GithubRoute } from './github-route.ts';
import { githubState, type GithubState } from './github-state.ts';
import { issueRoutes } from './issue-routes.ts';
import { repositoryRoutes } from './repository-routes.ts';

export interface GithubServer {
  /** For `api:` of a connection. */
  readonly api: string;
  readonly state: GithubState;
  /** What was asked, oldest first. */
  readonly log: readonly LoggedRequest[];
  /** What did not hold against GitHub's description; such an answer becomes a 500. */
  readonly problems: readonly string[];
  readonly fail: (fault: Fault) => void;
  /** Requests of a method, and of paths that match. */
  readonly asked: (method: string, path: RegExp) => readonly LoggedRequest[];
  readonly close: () => Promise<void>;
}

export interface LoggedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: unknown;
  readonly login: string | null;
  /** `null`: it got no answer. */
  readonly status: number | null;
}

/** For the next `times` requests that match; 1. */
export interface Fault {
  readonly method?: string;
  readonly path?: RegExp;
  readonly times?: number;
  readonly how:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly message?: string;
        readonly headers?: Readonly<Record<string, string>>;
      }
    /** Nothing is answered until it closes. */
    | { readonly kind: 'hang' }
    /** The same, and it is done. */
    | { readonly kind: 'hang-after' }
    | { readonly kind: 'close-before' }
    /** It is done, and nobody is told. */
    | { readonly kind: 'close-after' };
}

/** What is held against GitHub's description. Both give problems, none when all is well. */
export interface GithubCheck {
  readonly request: (one: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  }) => readonly string[];
  readonly answer: (one: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly body: unknown;
  }) => readonly string[];
}

export interface GithubServerOptions {
  readonly state?: GithubState;
  /** Beside users, the repository and issues. */
  readonly routes?: readonly GithubRoute[];
  readonly check?: GithubCheck;
}

export async function githubServer(options: GithubServerOptions = {}): Promise<GithubServer> {
  const world: World = {
    state: options.state ?? githubState(),
    routes: [...repositoryRoutes(), ...issueRoutes(), ...(options.routes ?? [])],
    check: options.check ?? null,
    faults: [],
    log: [],
    problems: [],
    base: '',
  };
  const server = createServer((request, response) => {
    void serve(world, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  world.base = base;
  const { state, log, problems } = world;
  return {
    api: base,
    state,
    log,
    problems,
    fail: ({ times = 1, ...fault }) => world.faults.push({ ...fault, times }),
    asked: (method, path) => log.filter((one) => one.method === method && path.test(one.path)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface World {
  readonly state: GithubState;
  readonly routes: readonly GithubRoute[];
  readonly check: GithubCheck | null;
  readonly faults: (Fault & { times: number })[];
  readonly log: LoggedRequest[];
  readonly problems: string[];
  base: string;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', world.base);
  const note = (status: number | null): void => {
    const path = url.pathname + url.search;
    world.log.push({ method, path, body, login: loginOf(world, request), status });
  };
  const fault = takeFault(world, method, url.pathname + url.search);
  if (fault?.kind === 'hang') return note(null);
  if (fault?.kind === 'close-before') {
    note(null);
    request.socket.destroy();
    return;
  }
  const answer =
    fault?.kind === 'answer'
      ? {
          ...refusal(fault.status, fault.message ?? 'Something went wrong'),
          headers: fault.headers ?? {},
        }
      : answerTo(world, { method, url, body, request });
  if (fault?.kind === 'hang-after') return note(null);
  if (fault?.kind === 'close-after') {
    note(null);
    request.socket.destroy();
    return;
  }
  const { status, text, headers } = written(world, request, answer);
  note(status);
  response.writeHead(status, headers);
  response.end(status === 204 || status === 304 ? undefined : text);
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly request: IncomingMessage;
}

function answerTo(world: World, { method, url, body, request }: Asked): GithubAnswer {
  const { state, base } = world;
  const token = tokenOf(world, request);
  if (token === 'bad') return refusal(401, 'Bad credentials');
  if (state.now().getTime() / 1_000 >= state.limit.reset) {
    state.limit.remaining = state.limit.total;
    state.limit.reset += 3_600;
  }
  if (state.limit.remaining === 0) return refusal(403, 'API rate limit exceeded for user ID 1.');
  state.limit.remaining -= 1;
  for (const route of world.routes) {
    const params = route.method === method ? matched(route.path, url.pathname) : null;
    if (params === null) continue;
    const { searchParams: query } = url;
    const call: GithubCall = { state, base, url, params, method: route.method, query, body, token };
    const { owner, repo } = params;
    const isOther = repo !== undefined && `${owner}/${repo}` !== `${state.owner}/${state.name}`;
    // Led elsewhere is any request, described or not.
    if (isOther) return answerElsewhere(call);
    return checked(world, { route, body, answer: route.answer(call) });
  }
  return refusal(404, 'Not Found');
}

function checked(
  world: World,
  {
    route,
    body,
    answer,
  }: { readonly route: GithubRoute; readonly body: unknown; readonly answer: GithubAnswer },
): GithubAnswer {
  if (world.check === null) return answer;
  const { method, path } = route;
  const problems = [
    // What GitHub refuses need not hold.
    ...(answer.status < 400 ? world.check.request({ method, path, body }) : []),
    ...world.check.answer({ method, path, status: answer.status, body: answer.body }),
  ];
  if (problems.length === 0) return answer;
  world.problems.push(...problems.map((one) => `${method} ${path} ${answer.status}: ${one}`));
  return refusal(500, problems.join('; '));
}

function written(world: World, request: IncomingMessage, answer: GithubAnswer) {
  const { limit } = world.state;
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
  const etag = `W/"${createHash('sha256').update(text).digest('hex')}"`;
  const isSame = answer.status === 200 && request.headers['if-none-match'] === etag;
  // What has not changed costs nothing.
  if (isSame) limit.remaining += 1;
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-github-request-id': 'KIT:1',
    'x-ratelimit-limit': String(limit.total),
    'x-ratelimit-remaining': String(limit.remaining),
    'x-ratelimit-reset': String(limit.reset),
    'x-ratelimit-resource': 'core',
    ...(answer.status === 200 ? { etag } : {}),
    ...scopesOf(world, request),
    ...answer.headers,
  };
  return { status: isSame ? 304 : answer.status, text, headers };
}

function tokenOf({ state }: World, request: IncomingMessage) {
  const [, value] = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (value === undefined) return null;
  const token = state.tokens.get(value);
  const isOver = token?.expiresAt !== null && token !== undefined && token.expiresAt <= state.now();
  return token === undefined || isOver ? ('bad' as const) : token;
}

function scopesOf(world: World, request: IncomingMessage): Record<string, string> {
  const token = tokenOf(world, request);
  if (token === null || token === 'bad') return {};
  return {
    'x-oauth-scopes': token.scopes.join(', '),
    ...(token.expiresAt === null
      ? {}
      : {
          'github-authentication-token-expiration': `${token.expiresAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
        }),
  };
}

function loginOf(world: World, request: IncomingMessage): string | null {
  const token = tokenOf(world, request);
  return token === null || token === 'bad' ? null : token.login;
}

function takeFault({ faults }: World, method: string, path: string): Fault['how'] | null {
  const fault = faults.find(
    (one) =>
      one.times > 0 &&
      (one.method === undefined || one.method === method) &&
      (one.path === undefined || one.path.test(path)),
  );
  if (fault === undefined) return null;
  fault.times -= 1;
  return fault.how;
}

function matched(template: string, path: string): Record<string, string> | null {
  const want = template.split('/');
  const have = path.split('/');
  if (want.length !== have.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    const given = have[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(given);
    else if (part !== given) return null;
  }
  return params;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
