/**
 * Lets exactly one body through and nothing after it: a second request hidden behind the first would reach the server
 * without having been looked at. Chunks are written again, so that no server reads their frames differently than we did.
 */
import { Buffer } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';

import type { Framing } from './request-head.ts';

const MAX_LINE = 1_024;

/** What comes after the body is dropped. It fails when the frames are broken. */
export function oneBody(framing: Framing): Transform {
  return framing.kind === 'chunked' ? new ChunkedBody() : new CountedBody(framing);
}

class CountedBody extends Transform {
  #left: number;

  constructor(framing: { readonly kind: 'none' } | { readonly kind: 'length'; bytes: number }) {
    super();
    this.#left = framing.kind === 'none' ? 0 : framing.bytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const taken = chunk.subarray(0, this.#left);
    this.#left -= taken.length;
    done(null, taken.length === 0 ? undefined : taken);
  }
}

type Place = 'size' | 'bytes' | 'bytes-end' | 'trailer' | 'over';

class ChunkedBody extends Transform {
  #place: Place = 'size';
  #left = 0;
  #line = '';

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length && this.#place !== 'over') {
      const next = this.#place === 'bytes' ? this.#takeBytes(chunk, at) : this.#takeLine(chunk, at);
      if (next === null) {
        done(new Error('the chunks of the body are broken'));
        return;
      }
      at = next;
    }
    done();
  }

  #takeBytes(chunk: Buffer, at: number): number {
    const taken = chunk.subarray(at, at + this.#left);
    this.#left -= taken.length;
    this.push(Buffer.from(`${taken.length.toString(16)}\r\n`));
    this.push(taken);
    this.push(Buffer.from('\r\n'));
    if (this.#left === 0) this.#place = 'bytes-end';
    return at + taken.length;
  }

  /** Where the line ends; `null` when it is none. */
  #takeLine(chunk: Buffer, at: number): number | null {
    const end = chunk.indexOf(0x0a, at);
    const part = chunk.subarray(at, end === -1 ? chunk.length : end + 1);
    this.#line += part.toString('latin1');
    if (this.#line.length > MAX_LINE) return null;
    if (end !== -1) {
      if (!this.#line.endsWith('\r\n')) return null;
      const line = this.#line.slice(0, -2);
      this.#line = '';
      if (!this.#readLine(line)) return null;
    }
    return at + part.length;
  }

  #readLine(line: string): boolean {
    switch (this.#place) {
      case 'size':
        if (!/^[0-9a-fA-F]{1,8}([ \t]*;[^\r\n]*)?$/.test(line)) return false;
        this.#left = Number.parseInt(line, 16);
        this.#place = this.#left === 0 ? 'trailer' : 'bytes';
        return true;
      case 'bytes-end':
        this.#place = 'size';
        return line === '';
      case 'trailer':
        if (line !== '') return true;
        this.#place = 'over';
        this.push(Buffer.from('0\r\n\r\n'));
        return true;
      case 'bytes':
      case 'over':
        return false;
    }
  }
}
