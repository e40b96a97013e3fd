/**
 * Which addresses of the internet protocol lead out into the public network, and which somewhere near. Pure.
 *
 * Only what is known to be public passes. IPv6 forms that carry an IPv4 address are judged by that address.
 */

/** 4 or 16 bytes. */
export type AddressBytes = readonly number[];

/** Only the one strict way to write each; `null` for everything else, such as octal, hex or short forms. */
export function parseAddress(text: string): AddressBytes | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Why nothing may be reached there, as words that follow "is"; `null` when it is public. */
export function whyNotPublic(address: AddressBytes): string | null {
  return address.length === 4 ? whyNotPublic4(address) : whyNotPublic6(address);
}

/** The same address, also when one of the two is the IPv6 form of the other. */
export function isSameAddress(a: AddressBytes, b: AddressBytes): boolean {
  const [left, right] = [shortest(a), shortest(b)];
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function parseIpv4(text: string): AddressBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parseIpv6(text: string): AddressBytes | null {
  if (text.length > 45) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === halves.length - 1));
  if (head === undefined || head === null || tail === null) return null;
  if (tail === undefined) return head.length === 16 ? head : null;
  const gap = 16 - head.length - tail.length;
  return gap < 2 ? null : [...head, ...zeros(gap), ...tail];
}

/** Bytes of groups between colons; the last of the address may be in dots. */
function groupsOf(text: string, isLast: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (group.includes('.') && isLast && index === groups.length - 1) {
      const dotted = parseIpv4(group);
      if (dotted === null) return null;
      bytes.push(...dotted);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
    } else return null;
  }
  return bytes;
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

interface Block {
  /** First bytes of the addresses in it. */
  readonly start: readonly number[];
  readonly bits: number;
  readonly is: string;
}

const PRIVATE = 'a private address';
/** As `whyNotPublic` says it. */
export const LOOPBACK = 'a loopback address';
const LINK_LOCAL = 'a link-local address';
const RESERVED = 'a reserved address';
const MULTICAST = 'a multicast address';
const UNSPECIFIED = 'the unspecified address';

/** The first that fits counts. */
const IPV4_BLOCKS: readonly Block[] = [
  { start: [169, 254, 169, 254], bits: 32, is: 'the address of a metadata service' },
  // Of one provider's metadata service, in a block that is public otherwise.
  { start: [168, 63, 129, 16], bits: 32, is: 'the address of a metadata service' },
  // And one in a block that is private otherwise.
  { start: [100, 100, 100, 200], bits: 32, is: 'the address of a metadata service' },
  { start: [0, 0, 0, 0], bits: 32, is: UNSPECIFIED },
  { start: [255, 255, 255, 255], bits: 32, is: 'the broadcast address' },
  { start: [0], bits: 8, is: RESERVED },
  { start: [10], bits: 8, is: PRIVATE },
  { start: [100, 64], bits: 10, is: PRIVATE },
  { start: [127], bits: 8, is: LOOPBACK },
  { start: [169, 254], bits: 16, is: LINK_LOCAL },
  { start: [172, 16], bits: 12, is: PRIVATE },
  { start: [192, 0, 0], bits: 24, is: RESERVED },
  { start: [192, 0, 2], bits: 24, is: RESERVED },
  { start: [192, 88, 99], bits: 24, is: RESERVED },
  { start: [192, 168], bits: 16, is: PRIVATE },
  { start: [198, 18], bits: 15, is: RESERVED },
  { start: [198, 51, 100], bits: 24, is: RESERVED },
  { start: [203, 0, 113], bits: 24, is: RESERVED },
  { start: [224], bits: 4, is: MULTICAST },
  { start: [240], bits: 4, is: RESERVED },
];

const IPV6_BLOCKS: readonly Block[] = [
  { start: zeros(16), bits: 128, is: UNSPECIFIED },
  { start: [...zeros(15), 1], bits: 128, is: LOOPBACK },
  { start: [0xfe, 0x80], bits: 10, is: LINK_LOCAL },
  { start: [0xfe, 0xc0], bits: 10, is: PRIVATE },
  // Of three providers, in a block that is private otherwise.
  { start: [0xfd, 0x00, 0x0e, 0xc2], bits: 32, is: 'the address of a metadata service' },
  { start: [0xfd, 0x20, 0x00, 0xce], bits: 32, is: 'the address of a metadata service' },
  { start: [0xfd, 0x00, 0x00, 0x42], bits: 32, is: 'the address of a metadata service' },
  { start: [0xfc], bits: 7, is: PRIVATE },
  { start: [0xff], bits: 8, is: MULTICAST },
  // Protocol assignments, with the tunnels of Teredo among them.
  { start: [0x20, 0x01, 0x00], bits: 23, is: RESERVED },
  { start: [0x20, 0x01, 0x0d, 0xb8], bits: 32, is: RESERVED },
  { start: [0x3f, 0xff], bits: 20, is: RESERVED },
];

/** Where an IPv6 address carries an IPv4 one: after which start, and at which byte. */
const CARRIERS: readonly { readonly start: readonly number[]; readonly at: number }[] = [
  { start: [...zeros(10), 0xff, 0xff], at: 12 },
  { start: [0x00, 0x64, 0xff, 0x9b, ...zeros(8)], at: 12 },
  { start: [0x20, 0x02], at: 2 },
];

function whyNotPublic4(address: AddressBytes): string | null {
  return IPV4_BLOCKS.find((block) => isIn(address, block))?.is ?? null;
}

function whyNotPublic6(address: AddressBytes): string | null {
  const carried = carriedBy(address);
  if (carried !== null) return whyNotPublic4(carried);
  const known = IPV6_BLOCKS.find((block) => isIn(address, block));
  if (known !== undefined) return known.is;
  // Nothing but this eighth of all addresses is given out for the public network.
  return isIn(address, { start: [0x20], bits: 3, is: '' }) ? null : RESERVED;
}

function carriedBy(address: AddressBytes): AddressBytes | null {
  const carrier = CARRIERS.find(({ start }) => start.every((byte, at) => byte === address[at]));
  if (carrier !== undefined) return address.slice(carrier.at, carrier.at + 4);
  return isIsatap(address) ? address.slice(12) : null;
}

/** RFC 5214: behind any first half, `0:5efe:` or `200:5efe:` and an IPv4 address. */
function isIsatap(address: AddressBytes): boolean {
  const [flags = 1, ...mark] = address.slice(8, 12);
  return (flags & 0xfd) === 0 && mark.join() === '0,94,254';
}

function shortest(address: AddressBytes): AddressBytes {
  return address.length === 16 ? (carriedBy(address) ?? address) : address;
}

function isIn(address: AddressBytes, { start, bits }: Block): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff;
    const index = bit / 8;
    if (((address[index] ?? 0) & mask) !== ((start[index] ?? 0) & mask)) return false;
  }
  return true;
}
