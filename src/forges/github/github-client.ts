/**
 * GitHub's API: the one door to it. Paced and retried as GitHub asks for: waits out short rate limits, tries 5xx again, and
 * gives up with words when it would take long.
 */
import type { GithubConnection } from '../../domain/connection.ts';
import type { Environment } from '../../platform/environment.ts';
import { outwardFetch } from '../../platform/outward/outward-fetch.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';

/** Longer than this nobody waits for a limit to pass: the caller comes back later. */
const MAX_WAIT_S = 60;

export type GithubClient = Awaited<ReturnType<typeof githubClient>>;

/** Loaded on first use. Throws `missing` without its token. @param learn of the redactor of whoever asks */
export async function githubClient(connection: GithubConnection, env: Environment, learn?: Learn) {
  const [{ Octokit }, { throttling }, { retry }, { paginateRest }] = await Promise.all([
    import('@octokit/core'),
    import('@octokit/plugin-throttling'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-paginate-rest'),
  ]);
  const token =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  const reach = await reachOf(connection, env);
  const Client = Octokit.plugin(throttling, retry, paginateRest);
  const mayWait = (afterSeconds: number, tries: number): boolean =>
    tries < 2 && afterSeconds <= MAX_WAIT_S;
  return new Client({
    baseUrl: connection.api,
    userAgent: 'roundsman',
    ...(token === null ? {} : { auth: token }),
    request: { fetch: outwardFetch(reach), retries: 2 },
    log: SILENT,
    throttle: {
      onRateLimit: (after: number, _options: object, _client: unknown, tries: number) =>
        mayWait(after, tries),
      onSecondaryRateLimit: (after: number, _options: object, _client: unknown, tries: number) =>
        mayWait(after, tries),
    },
  });
}

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
