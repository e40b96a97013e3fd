import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import { parseAddress } from '../../platform/ip-address.ts';

// The head of a request to the proxy. Strict: what two programs could read differently is refused, since then one of
// them would see a request that the other did not. Pure.

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

// The bytes of a connection up to the empty line; what came after it is put back.
export const MAX_HEAD_BYTES = 16_384;

export type HeadBytes =
  /** One byte a character; without the empty line. */
  | { readonly kind: 'head'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** It ended before the empty line came. */
  | { readonly kind: 'ended' };

/** Leaves the connection paused. Never rejects. */
export function readHead(connection: Duplex): Promise<HeadBytes> {
  return new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const settle = (result: HeadBytes): void => {
      connection.pause();
      connection.off('data', take);
      connection.off('end', ended);
      connection.off('close', ended);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      // The empty line may lie across two chunks; what was looked through before is not again.
      const from = Math.max(0, got.length - 3);
      got = Buffer.concat([got, chunk]);
      const end = got.indexOf('\r\n\r\n', from);
      if (end > MAX_HEAD_BYTES || (end === -1 && got.length > MAX_HEAD_BYTES)) {
        settle({ kind: 'too-large' });
      } else if (end !== -1) {
        const rest = got.subarray(end + 4);
        settle({ kind: 'head', text: got.toString('latin1', 0, end) });
        if (rest.length > 0) connection.unshift(rest);
      }
    };
    const ended = (): void => settle({ kind: 'ended' });
    connection.on('data', take);
    connection.once('end', ended);
    connection.once('close', ended);
  });
}

// An answer of ours in place of the one that a client of HTTP asked for.

/** One plain line, then the end. What the client still sends is read and dropped, so that the answer arrives. */
export function answerClient(client: Duplex, status: string, line: string): void {
  if (client.destroyed || client.writableEnded) return;
  const body = Buffer.from(`roundsman: ${line}\n`);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  client.resume();
  client.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  client.once('end', () => client.destroy());
}

// What a client wants to reach, read as strictly as can be: one way to write each thing, and whatever is odd is
// refused instead of understood. Pure.
export interface Target {
  /** A name in lower case, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

export type TargetReading =
  | { readonly kind: 'target'; readonly target: Target }
  /** Words that follow the target: `names no port`. */
  | { readonly kind: 'odd'; readonly why: string };

/** `host:port`, of CONNECT. */
export function readAuthority(text: string): TargetReading {
  return readHostAndPort(text, null);
}

export interface AbsoluteForm {
  readonly target: Target;
  /** The path with its query; begins with `/`. */
  readonly path: string;
}

/** `http://host[:port]/path`, of every other method. */
export function readAbsoluteForm(
  text: string,
): AbsoluteForm | { readonly kind: 'odd'; readonly why: string } {
  const parts = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(text);
  if (parts === null) return odd('is not an http address');
  const reading = readHostAndPort(parts[1] ?? '', 80);
  if (reading.kind === 'odd') return reading;
  const rest = parts[2] ?? '/';
  return { target: reading.target, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** As people write it, and as rules are compared. */
export function targetText({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function readHostAndPort(text: string, defaultPort: number | null): TargetReading {
  if (text.includes('@')) return odd('carries a user name');
  const parts = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text);
  if (parts === null) return odd('is not a host with a port');
  const [, bracketed, plain, digits] = parts;
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port === null) return odd('names no port');
  if (port < 1 || port > 65_535 || String(port) !== (digits ?? String(port)))
    return odd('has no valid port');
  if (bracketed !== undefined) {
    return parseAddress(bracketed)?.length === 16
      ? { kind: 'target', target: { host: bracketed.toLowerCase(), port } }
      : odd('is not a valid address');
  }
  const host = (plain ?? '').toLowerCase();
  const why = whyOddHost(host);
  return why === null ? { kind: 'target', target: { host, port } } : odd(why);
}

/** Resolvers take `0x7f.1`, `2130706433` and `0177.0.0.1` for addresses: whatever ends like a number has to be one. */
function whyOddHost(host: string): string | null {
  if (host.length > 253) return 'has too long a name';
  const labels = host.split('.');
  if (!labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)))
    return 'is not a valid name';
  const last = labels.at(-1) ?? '';
  if (/^(\d+|0x[0-9a-f]*)$/.test(last) && parseAddress(host) === null)
    return 'is an address in an odd form';
  return null;
}

function odd(why: string): { readonly kind: 'odd'; readonly why: string } {
  return { kind: 'odd', why };
}
