import type { Reach } from './contract.ts';
import { outwardRequest, shownHost } from './outward-request.ts';
import type { NameService } from './reachable-addresses.ts';

/** Thrown where `fetch` would: nothing was answered, or it may not be asked. */
export class OutwardError extends Error {
  override readonly name = 'OutwardError';
  readonly kind: 'refused' | 'no-answer';
  constructor(kind: 'refused' | 'no-answer', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `fetch` for libraries that take one: the same guard; bodies are texts. */
export function outwardFetch(reach: Reach, names?: NameService): typeof fetch {
  return async (input, init = {}) => {
    const given = requestOf(input, init);
    const text = given.body === null ? null : await given.text();
    const result = await outwardRequest(
      {
        url: given.url,
        method: methodOf(given.method),
        headers: Object.fromEntries(given.headers),
        body: text,
        reach,
        signal: given.signal,
      },
      ...(names === undefined ? [] : [names]),
    );
    if (result.kind !== 'answer') throw new OutwardError(result.kind, result.why);
    const { status, headers, body, url } = result.answer;
    if (status < 200 || status > 599)
      throw new OutwardError('no-answer', `${shownHost(url)} answers with the status ${status}`);
    const { 'content-encoding': _packed, 'content-length': _length, ...rest } = headers;
    const empty = status === 204 || status === 205 || status === 304;
    // The unpacked size, so that a caller that caches responses knows the size of each.
    const counted = { ...rest, 'content-length': String(empty ? 0 : body.length) };
    const bytes = empty ? null : Uint8Array.from(body);
    const response = new Response(bytes, { status, headers: counted });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
}

/** What it throws may repeat a log-in that stood in the address. */
function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit): Request {
  try {
    return new Request(input, init);
  } catch {
    throw new OutwardError('refused', 'it is not a request to an http or https address');
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf(text: string): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === text);
  if (known === undefined) throw new OutwardError('refused', `the method ${text} is not used`);
  return known;
}
