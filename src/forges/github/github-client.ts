/**
 * The only client of GitHub's API. Paced as GitHub asks for; waits out short limits, reads again after 5xx, and gives up
 * with an explanation when the wait would be long. A request that changes something is never resent without an answer:
 * a caller that wants to resend it first checks whether it arrived.
 */
import type { Octokit as OctokitCore } from '@octokit/core';

import { systemClock, type Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { isRecord } from '../../platform/json.ts';
import { OutwardError, outwardFetch, shownHost } from '../../platform/outward/outward-request.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';
import type { GithubConnection } from '../../words/connection.ts';
import { FORGE_LIMITS, type Answered } from '../contract.ts';
import {
  failureOfAnswer,
  failureOfThrow,
  formatFailure,
  type ForgeFailure,
} from '../forge-failure.ts';
import { fieldOf } from '../read-fields.ts';

/** The longest wait for a limit to pass; after a longer one the caller retries later. */
const MAX_WAIT_MS = 60_000;
const LIMIT_TRIES = 3;
/** GitHub's own bound of a page. */
const MOST_IN_PAGE = 100;

export interface GithubClientOptions {
  readonly clock?: Clock;
  /** What the first wait before reading again is counted in; 1 s. */
  readonly retryMs?: number;
  /** Pauses between what changes something. Default: at github.com, which asks for it; a server of one's own does not. */
  readonly paced?: boolean;
  /** From the redactor of the caller. */
  readonly learn: Learn;
}

/** An octokit that also has `failureOf`. */
export type GithubClient = Awaited<ReturnType<typeof githubClient>>;

/** Loaded on first use. Throws `missing` without its token. */
export async function githubClient(
  connection: GithubConnection,
  env: Environment,
  {
    clock = systemClock,
    retryMs = 1_000,
    paced = isGithubCom(connection.api),
    learn,
  }: GithubClientOptions,
) {
  const [{ Octokit }, { throttling }, { retry }, { paginateRest }] = await Promise.all([
    import('@octokit/core'),
    import('@octokit/plugin-throttling'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-paginate-rest'),
  ]);
  const token =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  const reach = await reachOf(connection, env);
  const failureOf = failureReader(clock, token === null ? [] : [token]);
  const waitOut = limitsWaitedOut(failureOf, clock);
  const Client = Octokit.plugin(
    readsOnlyAgain,
    boundedPages,
    throttling,
    retry,
    paginateRest,
    waitOut,
  );
  return new Client({
    baseUrl: connection.api,
    userAgent: 'roundsman',
    ...(token === null ? {} : { auth: token }),
    request: { fetch: withinOrigin(connection.api, outwardFetch(reach)) },
    log: SILENT,
    retry: { retries: 2, doNotRetry: NOT_AGAIN, retryAfterBaseValue: retryMs },
    // It paces; what is done about a limit is ours, as bounded waiting.
    throttle: paced ? { onRateLimit: nothing, onSecondaryRateLimit: nothing } : { enabled: false },
  });
}

type Ask = ReturnType<typeof outwardFetch>;

/** Links of pages are followed as they are answered, with the token: only on the same server. */
function withinOrigin(api: string, ask: Ask): Ask {
  const { origin } = new URL(api);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (URL.canParse(url) && new URL(url).origin === origin) return ask(input, init);
    throw new OutwardError(
      'refused',
      `${new URL(api).host} leads elsewhere, to ${shownHost(url)}, which is not followed`,
    );
  };
}

const NOT_AGAIN = [400, 401, 403, 404, 405, 406, 409, 410, 412, 415, 422, 429, 451];

function isGithubCom(api: string): boolean {
  const host = URL.canParse(api) ? new URL(api).hostname : '';
  return ['github.com', 'ghe.com'].some((name) => host === name || host.endsWith(`.${name}`));
}

/** Has to stand before the plugin that tries again, which asks for `retries` after this. */
function readsOnlyAgain(octokit: OctokitCore): object {
  octokit.hook.error('request', (error, options) => {
    const isRefused = error.cause instanceof OutwardError && error.cause.kind === 'refused';
    if (options.method !== 'GET' || isRefused) options.request['retries'] = 0;
    throw error;
  });
  return {};
}

/** Twenty megabytes of a list are millions of entries, each of which would become an object several times over. */
function boundedPages(octokit: OctokitCore): object {
  octokit.hook.after('request', ({ data, url }) => {
    const found: unknown = data;
    if (!Array.isArray(found) || found.length <= MOST_IN_PAGE) return;
    const why = `${shownHost(url)} answers with more than it was asked for`;
    throw new OutwardError('refused', why);
  });
  return {};
}

type FailureOf = (thrown: unknown) => ForgeFailure;

function limitsWaitedOut(failureOf: FailureOf, clock: Clock) {
  return (octokit: OctokitCore): { readonly failureOf: FailureOf } => {
    octokit.hook.wrap('request', async (request, options) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await request(options);
        } catch (thrown) {
          const failure = failureOf(thrown);
          const waitMs =
            failure.kind === 'limited' ? Date.parse(failure.until) - clock.now().getTime() : null;
          if (waitMs === null || waitMs > MAX_WAIT_MS || tries === LIMIT_TRIES) throw thrown;
          await clock.sleep(waitMs);
        }
      }
    });
    return { failureOf };
  };
}

