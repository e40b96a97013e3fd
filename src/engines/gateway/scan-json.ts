/**
 * Picks a few values out of JSON as its bytes come by, however long they are: nothing is kept but the name or number that
 * is being read. What is not JSON gives no values, and no error.
 */
import { Buffer } from 'node:buffer';

/** What is looked for: names of objects down to a leaf, which is the name that its value is told by. */
export interface Wanted {
  readonly [name: string]: Wanted | string;
}

export interface JsonScan {
  readonly write: (chunk: Uint8Array, from: number, to: number) => void;
  /** A number at the very end is told now; then comes another document. */
  end(): void;
}

/** What may come inside an object. */
interface Node {
  readonly inner: readonly Inner[];
}

interface Part {
  readonly from: number;
  readonly to: number;
}

interface Inner {
  readonly name: string;
  /** Compared in place: most names are nothing to us, and not worth a string. */
  readonly bytes: Uint8Array;
  readonly found: Node | string;
}

const MAX_TEXT = 256;
const MAX_NUMBER = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Elements of a list at the very top count as documents of their own. `onValue` gets strings as they are written, at most
 * 256 bytes, and numbers; nothing for `true`, `false` and `null`.
 */
export function scanJson(
  wanted: Wanted,
  onValue: (leaf: string, value: string | number) => void,
): JsonScan {
  const scanner = new Scanner(nodeOf(wanted), onValue);
  return {
    write: (chunk, from, to) => scanner.write(chunk, from, to),
    end: () => scanner.end(),
  };
}

/** Fields of an object are faster than variables of a closure, and every byte passes here. */
class Scanner {
  private readonly root: Node;
  private readonly onValue: (leaf: string, value: string | number) => void;
  private readonly nodes: (Node | null)[] = [];
  private readonly objects: boolean[] = [];
  private depth = 0;
  /** It is not JSON: nothing more is understood until it ends. */
  private lost = false;
  /** What the value that comes next is to us. */
  private next: Node | string | null;
  private expectsName = false;
  /** How deep it is in something of which nothing is wanted. */
  private skipped = 0;
  private inString = false;
  private escaped = false;
  private isKept = false;
  private kept = '';
  private number = '';

  constructor(root: Node, onValue: (leaf: string, value: string | number) => void) {
    this.root = root;
    this.onValue = onValue;
    this.next = root;
  }

  write(chunk: Uint8Array, from: number, to: number): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = from;
    while (at < to) {
      if (this.lost) return;
      if (this.inString) at = this.string(bytes, at, to);
      else if (this.skipped > 0) at = this.skip(bytes, at, to);
      else at = this.between(bytes, at, to);
    }
  }

  end(): void {
    if (this.number !== '') this.finishNumber();
    this.depth = 0;
    this.lost = false;
    this.next = this.root;
    this.expectsName = false;
    this.skipped = 0;
    this.inString = false;
    this.escaped = false;
    this.isKept = false;
  }

  /** Up to the next string. Returns where it stopped. */
  private between(bytes: Buffer, from: number, to: number): number {
    let at = from;
    while (at < to) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === QUOTE) {
        this.beginString();
        return at;
      }
      if (isStructure(byte)) {
        this.structure(byte);
        if (this.skipped > 0 || this.lost) return at;
      } else if (typeof this.next === 'string' && byte > 0x20 && this.number.length < MAX_NUMBER)
        this.number += String.fromCharCode(byte);
    }
    return at;
  }

  /** Up to the next string, or the end of what is skipped. Returns where it stopped. */
  private skip(bytes: Buffer, from: number, to: number): number {
    let { skipped } = this;
    let at = from;
    while (at < to && skipped > 0) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === QUOTE) {
        this.inString = true;
        break;
      }
      // `{` and `[`, `}` and `]` differ in one bit, and nothing else outside of strings looks like them.
      if ((byte | 0x20) === OPEN_OBJECT) skipped += 1;
      else if ((byte | 0x20) === CLOSE_OBJECT) skipped -= 1;
    }
    this.skipped = skipped;
    return at;
  }

  private beginString(): void {
    const isWanted = this.expectsName
      ? (this.nodes[this.depth] ?? null) !== null
      : typeof this.next === 'string';
    this.inString = true;
    this.isKept = isWanted;
    this.kept = '';
  }

  /** Up to the end of the string, or an escape in it. Returns where it stopped. */
  private string(bytes: Buffer, from: number, to: number): number {
    let at = from;
    if (this.escaped) {
      this.escaped = false;
      at += 1;
    }
    while (at < to && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
    if (this.isKept) this.keep(bytes, { from, to: at }, at < to && bytes[at] === QUOTE);
    if (at === to) return at;
    if (bytes[at] === BACKSLASH) this.escaped = true;
    else {
      this.inString = false;
      this.isKept = false;
    }
    return at + 1;
  }

  /** A part of a string that is wanted. @param isEnd whether its last */
  private keep(bytes: Buffer, { from, to }: Part, isEnd: boolean): void {
    if (this.expectsName && isEnd && this.kept === '') {
      const inner = this.nodes[this.depth]?.inner ?? [];
      this.next = inner.find((one) => isAt(one.bytes, bytes, { from, to }))?.found ?? null;
      return;
    }
    if (this.kept.length < MAX_TEXT)
      this.kept += bytes.toString('latin1', from, Math.min(to, from + MAX_TEXT));
    if (!isEnd) return;
    if (this.expectsName) {
      const inner = this.nodes[this.depth]?.inner ?? [];
      this.next = inner.find((one) => one.name === this.kept)?.found ?? null;
    } else if (typeof this.next === 'string') {
      this.onValue(this.next, this.kept.slice(0, MAX_TEXT));
    }
  }

  private finishNumber(): void {
    const value = Number(this.number);
    if (typeof this.next === 'string' && Number.isFinite(value)) this.onValue(this.next, value);
    this.number = '';
  }

  private structure(byte: number): void {
    if (this.number !== '') this.finishNumber();
    switch (byte) {
      case COLON:
        this.expectsName = false;
        return;
      case COMMA:
        this.expectsName = this.objects[this.depth] === true;
        this.next = this.expectsName ? null : (this.nodes[this.depth] ?? null);
        return;
      case OPEN_OBJECT:
        this.open(typeof this.next === 'string' ? null : this.next, true);
        return;
      case OPEN_LIST:
        this.open(this.depth === 0 ? this.root : null, false);
        return;
      default:
        this.depth -= 1;
        this.next = null;
        this.expectsName = false;
        if (this.depth < 0) this.lost = true;
    }
  }

  private open(inner: Node | null, isObject: boolean): void {
    if (inner === null) {
      this.skipped = 1;
      return;
    }
    this.depth += 1;
    this.nodes[this.depth] = inner;
    this.objects[this.depth] = isObject;
    this.expectsName = isObject;
    this.next = isObject ? null : inner;
  }
}

function isStructure(byte: number): boolean {
  return (
    byte === COMMA ||
    byte === COLON ||
    byte === OPEN_OBJECT ||
    byte === CLOSE_OBJECT ||
    byte === OPEN_LIST ||
    byte === CLOSE_LIST
  );
}

/** Whether these bytes stand there, and nothing else does. */
function isAt(name: Uint8Array, bytes: Uint8Array, { from, to }: Part): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) if (name[at] !== bytes[from + at]) return false;
  return true;
}

function nodeOf(wanted: Wanted): Node {
  return {
    inner: Object.entries(wanted).map(([name, inner]) => ({
      name,
      bytes: Buffer.from(name, 'latin1'),
      found: typeof inner === 'string' ? inner : nodeOf(inner),
    })),
  };
}
