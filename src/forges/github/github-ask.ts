/** Requests of GitHub's API as answers: nothing is thrown, and what has not changed is not sent again. */
import { isRecord } from '../../platform/json.ts';
import { FORGE_LIMITS, type Answered } from '../contract.ts';
import { fieldOf } from '../read-fields.ts';
import type { GithubClient } from './github-client.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface GithubAsk {
  get(path: string, parameters: Parameters): Promise<Answered<unknown>>;
  /** All pages, up to `FORGE_LIMITS.pages`. @param within the field of the answer that holds the list */
  list(
    path: string,
    parameters: Parameters,
    within?: string,
  ): Promise<Answered<readonly unknown[]>>;
  /** @param route with its method */
  send(route: string, parameters: Parameters): Promise<Answered<unknown>>;
}

const MOST_KNOWN = 200;
/** Of an answer that is kept: what a server sends that means harm stays for as long as the daemon. */
const MOST_KNOWN_BYTES = 500_000;
const PAGE = 100;

export function githubAsker(client: GithubClient): GithubAsk {
  const known = new Map<string, { readonly tag: string; readonly value: unknown }>();
  const get = async (path: string, parameters: Parameters): Promise<Answered<unknown>> => {
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
