import type { Reach } from './contract.ts';
import { outwardRequest } from './outward-request.ts';
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

/** `fetch` for libraries that take one: the same guard, texts and bytes as bodies. */
export function outwardFetch(reach: Reach, names?: NameService): typeof fetch {
  return async (input, init = {}) => {
    const given = new Request(input, init);
    const text = given.body === null ? null : await given.text();
    const result = await outwardRequest(
      {
        url: given.url,
        method: methodOf(given.method),
        headers: Object.fromEntries(given.headers),
        body: text,
        reach,
        ...(init.signal === undefined || init.signal === null ? {} : { signal: init.signal }),
      },
      ...(names === undefined ? [] : [names]),
    );
    if (result.kind !== 'answer') throw new OutwardError(result.kind, result.why);
    const { status, headers, body, url } = result.answer;
    const { 'content-encoding': _packed, 'content-length': _length, ...rest } = headers;
    const empty = status === 204 || status === 205 || status === 304;
    const response = new Response(empty ? null : Uint8Array.from(body), { status, headers: rest });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf(text: string): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === text);
  if (known === undefined) throw new OutwardError('refused', `the method ${text} is not used`);
  return known;
}
