/** How routes of a loopback GitHub are written, each family in a file of its own. */
import type { GithubState, KitToken } from './github-state.ts';

export interface GithubRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As GitHub's description has it: `/repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly path: string;
  readonly answer: (call: GithubCall) => GithubAnswer;
}

export interface GithubCall {
  readonly state: GithubState;
  /** `http://127.0.0.1:40001`. */
  readonly base: string;
  readonly url: URL;
  readonly method: GithubRoute['method'];
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** `null`: nobody. */
  readonly token: KitToken | null;
}

export interface GithubAnswer {
  readonly status: number;
  /** `undefined`: nothing. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of it, with the header `Link` as GitHub builds it. */
export function paged<One>(
  { url, query }: GithubCall,
  every: readonly One[],
  shape: (one: One) => unknown,
): GithubAnswer {
  const size = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 30) || 30));
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const last = Math.max(1, Math.ceil(every.length / size));
  const to = (number: number, rel: string): string => {
    const next = new URL(url);
    next.searchParams.set('page', String(number));
    return `<${next.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
    ...(page > 1 ? [to(1, 'first')] : []),
  ];
  return {
    status: 200,
    body: every.slice((page - 1) * size, page * size).map(shape),
    ...(links.length === 0 ? {} : { headers: { link: links.join(', ') } }),
  };
}

/** `basic-error`. */
export function refusal(status: number, message: string): GithubAnswer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}

/** To where it is now; what changes something is to be sent again as it is. */
export function ledTo({ base, url, method }: GithubCall, path: string): GithubAnswer {
  const location = `${base}${path}${url.search}`;
  const answer =
    method === 'GET' ? refusal(301, 'Moved Permanently') : refusal(307, 'Temporary Redirect');
  return { ...answer, headers: { location } };
}

/** `validation-error`. */
export function invalid(resource: string, field: string, code = 'invalid'): GithubAnswer {
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      documentation_url: 'https://docs.github.com/rest',
      errors: [{ resource, field, code }],
      status: '422',
    },
  };
}

/** Who asks may change something; else the answer that says no. */
export function mayWrite({ token }: GithubCall): GithubAnswer | null {
  if (token === null) return refusal(401, 'Requires authentication');
  if (token.rights === 'write') return null;
  return refusal(403, 'Resource not accessible by personal access token');
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function texts(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((one) => (typeof one === 'string' ? [one] : []));
}
