/**
 * GitLab's API: the one door to it. Waits out short limits, asks again where a look got no answer, and never does twice what
 * may have been done: a POST or PUT without an answer is for the caller to look after.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { OutwardAnswer } from '../../platform/outward/contract.ts';
import { outwardRequest, shownHost } from '../../platform/outward/outward-request.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readCredential } from '../../platform/outward/read-credential.ts';
import type { GitlabConnection } from '../../words/connection.ts';
import { FORGE_LIMITS, type Answered, type ForgeSurroundings } from '../contract.ts';
import { failureOfAnswer, type FailureContext } from '../forge-failure.ts';
import { rememberAnswers } from '../remember-answers.ts';

interface GitlabClient {
  get(path: string, query?: GitlabQuery): Promise<Answered<unknown>>;
  /** All pages, up to `FORGE_LIMITS.pages`. */
  list(path: string, query?: GitlabQuery): Promise<Answered<readonly unknown[]>>;
  text(path: string): Promise<Answered<string>>;
  send(method: 'POST' | 'PUT', path: string, body: object): Promise<Answered<unknown>>;
}

export type GitlabQuery = Readonly<Record<string, string>>;

/** The longest wait for a limit to pass; after a longer one the caller retries later. */
const MAX_WAIT_MS = 60_000;
const TRIES = 3;
const PAGE = 100;

/** Throws `missing` without its token or its file of authorities. */
export async function gitlabClient(
  connection: GitlabConnection,
  { env, clock, learn }: ForgeSurroundings,
): Promise<GitlabClient> {
  const token =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  const reach = await reachOf(connection, env);
  const known = rememberAnswers();
  const context = (): FailureContext => ({
    now: clock.now(),
    secrets: token === null ? [] : [token],
  });
  const headers = token === null ? {} : { 'private-token': token };
  const ask = async (url: string, sent?: Sent): Promise<Answered<OutwardAnswer>> => {
    for (let tried = 1; ; tried += 1) {
      const before = sent === undefined ? known.headersFor(url) : {};
      const result = await outwardRequest({
        url,
        method: sent?.method ?? 'GET',
        headers: {
          accept: 'application/json',
          ...headers,
          ...before,
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent.body) }),
        reach,
      });
      const judged: Answered<OutwardAnswer> =
        result.kind === 'answer' ? judge(known.answerOf(url, result.answer), context()) : result;
      if (judged.kind !== 'no-answer' && judged.kind !== 'limited') return judged;
      // Of what was sent only a limit says that it was not done.
      if (tried === TRIES || (sent !== undefined && judged.kind === 'no-answer')) return judged;
      const wait =
        judged.kind === 'limited'
          ? Date.parse(judged.until) - clock.now().getTime()
          : 1_000 * 2 ** tried;
      if (wait > MAX_WAIT_MS) return judged;
      await clock.sleep(wait);
    }
  };
  const urlOf = (path: string, query: GitlabQuery = {}): string => {
    const words = new URLSearchParams(query).toString();
    return `${connection.api}${path}${words === '' ? '' : `?${words}`}`;
  };
  return {
    get: async (path, query) => parsed(await ask(urlOf(path, query))),
    list: (path, query) => everyPage(urlOf(path, { per_page: String(PAGE), ...query }), ask),
    text: async (path) => {
      const asked = await ask(urlOf(path));
      if (asked.kind !== 'answer') return asked;
      return { kind: 'answer', value: textOf(asked.value) };
    },
    send: async (method, path, body) => parsed(await ask(urlOf(path), { method, body })),
  };
}

interface Sent {
  readonly method: 'POST' | 'PUT';
  readonly body: object;
}

async function everyPage(
  first: string,
  ask: (url: string) => Promise<Answered<OutwardAnswer>>,
): Promise<Answered<readonly unknown[]>> {
  const found: unknown[] = [];
  let url: string | null = first;
  for (let page = 0; url !== null && page < FORGE_LIMITS.pages; page += 1) {
    const asked = await ask(url);
    const value = parsed(asked);
    if (asked.kind !== 'answer' || value.kind !== 'answer')
      return value.kind === 'answer' ? notUnderstood(url) : value;
    if (!Array.isArray(value.value) || value.value.length > PAGE) return notUnderstood(url);
    const every: readonly unknown[] = value.value;
    found.push(...every);
    url = nextOf(asked.value, url);
  }
  return { kind: 'answer', value: found };
}

/** The header `Link` where there is one (keyset pages have nothing else), else the number of the next page. */
function nextOf({ headers }: OutwardAnswer, now: string): string | null {
  const linked = /<([^<>]+)>;\s*rel="?next"?/.exec(headers['link'] ?? '')?.[1];
  if (linked !== undefined) {
    // Only ever on the same server: it is asked with the token.
    const next = URL.canParse(linked, now) ? new URL(linked, now) : null;
    return next !== null && next.origin === new URL(now).origin ? next.href : null;
  }
  const number = headers['x-next-page'] ?? '';
  if (!/^[1-9][0-9]{0,6}$/.test(number)) return null;
  const url = new URL(now);
  url.searchParams.set('page', number);
  return url.href;
}

function judge(answer: OutwardAnswer, context: FailureContext): Answered<OutwardAnswer> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { kind: 'answer', value: answer };
  return failureOfAnswer({ status, headers, words: saidIn(answer) }, context);
}

function saidIn(answer: OutwardAnswer): string {
  const value = tryParseJson(textOf(answer));
  if (typeof value !== 'object' || value === null) return '';
  const said: unknown = 'message' in value ? value.message : 'error' in value ? value.error : '';
  if (typeof said === 'string') return said;
  try {
    return JSON.stringify(said);
  } catch {
    // Nested deeper than can be written.
    return '';
  }
}

function parsed(asked: Answered<OutwardAnswer>): Answered<unknown> {
  if (asked.kind !== 'answer') return asked;
  const value = tryParseJson(textOf(asked.value));
  return value === undefined || value === null
    ? notUnderstood(asked.value.url)
    : { kind: 'answer', value };
}

function notUnderstood(url: string): Answered<never> {
  return {
    kind: 'refused',
    why: `${shownHost(url)} answers with what is not understood: is it GitLab’s API?`,
  };
}

function textOf({ body }: OutwardAnswer): string {
  return new TextDecoder().decode(body);
}

/** One project, and how it is asked about. */
export interface GitlabPlace {
  readonly client: GitlabClient;
  /** `/projects/group%2Fname`. */
  readonly project: string;
}
