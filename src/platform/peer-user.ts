/** Whose program is at the other end of a connection, by Linux's tables of connections. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { endianness } from 'node:os';

export interface HttpPeer {
  readonly address: string;
  readonly port: number;
  /** Of our end. */
  readonly localAddress: string;
  readonly localPort: number;
}

/**
 * `user`: a socket of this machine is at the other end. `elsewhere`: none is, so that it comes from another machine or from
 * another network namespace, such as a container. `nobody`: it came from a loopback address and is gone, or its socket is
 * unowned, or several users may own it. `unknown`: this system has no such tables.
 */
export type PeerUser =
  | { readonly kind: 'user'; readonly uid: number }
  | { readonly kind: 'elsewhere' | 'unknown' | 'nobody' };

/**
 * Any address may be one of this machine: a program binds its end to the address of a network card and connects to
 * 127.0.0.1. So all of them are looked up. Reads one or two files of the kernel, synchronously.
 */
export function userOfPeer(peer: HttpPeer, read = readTable): PeerUser {
  const from = bytesOf(peer.address);
  const to = bytesOf(peer.localAddress);
  if (from === null || to === null) return { kind: 'elsewhere' };
  const tables = [read('tcp'), read('tcp6')];
  if (tables.every((table) => table === null)) return { kind: 'unknown' };
  // A socket of IPv6 that speaks IPv4 stands in the other table, by its mapped address.
  const ends = tables.flatMap((table, index) => {
    const name = index === 0 ? 'tcp' : 'tcp6';
    const [local, remote] = [formOf(from, name), formOf(to, name)];
    if (table === null || local === null || remote === null) return [];
    return findEnds(table, `${local}:${hex(peer.port, 4)}`, `${remote}:${hex(peer.localPort, 4)}`);
  });
  const [first, ...more] = ends;
  if (first === undefined) return { kind: isLoopback(from) ? 'nobody' : 'elsewhere' };
  // Two network cards may have one link-local address: the tables do not say which is meant.
  if (more.some(({ uid }) => uid !== first.uid)) return { kind: 'nobody' };
  // The kernel gives a closed socket to root, regardless of its previous owner.
  const isClosed = first.uid === 0 && ends.some(({ state }) => state !== ESTABLISHED);
  return isClosed ? { kind: 'nobody' } : { kind: 'user', uid: first.uid };
}

/** @returns `null` on systems without user ids */
export function ownUid(): number | null {
  return process.getuid?.() ?? null;
}

const ESTABLISHED = '01';

interface End {
  readonly state: string;
  readonly uid: number;
}

function findEnds(table: string, from: string, to: string): readonly End[] {
  // One search for both columns: they stand side by side, and there may be many lines.
  const wanted = ` ${from} ${to} `;
  const ends: End[] = [];
  for (let at = table.indexOf(wanted); at >= 0; at = table.indexOf(wanted, at + 1)) {
    const end = table.indexOf('\n', at);
    const [, , state = '', , , , uid = ''] = table
      .slice(at, end < 0 ? undefined : end)
      .trim()
      .split(/ +/);
    ends.push({ state, uid: Number(uid) });
  }
  return ends;
}

/** Four bytes for IPv4 and for IPv4 in an address of IPv6, else sixteen; `null` for what is not an address. */
function bytesOf(address: string): readonly number[] | null {
  const bare = address.split('%', 1)[0] ?? '';
  switch (isIP(bare)) {
    case 4:
      return bare.split('.').map(Number);
    case 6: {
      const all = bytesOfIp6(bare);
      return MAPPED.every((byte, index) => all[index] === byte) ? all.slice(MAPPED.length) : all;
    }
    default:
      return null;
  }
}

const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function bytesOfIp6(address: string): readonly number[] {
  // The URL parser writes an address out in one form: no IPv4 at its end, no leading zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const front = wordsOf(head);
  const back = wordsOf(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array.from({ length: gap }, () => 0), ...back].flatMap((word) => [
    word >> 8,
    word & 0xff,
  ]);
}

function wordsOf(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
}

function isLoopback(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

/** As the table writes it: each four bytes as a number of the machine. `null`: it cannot stand there. */
function formOf(bytes: readonly number[], table: 'tcp' | 'tcp6'): string | null {
  if (table === 'tcp') return bytes.length === 4 ? word(bytes) : null;
  const all = bytes.length === 4 ? [...MAPPED, ...bytes] : bytes;
  return [0, 4, 8, 12].map((at) => word(all.slice(at, at + 4))).join('');
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
