/**
 * The head of a request to the proxy. Strict: what two programs could read differently is refused, since then one of
 * them would see a request that the other did not. Pure.
 */

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  /** Names in lower case, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' };

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const REQUEST_LINE = /^([A-Z]{1,32}) ([\x21-\x7e]{1,8000}) HTTP\/(1\.[01])$/;
/** A tab, and whatever is printed; no line ends, no other controls. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @param text one byte a character, without the empty line at its end. `null`: not one that we read. */
export function parseRequestHead(text: string): RequestHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const parts = REQUEST_LINE.exec(first);
  if (parts === null) return null;
  const headers: (readonly [string, string])[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1);
    if (!TOKEN.test(name) || !VALUE.test(value)) return null;
    headers.push([name.toLowerCase(), value.trim()]);
  }
  const [, method = '', target = '', version] = parts;
  return { method, target, version: version === '1.0' ? '1.0' : '1.1', headers };
}

/** How long the body is; `null` when that is not said clearly. */
export function framingOf({ headers, version }: RequestHead): Framing | null {
  const lengths = headers.filter(([name]) => name === 'content-length');
  const codings = headers.filter(([name]) => name === 'transfer-encoding');
  if (lengths.length + codings.length === 0) return { kind: 'none' };
  if (lengths.length + codings.length > 1) return null;
  const coding = codings[0]?.[1];
  if (coding !== undefined)
    return version === '1.1' && coding.toLowerCase() === 'chunked' ? { kind: 'chunked' } : null;
  const length = lengths[0]?.[1] ?? '';
  if (!/^(0|[1-9]\d{0,14})$/.test(length)) return null;
  return { kind: 'length', bytes: Number(length) };
}

/** What is between a client and the next hop, and no further. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'host',
]);

export interface ForwardedRequest {
  readonly head: RequestHead;
  /** In place of the one that was asked for: a path, or the whole address for another proxy. */
  readonly target: string;
  /** What stands in `Host`, whatever the client wrote there. */
  readonly host: string;
  readonly extra?: readonly (readonly [name: string, value: string])[];
}

/** The head that is sent on; asks for the connection to end after the one answer. */
export function forwardedHead({ head, target, host, extra = [] }: ForwardedRequest): string {
  const named = new Set(
    head.headers
      .filter(([name]) => name === 'connection')
      .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/)),
  );
  // How long the body is must be told, whatever `Connection` names.
  for (const name of ['content-length', 'transfer-encoding']) named.delete(name);
  const kept = head.headers.filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name));
  const headers = [['host', host], ...kept, ...extra, ['connection', 'close']];
  return [
    `${head.method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
}
