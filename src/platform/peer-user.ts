/** Who is at the other end of a connection on this machine, as Linux tells in its tables of connections. */
import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

export interface HttpPeer {
  readonly address: string;
  readonly port: number;
  /** Of our end. */
  readonly localPort: number;
}

/**
 * `elsewhere`: not from an address of this machine alone. `unknown`: this system does not tell. `nobody`: it is gone, or
 * what is left of it belongs to nobody.
 */
export type PeerUser =
  | { readonly kind: 'user'; readonly uid: number }
  | { readonly kind: 'elsewhere' | 'unknown' | 'nobody' };

/** Reads one file of the kernel's, at once. */
export function userOfPeer(peer: HttpPeer, read = readTable): PeerUser {
  const place = placeOf(peer.address);
  if (place === null) return { kind: 'elsewhere' };
  const table = read(place.table);
  if (table === null) return { kind: 'unknown' };
  const line = findEnd(table, `${place.hex}:${hex(peer.port, 4)}`, `:${hex(peer.localPort, 4)}`);
  if (line === null) return { kind: 'nobody' };
  const { state, uid } = line;
  // What was closed is said to be of root, whoever's it was.
  return uid === 0 && state !== ESTABLISHED ? { kind: 'nobody' } : { kind: 'user', uid };
}

/** @returns `null` on systems without user ids */
export function ownUid(): number | null {
  return process.getuid?.() ?? null;
}

const ESTABLISHED = '01';

function findEnd(
  table: string,
  from: string,
  to: string,
): { readonly state: string; readonly uid: number } | null {
  // Before the columns are taken apart: there may be many lines.
  let at = table.indexOf(` ${from} `);
  while (at >= 0) {
    const end = table.indexOf('\n', at);
    const [, remote = '', state = '', , , , uid = ''] = table
      .slice(at, end < 0 ? undefined : end)
      .trim()
      .split(/ +/);
    if (remote.endsWith(to)) return { state, uid: Number(uid) };
    at = table.indexOf(` ${from} `, at + 1);
  }
  return null;
}

/** Words of an address stand there as numbers of the machine. */
function placeOf(address: string): { readonly table: 'tcp' | 'tcp6'; readonly hex: string } | null {
  if (address === '::1') return { table: 'tcp6', hex: `${'0'.repeat(24)}${word([0, 0, 0, 1])}` };
  const bytes = /^(?:::ffff:)?(127)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  return bytes === undefined ? null : { table: 'tcp', hex: word(bytes) };
}

function word(bytes: readonly number[]): string {
  const ordered = endianness() === 'LE' ? bytes.toReversed() : bytes;
  return ordered.map((byte) => hex(byte, 2)).join('');
}

function hex(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0');
}

function readTable(name: 'tcp' | 'tcp6'): string | null {
  try {
    return readFileSync(`/proc/net/${name}`, 'latin1');
  } catch {
    return null;
  }
}
