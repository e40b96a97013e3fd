/**
 * What a client wants to reach, read as strictly as can be: one way to write each thing, and whatever is odd is
 * refused instead of understood. Pure.
 */
import { parseAddress } from '../../platform/ip-address.ts';

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