function failureReader(clock: Clock, secrets: readonly string[]): FailureOf {
  return (thrown) => {
    const context = { now: clock.now(), secrets };
    const outward = failureOfThrow(thrown, context);
    if (outward !== null) return outward;
    const answer = answerOf(thrown);
    if (answer !== null) return failureOfAnswer(answer, context);
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    return { kind: 'no-answer', why: formatFailure(words, secrets) };
  };
}

/** Of octokit's error, whose class is not loaded here. */
function answerOf(thrown: unknown): Parameters<typeof failureOfAnswer>[0] | null {
  if (!(thrown instanceof Error) || !('response' in thrown)) return null;
  const { response } = thrown;
  if (!isRecord(response) || typeof response['status'] !== 'number') return null;
  const headers: Record<string, string | number | undefined> = {};
  for (const [name, value] of Object.entries(
    isRecord(response['headers']) ? response['headers'] : {},
  ))
    if (typeof value === 'string' || typeof value === 'number') headers[name] = value;
  return { status: response['status'], headers, words: thrown.message };
}

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

// Requests of GitHub's API as answers: nothing is thrown, and what has not changed is not sent again.
type CallParameters = Readonly<Record<string, unknown>>;

interface GithubAsk {
  get(path: string, parameters: CallParameters): Promise<Answered<unknown>>;
  /** All pages, up to `FORGE_LIMITS.pages`. @param within the field of the answer that holds the list */
  list(
    path: string,
    parameters: CallParameters,
    within?: string,
  ): Promise<Answered<readonly unknown[]>>;
  /** @param route with its method */
  send(route: string, parameters: CallParameters): Promise<Answered<unknown>>;
}

const MOST_KNOWN = 200;
/** Of an answer that is kept: what a server sends that means harm stays for as long as the daemon. */
const MOST_KNOWN_BYTES = 500_000;
const PAGE = 100;

export function githubAsker(client: GithubClient): GithubAsk {
  const known = new Map<string, { readonly tag: string; readonly value: unknown }>();
  const get = async (path: string, parameters: CallParameters): Promise<Answered<unknown>> => {
    const key = `${path} ${JSON.stringify(parameters)}`;
    const before = known.get(key);
    try {
      const answer = await client.request(`GET ${path}`, {
        ...parameters,
        ...(before === undefined ? {} : { headers: { 'if-none-match': before.tag } }),
      });
      const value: unknown = answer.data;
      const { etag } = answer.headers;
      known.delete(key);
      // What was unpacked, as our own `fetch` counted it.
      const isSmall = Number(answer.headers['content-length']) <= MOST_KNOWN_BYTES;
      if (typeof etag === 'string' && isSmall) known.set(key, { tag: etag, value });
      const [oldest] = known.keys();
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
      return { kind: 'answer', value };
    } catch (thrown) {
      if (before !== undefined && isNotModified(thrown))
        return { kind: 'answer', value: before.value };
      return client.failureOf(thrown);
    }
  };
  return {
    get,
    list: async (path, parameters, within) => {
      const found: unknown[] = [];
      for (let page = 1; page <= FORGE_LIMITS.pages; page += 1) {
        const asked = await get(path, { ...parameters, per_page: PAGE, page });
        if (asked.kind !== 'answer') return asked;
        const every = within === undefined ? asked.value : fieldOf(asked.value, within);
        // Read as an empty list, a page of a proxy would say that nothing is there, and it would be made once more.
        if (!Array.isArray(every) || every.length > PAGE) return NOT_UNDERSTOOD;
        const rows: readonly unknown[] = every;
        found.push(...rows);
        if (rows.length < PAGE) break;
      }
      return { kind: 'answer', value: found };
    },
    send: async (route, parameters) => {
      try {
        const answer = await client.request(route, { ...parameters });
        const value: unknown = answer.data;
        return { kind: 'answer', value };
      } catch (thrown) {
        return client.failureOf(thrown);
      }
    },
  };
}

const NOT_UNDERSTOOD = {
  kind: 'no-answer',
  why: 'it answers with what is not understood: is it GitHub’s API?',
} as const;

function isNotModified(thrown: unknown): boolean {
  return thrown instanceof Error && isRecord(thrown) && thrown['status'] === 304;
}

/** One repository, and how it is asked about. */
export interface GithubPlace {
  readonly ask: GithubAsk;
  readonly repo: { readonly owner: string; readonly repo: string };
}
